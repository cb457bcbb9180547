package io.stallmark.plan;

import io.stallmark.data.Rng;
import java.util.List;

/**
 * How a workload is driven. Durations in nanoseconds.
 *
 * @param duration of the measurement; 0: until the events are used up
 * @param events transactions to run in the measurement; 0: as many as fit into the duration
 * @param warmup runs before the measurement and leaves no trace in the results
 * @param seed of what the tables hold
 * @param requestSeed of what clients draw, and when they arrive and how long they think
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
    long requestSeed,
    long interval,
    double allowedErrors,
    long reconnect,
    List<Phase> phases) {

  /** Fixed, so that two runs without --seed do the same; any other number would do as well. */
  public static final long DEFAULT_SEED = 20_261_120L;

  private static final int FIT_A_DOUBLE = 64 - 53; // readers of JSON have no larger whole numbers

  public RunPlan {
    phases = List.copyOf(phases);
  }

  /** One whose load is the same all the time, but for its pacing, and that has one seed for all. */
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
        seed,
        interval,
        allowedErrors,
        reconnect,
        List.of());
  }

  /**
   * The request seed of one of several runs. Each draws its own operations: the same once more find
   * their rows in the cache, and what they would add there already.
   *
   * @param seed that of all of them
   * @param repetition from 1
   */
  public static long requestSeed(long seed, int repetition) {
    return Rng.mix(Rng.mix(seed) + repetition) >>> FIT_A_DOUBLE;
  }
}
