package io.stallmark.analysis;

import io.stallmark.plan.Phase;
import io.stallmark.record.Interval;
import io.stallmark.record.OperationSeries;
import io.stallmark.result.LatencySummary;
import io.stallmark.result.RunSummary.PhaseSummary;
import java.util.ArrayList;
import java.util.List;

/**
 * Sums of each phase of a run. An interval, with all that ended in it, belongs to the phase in
 * which it began. The phases' counts sum to the run's. Used by one thread.
 */
public final class PhaseTotals {

  private static final double SECOND = 1e9;

  private static final class Sum {
    final OperationSeries transactions = new OperationSeries();
    long end;
    long judged;
    long bound;
    long statements;
  }

  private final List<Phase> phases;
  private final long judgedFrom;
  private final List<Sum> sums = new ArrayList<>();

  /**
   * @param phases phases of the run; empty: the run has none, and no sums are kept
   * @param judgedFrom time from which intervals are judged, nanoseconds since the measurement
   *     started
   */
  public PhaseTotals(List<Phase> phases, long judgedFrom) {
    this.judgedFrom = judgedFrom;
    this.phases = List.copyOf(phases);
    phases.forEach(phase -> sums.add(new Sum()));
  }

  /**
   * Adds an interval that has ended.
   *
   * @param bound whether the generator was the bottleneck in it
   */
  public void interval(Interval interval, boolean bound) {
    if (phases.isEmpty()) {
      return;
    }
    Sum sum = sums.get(at(phases, interval.start()));
    sum.transactions.add(interval.series().get(0));
    sum.end = Math.max(sum.end, interval.end());
    long judged = interval.start() < judgedFrom ? 0 : interval.end() - interval.start();
    sum.judged += judged;
    sum.bound += bound ? judged : 0;
    sum.statements += interval.statements().stream().mapToLong(OperationSeries::successes).sum();
  }

  /** Returns the index of the phase at a time in nanoseconds. The last phase has no end. */
  public static int at(List<Phase> phases, long moment) {
    int at = 0;
    while (at < phases.size() - 1 && moment >= phases.get(at).end()) {
      at++;
    }
    return at;
  }

  /** Returns the results of each phase that began; a run that ended early has fewer. */
  public List<PhaseSummary> totals() {
    List<PhaseSummary> totals = new ArrayList<>();
    for (int i = 0; i < phases.size(); i++) {
      Phase phase = phases.get(i);
      Sum sum = sums.get(i);
      if (sum.end > phase.start()) {
        totals.add(summary(phase, sum));
      }
    }
    return totals;
  }

  private static PhaseSummary summary(Phase phase, Sum sum) {
    long length = sum.end - phase.start();
    return new PhaseSummary(
        phase.name(),
        phase.start() / SECOND,
        length,
        sum.judged == 0 ? 0 : 100.0 * sum.bound / sum.judged,
        sum.transactions.successes(),
        sum.transactions.successes() * SECOND / length,
        sum.statements,
        sum.statements * SECOND / length,
        sum.transactions.retries(),
        sum.transactions.failures(),
        LatencySummary.of(sum.transactions.service()),
        LatencySummary.of(sum.transactions.response()));
  }
}
