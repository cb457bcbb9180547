package io.stallmark.engine;

import io.stallmark.plan.RunPlan;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.Histogram;

/** A transaction is due when its client is free. */
final class ClosedArrivals implements Arrivals {

  private final long origin;
  private final long end;
  private final long events;
  private final AtomicLong taken = new AtomicLong();

  ClosedArrivals(RunPlan plan, long origin) {
    this.origin = origin;
    this.end = plan.duration() == 0 ? Long.MAX_VALUE : origin + plan.duration();
    this.events = plan.events();
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
  public long await(long intended, RunControl control) {
    return intended;
  }

  /** Counted only when the events are: a counter that all clients share would cost them time. */
  @Override
  public OptionalLong dueBefore(long until) {
    return events > 0 ? OptionalLong.of(Math.min(events, taken.get())) : OptionalLong.empty();
  }

  @Override
  public long leftBefore(long until) {
    return 0;
  }

  @Override
  public Histogram timerLateness() {
    return new Histogram(1); // nobody waits
  }
}
