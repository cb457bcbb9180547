package io.stallmark.result;

import io.stallmark.text.Text;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Stalls and dips of a run, and the thresholds that define them. All are null until the run has
 * ended.
 *
 * @param stallCount number of all stalls; the list contains the 100 longest, in order of time
 * @param dipCount number of all dips; the list contains the 100 longest, in order of time
 * @param periodic stalls or dips that recur at a constant period
 */
public record StallFindings(
    @Nullable StallThresholds stallRule,
    @Nullable Long stallCount,
    @Nullable List<StallSummary> stalls,
    @Nullable Long dipCount,
    @Nullable List<DipSummary> dips,
    @Nullable List<Periodicity> periodic) {

  /** Findings of a run that is still running, or that ended without a result. */
  public static final StallFindings NONE = new StallFindings(null, null, null, null, null, null);

  /**
   * Thresholds that define a stall.
   *
   * @param belowPercent percentage of the usual rate below which a stall is possible
   * @param shortestSeconds minimum length of a stall
   * @param judgedFromSeconds start of the search for stalls, seconds since the measurement started
   */
  public record StallThresholds(
      double belowPercent, double shortestSeconds, double judgedFromSeconds) {

    /** Whether a run of this length is long enough to detect a stall. */
    public boolean judges(double elapsedSeconds) {
      return elapsedSeconds >= judgedFromSeconds + shortestSeconds;
    }
  }

  /**
   * A period in which work was waiting and almost no progress was made.
   *
   * @param role role that stalled; null: an older file
   * @param unit unit of the rates, {@code transactions} or {@code rows}; null in an older file:
   *     transactions
   * @param startSeconds start, seconds since the measurement started
   * @param lowestPerSecond progress per second in its slowest 100 ms
   * @param usualPerSecond progress per second in the median 100 ms before it
   * @param delayed number of transactions that were due in it and had to wait
   * @param longestNanoseconds longest response time of these transactions
   * @param kinds operations that were in flight for at least half of the stall, the longest first
   * @param generatorHeldSeconds time in which the generator itself was paused
   * @param blame cause of the stall, as far as the generator can tell: {@code generator}, {@code
   *     others} or {@code server}. It is the generator if it was not scheduled for half of the
   *     stall, or had used up its quota. It is others if they used the processors for half of it.
   * @param generatorBound whether the generator was the bottleneck in an interval that overlaps the
   *     stall; null: not in an older file
   * @param counters counters of the server that changed faster than usual
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
   * Counter of the server that changed faster than usual.
   *
   * @param usualPerSecond highest rate in the minute before
   */
  public record CounterChange(String name, long change, double perSecond, double usualPerSecond) {

    /** Returns the counter and its change: {@code Innodb_log_waits +7}. */
    public String text() {
      return Text.format("%s +%,d", name, change);
    }
  }

  /**
   * A period with a much lower rate and longer response times than usual. Components are defined as
   * in {@link StallSummary}.
   */
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
   * Recurrence of stalls or dips at a constant period.
   *
   * @param what {@code stalls}, {@code dips} or {@code stalls and dips}
   * @param periodSeconds time from the start of one to the start of the next
   */
  public record Periodicity(String what, double periodSeconds, int count) {}
}
