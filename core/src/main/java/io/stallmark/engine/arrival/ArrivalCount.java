package io.stallmark.engine.arrival;

import io.stallmark.plan.Pacing;
import io.stallmark.plan.RunPlan;
import io.stallmark.plan.Share;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Number of arrivals of one role on all machines, by the schedule of its open loop. Always 0 in a
 * closed loop. Used by one thread.
 */
public final class ArrivalCount {

  private final RunPlan plan;
  private final long events;
  private final @Nullable ArrivalSchedule calendar; // null: a closed loop
  private final long inWarmUp;
  private long due;

  private ArrivalCount(RunPlan plan, int role) {
    this.plan = plan;
    events = role > 0 || plan.events() == 0 ? Long.MAX_VALUE : plan.events();
    calendar =
        plan.roles().get(role).pacing() instanceof Pacing.OpenLoop open
            ? new ArrivalSchedule(plan, Share.WHOLE, role, open, 0)
            : null;
    inWarmUp = calendar == null ? 0 : calendar.passTo(plan.warmup());
  }

  /** Returns the counts of all roles. */
  public static List<ArrivalCount> of(RunPlan plan) {
    return IntStream.range(0, plan.roles().size())
        .mapToObj(role -> new ArrivalCount(plan, role))
        .toList();
  }

  /**
   * Counts the arrivals until a later time.
   *
   * @param elapsed nanoseconds since the start of the measurement
   */
  public void advance(long elapsed) {
    if (calendar != null) {
      long length = plan.duration() == 0 ? elapsed : Math.min(elapsed, plan.duration());
      due = Math.min(events, calendar.passTo(plan.warmup() + length) - inWarmUp);
    }
  }

  /** Number of arrivals of the measurement until then. */
  public long due() {
    return due;
  }
}
