package io.stallmark.result;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Stalls and dips of a run, and the rule that found them; all null until the run has ended.
 *
 * @param stallCount all of them; the list has the 100 longest, in order of time
 * @param dipCount likewise
 * @param periodic those that recur at regular times
 */
public record StallFindings(
    @Nullable StallThresholds stallRule,
    @Nullable Long stallCount,
    @Nullable List<StallSummary> stalls,
    @Nullable Long dipCount,
    @Nullable List<DipSummary> dips,
    @Nullable List<Periodicity> periodic) {

  /** Of a run that is still running, or ended without a result. */
  public static final StallFindings NONE = new StallFindings(null, null, null, null, null, null);

  /**
   * What counts as a stall.
   *
   * @param belowPercent of the usual rate
   * @param judgedFromSeconds nothing before is judged
   */
  public record StallThresholds(
      double belowPercent, double shortestSeconds, double judgedFromSeconds) {

    /** Whether a run of that length is long enough for a stall to be found in it. */
    public boolean judges(double elapsedSeconds) {
      return elapsedSeconds >= judgedFromSeconds + shortestSeconds;
    }
  }

  /**
   * A time in which work was waiting and next to nothing was done.
   *
   * @param role the one that stalled; null: an older file
   * @param unit of the rates, {@code transactions} or {@code rows}; null: an older file, where it
   *     is transactions
   * @param startSeconds since the measurement started
   * @param lowestPerSecond progress per second in its slowest 100 ms
   * @param usualPerSecond progress per second in the median 100 ms before it
   * @param delayed transactions that were due and waited in it
   * @param longestNanoseconds longest response time among them
   * @param kinds operations that were in flight for half of it or more, the longest first
   * @param generatorHeldSeconds time in which the generator itself did not get to run
   * @param blame {@code generator} or {@code server}
   * @param generatorBound whether the generator was the bottleneck in an interval that it touches;
   *     null: an older file, which does not say
   * @param counters the server's that moved faster than usual
   */
  public record StallSummary(
      @Nullable String role,
      @Nullable String unit,
      double startSeconds,
      double lengthSeconds,
      double lowestPerSecond,
      double usualPerSecond,
      long delayed,
      long longestNanoseconds,
      List<String> kinds,
      double generatorHeldSeconds,
      String blame,
      @Nullable Boolean generatorBound,
      List<CounterChange> counters) {}

  /**
   * A counter of the server that moved faster than usual.
   *
   * @param usualPerSecond fastest rate in the minute before
   */
  public record CounterChange(String name, long change, double perSecond, double usualPerSecond) {}

  /** A time in which much less was done than usual, and more slowly. Components as of a stall. */
  public record DipSummary(
      @Nullable String role,
      @Nullable String unit,
      double startSeconds,
      double lengthSeconds,
      double perSecond,
      double lowestPerSecond,
      double usualPerSecond,
      long longestNanoseconds,
      double generatorHeldSeconds,
      @Nullable Boolean generatorBound) {}

  /**
   * A regular recurrence.
   *
   * @param what {@code stalls}, {@code dips} or {@code stalls and dips}
   * @param periodSeconds from the start of one to the start of the next
   */
  public record Periodicity(String what, double periodSeconds, int count) {}
}
