package io.stallmark.engine;

import io.stallmark.plan.Pacing;
import io.stallmark.plan.RunPlan;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.Histogram;

/** A transaction is due when its client is free and has thought. */
final class ClosedArrivals implements Arrivals {

  private final long origin;
  private final long end;
  private final long events;
  private final boolean thinking;
  private final Timer timer;
  private final AtomicLong taken = new AtomicLong();

  ClosedArrivals(RunPlan plan, Clock clock, long begin, long origin) {
    this.origin = origin;
    this.end = plan.duration() == 0 ? Long.MAX_VALUE : origin + plan.duration();
    this.events = plan.events();
    this.thinking =
        plan.pacing() instanceof Pacing.ClosedLoop closed && !closed.thinkTime().isNone();
    this.timer = new Timer(clock, begin, origin, Runtime.getRuntime().availableProcessors());
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
  public Histogram timerLateness() {
    return timer.lateness();
  }

  @Override
  public Histogram latestLateness() {
    return timer.latestLateness();
  }
}
