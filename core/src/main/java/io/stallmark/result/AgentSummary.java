package io.stallmark.result;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One load machine of several in a run. For each, {@code scheduled = succeeded + failed + inFlight
 * + neverStarted + unknown}.
 *
 * @param index number of the machine, from 0
 * @param threads number of its clients
 * @param processors number of processors that it may use
 * @param transactionsPerSecond successful transactions per second of its intervals
 * @param responseP99Nanoseconds response time at the 99th percentile; null: it was lost or failed,
 *     or no transaction succeeded
 * @param startLateP99Milliseconds largest delay of starts at the 99th percentile of an interval;
 *     null: not reported
 * @param ownCpuPercent mean of its intervals; null: not reported
 * @param flaggedIntervals intervals in which its generator was the bottleneck
 * @param reasons why it was, in the words of {@code trust}
 * @param scheduled transactions that were due on it, see {@link RunSummary}
 * @param unknown transactions that were due on a machine that was lost or failed, and whose end is
 *     unknown
 * @param clockErrorNanoseconds largest error of the agreed start on this machine
 * @param skewNanoseconds largest change of its clock during the run
 * @param lostAtSeconds when it was lost, since the start of the measurement; null: it was not
 */
public record AgentSummary(
    int index,
    String name,
    int threads,
    int processors,
    double transactionsPerSecond,
    @Nullable Long responseP99Nanoseconds,
    @Nullable Double startLateP99Milliseconds,
    @Nullable Double ownCpuPercent,
    long flaggedIntervals,
    List<String> reasons,
    long scheduled,
    long started,
    long succeeded,
    long failed,
    long inFlight,
    long neverStarted,
    long unknown,
    long clockErrorNanoseconds,
    long skewNanoseconds,
    @Nullable Double lostAtSeconds) {

  public AgentSummary {
    reasons = List.copyOf(reasons);
  }
}
