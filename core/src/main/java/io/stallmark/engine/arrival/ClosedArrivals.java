package io.stallmark.engine.arrival;

import io.stallmark.plan.Pacing;
import io.stallmark.plan.RolePlan;
import io.stallmark.plan.RunPlan;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Arrivals of a closed loop: a transaction is due when its client is idle and its think time is
 * over. Also those of a replay, whose clients know when each operation is due.
 */
public final class ClosedArrivals implements Arrivals {

  private final long origin;
  private final long end;
  private final long events;
  private final boolean thinking; // or replaying: an intended start may be in the future
  private final boolean pausing; // in the warm-up; the trace of a replay says when all is due
  private final ArrivalTimer timer;
  private final AtomicLong taken = new AtomicLong();
  private final AtomicLong started = new AtomicLong(); // counted only with think times

  /**
   * @param role the role's index
   * @param origin start of the measurement, on the run's clock
   */
  public ClosedArrivals(RunPlan plan, int role, ArrivalTimer timer, long origin) {
    this.origin = origin;
    this.end = plan.duration() == 0 ? Long.MAX_VALUE : origin + plan.duration();
    this.events = role == 0 ? plan.events() : 0;
    RolePlan load = plan.roles().get(role);
    this.thinking = load.pacing() instanceof Pacing.Replay || !load.thinkTime().isNone();
    this.pausing = load.pacing() instanceof Pacing.ClosedLoop;
    this.timer = timer;
  }

  @Override
  public long take(long free) {
    if (free < origin) {
      return pausing ? timer.pauses().await(free) : free;
    }
    if (free >= end) {
      return OVER;
    }
    return events > 0 && taken.getAndIncrement() >= events ? OVER : free;
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
  public long await(long intended) {
    return timer.await(intended);
  }

  /**
   * Counts only when the plan limits the events, because a counter shared by all clients costs
   * time. Empty with think times, because clients then take arrivals that are not yet due.
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
  public void started(long intended) {
    if (thinking && events > 0 && intended >= origin) {
      started.incrementAndGet();
    }
  }

  @Override
  public boolean usedUp() {
    return events > 0 && (thinking ? started : taken).get() >= events;
  }
}
