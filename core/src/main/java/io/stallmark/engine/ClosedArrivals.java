package io.stallmark.engine;

import io.stallmark.plan.RunPlan;
import java.util.concurrent.atomic.AtomicLong;

/** A transaction is due when its client is free. */
final class ClosedArrivals implements Arrivals {

  private final Clock clock;
  private final long origin;
  private final long end;
  private final long events;
  private final AtomicLong taken = new AtomicLong();

  ClosedArrivals(RunPlan plan, Clock clock, long origin) {
    this.clock = clock;
    this.origin = origin;
    this.end = plan.duration() == 0 ? Long.MAX_VALUE : origin + plan.duration();
    this.events = plan.events();
  }

  @Override
  public long take() {
    long now = clock.now();
    if (now >= end) {
      return OVER;
    }
    boolean counted = events > 0 && now >= origin;
    return counted && taken.getAndIncrement() >= events ? OVER : now;
  }

  @Override
  public boolean paced() {
    return false;
  }

  @Override
  public long leftBefore(long until) {
    return 0;
  }
}
