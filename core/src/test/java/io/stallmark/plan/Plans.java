package io.stallmark.plan;

import java.util.List;

/** Plans of one role without phases. */
public final class Plans {

  private Plans() {}

  /** Returns a plan with the usual patience. */
  public static RunPlan of(
      int threads,
      long duration,
      long events,
      long warmup,
      Pacing pacing,
      long requestSeed,
      long interval,
      long reconnect) {
    return new RunPlan(
        List.of(RolePlan.only(threads, pacing)),
        duration,
        events,
        warmup,
        requestSeed,
        interval,
        new RunPlan.Limits(0, reconnect, RunPlan.DEFAULT_PATIENCE),
        List.of(),
        RunPlan.Connect.ONCE);
  }
}
