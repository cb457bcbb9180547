package io.stallmark.plan;

import io.stallmark.data.Rng;
import java.util.List;

/**
 * How a workload is driven. Durations in nanoseconds.
 *
 * @param roles at least one; of phases: the most threads and the pacing of all of them together
 * @param duration of the measurement; 0: until the events are used up
 * @param events transactions of the first role to run in the measurement, which ends with them; 0:
 *     as many as fit into the duration
 * @param warmup runs before the measurement and leaves no trace in the results
 * @param seed of what the tables hold
 * @param requestSeed of what clients draw, and when they arrive and how long they think
 * @param interval length of the reported intervals
 * @param allowedErrors the share of started transactions that may fail, 0 to 1
 * @param reconnect how long a client tries to get its connection back before the run ends
 * @param phases of the measurement, from its start to its end; none: it has no parts. A warm-up
 *     runs as the first
 */
public record RunPlan(
    List<RolePlan> roles,
    long duration,
    long events,
    long warmup,
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
    roles = List.copyOf(roles);
    phases = List.copyOf(phases);
  }

  /** A plan for one role, with one seed and without phases. */
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
        List.of(RolePlan.only(threads, pacing)),
        duration,
        events,
        warmup,
        seed,
        seed,
        interval,
        allowedErrors,
        reconnect,
        List.of());
  }

  /** The clients of all roles. */
  public int threads() {
    return roles.stream().mapToInt(RolePlan::threads).sum();
  }

  /** The pacing of the first role. */
  public Pacing pacing() {
    return roles.get(0).pacing();
  }

  /**
   * Returns the request seed of one of several runs. Each draws operations different from the
   * others': the same ones again would find their rows in the cache, and what they add in place.
   *
   * @param seed that of all of them
   * @param repetition from 1
   */
  public static long requestSeed(long seed, int repetition) {
    return Rng.mix(Rng.mix(seed) + repetition) >>> FIT_A_DOUBLE;
  }
}
