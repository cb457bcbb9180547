package io.stallmark.engine;

import io.stallmark.plan.RunPlan;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;

/** A transaction is due when its client is free and has thought. */
final class ClosedArrivals implements Arrivals {

  private final long origin;
  private final long end;
  private final long events;
  private final boolean thinking;
  private final ArrivalTimer timer;
  private final AtomicLong taken = new AtomicLong();

  /**
   * @param role its index
   */
  ClosedArrivals(RunPlan plan, int role, ArrivalTimer timer, long origin) {
    this.origin = origin;
    this.end = plan.duration() == 0 ? Long.MAX_VALUE : origin + plan.duration();
    this.events = role == 0 ? plan.events() : 0;
    this.thinking = !plan.roles().get(role).thinkTime().isNone();
    this.timer = timer;
  }

  @Override
  public long take(long free) {
    if (free >= end) {
      return OVER;
    }
    boolean counted = events > 0 && free >= origin;
    return counted && taken.getAndIncrement() >= events ? OVER : free;
  }

  @Override
  public boolean paced() {
    return false;
  }

  @Override
  public boolean waits() {
    return thinking;
  }

  @Override
  public long await(long intended, RunControl control) {
    return thinking ? timer.await(intended, control) : intended;
  }

  /**
   * Counted only when the events are: a counter that all clients share would cost them time. Those
   * who think have taken what is not due.
   */
  @Override
  public OptionalLong dueBefore(long until) {
    return events > 0 && !thinking
        ? OptionalLong.of(Math.min(events, taken.get()))
        : OptionalLong.empty();
  }

  @Override
  public long leftBefore(long until) {
    return 0;
  }

  @Override
  public boolean usedUp() {
    return events > 0 && taken.get() >= events;
  }
}
