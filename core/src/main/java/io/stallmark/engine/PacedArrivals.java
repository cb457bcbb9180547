package io.stallmark.engine;

import io.stallmark.data.Rng;
import io.stallmark.plan.Pacing;
import io.stallmark.plan.RunPlan;

/**
 * Arrivals from outside, in one queue for all clients: a client that is free takes the next one and
 * waits until it is due; one that comes late starts it at once. Nobody waiting for an arrival ever
 * delays an earlier one, so this is the queue with as many servers as clients.
 */
final class PacedArrivals implements Arrivals {

  private static final double SECOND = 1e9;

  /** A stream of chance that no client uses. */
  private static final long STREAM = -1;

  private final Clock clock;
  private final Rng rng;
  private final boolean poisson;
  private final double gap;
  private final long begin;
  private final long origin;
  private final long end;
  private final long events;
  private double offset; // nanoseconds from begin to the next arrival
  private long index; // arrivals before the next one
  private long measured; // of these, in the measurement

  PacedArrivals(RunPlan plan, Pacing.OpenLoop pacing, Clock clock, long begin, long origin) {
    this.clock = clock;
    this.rng = Rng.of(plan.seed(), STREAM);
    this.poisson = pacing.law() == Pacing.Law.POISSON;
    this.gap = SECOND / pacing.perSecond();
    this.begin = begin;
    this.origin = origin;
    this.end = plan.duration() == 0 ? Long.MAX_VALUE : origin + plan.duration();
    this.events = plan.events() == 0 ? Long.MAX_VALUE : plan.events();
  }

  @Override
  public synchronized long take() {
    long arrival = next();
    boolean over = arrival >= end || clock.now() >= end;
    if (over || (arrival >= origin && measured == events)) {
      return OVER;
    }
    advance(arrival);
    return arrival;
  }

  @Override
  public boolean paced() {
    return true;
  }

  @Override
  public synchronized long leftBefore(long until) {
    long left = 0;
    for (long arrival = next();
        arrival < Math.min(end, until) && measured < events;
        arrival = next()) {
      left += arrival >= origin ? 1 : 0;
      advance(arrival);
    }
    return left;
  }

  private long next() {
    return begin + (long) (poisson ? offset : index * gap);
  }

  private void advance(long arrival) {
    index++;
    if (arrival >= origin) {
      measured++;
    }
    if (poisson) {
      offset -= Math.log(1 - rng.nextDouble()) * gap;
    }
  }
}
