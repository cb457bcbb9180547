package io.stallmark.run.duet;

import io.stallmark.engine.arrival.Arrivals;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;

/**
 * Arrivals of a role whose clients start transactions only in their side's turn.
 *
 * @param over whether no further transaction starts
 */
record TurnArrivals(Arrivals arrivals, SideTurn turn, BooleanSupplier over) implements Arrivals {

  @Override
  public long take(long free) {
    long from = turn.enter(over) ? Math.max(free, turn.now()) : free;
    long intended = over.getAsBoolean() ? OVER : arrivals.take(from);
    if (intended == OVER || intended > turn.now()) {
      turn.leave(); // the client waits for it in await()
    }
    return intended;
  }

  @Override
  public long await(long intended) {
    long start = arrivals.await(intended);
    return turn.enter(over) ? turn.now() : start;
  }

  @Override
  public void ended() {
    turn.leave();
  }

  @Override
  public boolean paced() {
    return arrivals.paced();
  }

  @Override
  public boolean waits() {
    return arrivals.waits();
  }

  @Override
  public OptionalLong dueBefore(long until) {
    return arrivals.dueBefore(until);
  }

  @Override
  public long leftBefore(long until) {
    return arrivals.leftBefore(until);
  }

  @Override
  public void started(long intended) {
    arrivals.started(intended);
  }

  @Override
  public boolean usedUp() {
    return arrivals.usedUp();
  }
}
