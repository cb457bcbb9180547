package io.stallmark.analysis.stall;

import io.stallmark.analysis.trust.HealthTimes;
import io.stallmark.result.StallFindings.CounterChange;
import io.stallmark.result.metric.HealthMetric;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Period in which work was waiting and almost no progress was made. Times are in nanoseconds.
 *
 * @param role the role that stalled
 * @param start end of the last transaction before it, or intended start of the first delayed one;
 *     since the start of the measurement
 * @param length time to the first transaction after it, or to the end of the run
 * @param lowest progress per second in its slowest slot
 * @param usual progress per second in the median slot before it
 * @param delayed number of transactions that were due and waited in it
 * @param longest longest response time of those transactions
 * @param kinds operations that it delayed by half of its length or more, the longest first
 * @param generatorHeld how long the load generator was not scheduled
 * @param counters counters of the server that moved more than usual
 * @param cause who caused it
 * @param generatorBound whether the generator was the bottleneck in an interval that overlaps it
 */
public record Stall(
    StalledRole role,
    long start,
    long length,
    double lowest,
    double usual,
    long delayed,
    long longest,
    List<String> kinds,
    long generatorHeld,
    List<CounterChange> counters,
    StallCause cause,
    boolean generatorBound) {

  /** Who caused a stall, as far as the load generator can tell. */
  public enum StallCause {
    /** Nothing points to another cause. */
    SERVER,
    /** The generator was not scheduled for at least half of the stall, or had used up its quota. */
    GENERATOR,
    /**
     * Other processes, or the host of the virtual machine, used the machine's processors for at
     * least half of the stall.
     */
    OTHERS;

    /** Returns the name in files. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public Stall {
    kinds = List.copyOf(kinds);
    counters = List.copyOf(counters);
  }

  public long end() {
    return start + length;
  }

  /** Creates a stall that is not explained yet. */
  Stall(
      StalledRole role,
      long start,
      long length,
      double lowest,
      double usual,
      long delayed,
      long longest,
      List<String> kinds,
      long generatorHeld) {
    this(
        role,
        start,
        length,
        lowest,
        usual,
        delayed,
        longest,
        kinds,
        generatorHeld,
        List.of(),
        StallCause.SERVER,
        false);
  }

  /** Whether the load generator was not scheduled for at least half of the stall. */
  public boolean generators() {
    return 2 * generatorHeld >= length;
  }

  /**
   * Returns the stall with its cause. Others' use of the processors outranks its symptoms. A
   * stopped server leaves them its processors, so they must have made the program wait for at least
   * half of the stall: intervals at its ends may be disturbed without having caused it.
   */
  Stall explained(List<CounterChange> moves, HealthTimes health) {
    boolean throttled = health.bound(start, length, Set.of(HealthMetric.THROTTLED)) > 0;
    long others =
        health.bound(start, length, Set.of(HealthMetric.OTHER_CPU, HealthMetric.STOLEN_CPU));
    StallCause found =
        others > 0 && 2 * others >= length
            ? StallCause.OTHERS
            : throttled || generators() ? StallCause.GENERATOR : StallCause.SERVER;
    return new Stall(
        role,
        start,
        length,
        lowest,
        usual,
        delayed,
        longest,
        kinds,
        generatorHeld,
        moves,
        found,
        health.bound(start, length));
  }
}
