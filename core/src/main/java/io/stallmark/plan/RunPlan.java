package io.stallmark.plan;

import io.stallmark.data.Rng;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Load and limits of a run, for the engine. Durations are in nanoseconds.
 *
 * @param roles loads of the roles, at least one; with phases, the maximum threads and the pacing of
 *     all phases together
 * @param duration length of the measurement; 0: until the events are used up
 * @param events transactions of the first role after which the measurement ends; 0: no limit
 * @param warmup length of the warm-up before the measurement; the results do not include it
 * @param requestSeed seed of what clients request, of arrivals and of think times
 * @param interval length of the reported intervals
 * @param phases consecutive phases from the start of the measurement to its end; empty: none. A
 *     warm-up has the load of the first
 * @param connect when clients connect
 */
public record RunPlan(
    List<RolePlan> roles,
    long duration,
    long events,
    long warmup,
    long requestSeed,
    long interval,
    Limits limits,
    List<Phase> phases,
    Connect connect) {

  /** When clients connect. */
  public enum Connect {
    /** Before the run, and after a lost connection. */
    ONCE,
    /** Before each transaction, as a part of it. */
    EACH
  }

  /**
   * What ends a run early.
   *
   * @param stopAfterErrors failed transactions that end the run; 0: no limit
   * @param reconnect how long a client tries to reconnect before the run ends
   * @param patience how long a load, and the end of a run, waits for a server that does not answer
   */
  public record Limits(long stopAfterErrors, long reconnect, long patience) {}

  /**
   * Default seed. It is fixed so that two runs without --seed execute the same operations; its
   * value does not matter.
   */
  public static final long DEFAULT_SEED = 20_261_120L;

  /** Default patience, nanoseconds. */
  public static final long DEFAULT_PATIENCE = TimeUnit.SECONDS.toNanos(60);

  private static final int FIT_A_DOUBLE = 64 - 53; // JSON readers have whole numbers up to 53 bits

  public RunPlan {
    roles = List.copyOf(roles);
    phases = List.copyOf(phases);
  }

  /** Whether each transaction has a new connection. */
  public boolean connectsEach() {
    return connect == Connect.EACH;
  }

  /** Number of clients of all roles. */
  public int threads() {
    return roles.stream().mapToInt(RolePlan::threads).sum();
  }

  /** Pacing of the first role. */
  public Pacing pacing() {
    return roles.get(0).pacing();
  }

  /**
   * Returns the request seed of one of several repetitions. Each repetition draws different
   * operations. The same operations would find their rows in the cache, and the rows that they
   * insert would already exist.
   *
   * @param seed seed that all repetitions share
   * @param repetition number of the repetition, from 1
   */
  public static long requestSeed(long seed, int repetition) {
    return Rng.mix(Rng.mix(seed) + repetition) >>> FIT_A_DOUBLE;
  }
}
