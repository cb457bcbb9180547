package io.stallmark.analysis.stall;

import io.stallmark.analysis.trust.HealthTimes;
import io.stallmark.result.StallFindings.CounterChange;
import io.stallmark.result.StallFindings.StallSummary;
import io.stallmark.result.metric.HealthMetric;
import java.util.List;
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
 */
record Stall(
    StalledRole role,
    long start,
    long length,
    double lowest,
    double usual,
    long delayed,
    long longest,
    List<String> kinds,
    long generatorHeld) {

  private static final double SECOND = 1e9;

  long end() {
    return start + length;
  }

  /**
   * Returns the stall with its cause. Others' use of the processors outranks its symptoms. A
   * stopped server leaves them its processors, so they must have made the program wait for at least
   * half of the stall: intervals at its ends may be disturbed without having caused it.
   */
  StallSummary explained(List<CounterChange> moves, HealthTimes health) {
    boolean throttled = health.bound(start, length, Set.of(HealthMetric.THROTTLED)) > 0;
    long others =
        health.bound(start, length, Set.of(HealthMetric.OTHER_CPU, HealthMetric.STOLEN_CPU));
    boolean generators = throttled || 2 * generatorHeld >= length;
    return new StallSummary(
        role.name(),
        role.unit().word(),
        start / SECOND,
        length / SECOND,
        lowest,
        usual,
        delayed,
        longest,
        kinds,
        generatorHeld / SECOND,
        others > 0 && 2 * others >= length ? "others" : generators ? "generator" : "server",
        health.bound(start, length),
        moves);
  }
}
