package io.stallmark.plan;

import java.util.List;

/**
 * How a workload is driven. Durations in nanoseconds.
 *
 * @param duration of the measurement; 0: until the events are used up
 * @param events transactions to run in the measurement; 0: as many as fit into the duration
 * @param warmup runs before the measurement and leaves no trace in the results
 * @param seed of every random choice
 * @param interval length of the reported intervals
 * @param allowedErrors the share of started transactions that may fail, 0 to 1
 * @param reconnect how long a client tries to get its connection back before the run ends
 * @param phases of the measurement, from its start to its end; none: it has no parts. A warm-up
 *     goes as the first
 */
public record RunPlan(
    int threads,
    long duration,
    long events,
    long warmup,
    Pacing pacing,
    long seed,
    long interval,
    double allowedErrors,
    long reconnect,
    List<Phase> phases) {

  public RunPlan {
    phases = List.copyOf(phases);
  }

  /** One whose load is the same all the time, but for its pacing. */
  public RunPlan(
      int threads,
      long duration,
      long events,
      long warmup,
      Pacing pacing,
      long seed,
      long interval,
      double allowedErrors,
      long reconnect) {
    this(
        threads,
        duration,
        events,
        warmup,
        pacing,
        seed,
        interval,
        allowedErrors,
        reconnect,
        List.of());
  }
}
