package io.stallmark.analysis;

import io.stallmark.plan.Phase;
import io.stallmark.record.Interval;
import io.stallmark.record.Series;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * What came of each phase: an interval belongs to the phase in which it began, and so does what
 * ended in it. The phases' counts sum to the run's. Used by one thread.
 */
public final class PhaseTotals {

  private static final int DIGITS = 3;

  /**
   * What a phase came to.
   *
   * @param length nanoseconds measured
   * @param judged how many of them count for trust
   * @param bound in how many of these the generator, not the database, was the bottleneck
   * @param transactions that succeeded
   */
  public record Total(
      Phase phase,
      long length,
      long judged,
      long bound,
      long transactions,
      long statements,
      long retries,
      long failures,
      Latency service,
      Latency response) {

    public double perSecond(long count) {
      return length == 0 ? 0 : count * 1e9 / length;
    }

    /** The share of its judged time in which the generator was the bottleneck. */
    public double boundPercent() {
      return judged == 0 ? 0 : 100.0 * bound / judged;
    }
  }

  private static final class Sum {
    final Histogram service = new Histogram(Series.LONGEST, DIGITS);
    final Histogram response = new Histogram(Series.LONGEST, DIGITS);
    long end;
    long judged;
    long bound;
    long transactions;
    long statements;
    long retries;
    long failures;
  }

  private final List<Phase> phases;
  private final long judgedFrom;
  private final List<Sum> sums = new ArrayList<>();

  /**
   * @param phases none: the run has no phases, and nothing is kept
   * @param judgedFrom from when on intervals count for trust, nanoseconds
   */
  public PhaseTotals(List<Phase> phases, long judgedFrom) {
    this.judgedFrom = judgedFrom;
    this.phases = List.copyOf(phases);
    phases.forEach(phase -> sums.add(new Sum()));
  }

  /**
   * An interval has ended.
   *
   * @param bound whether the generator was the bottleneck in it
   */
  public void interval(Interval interval, boolean bound) {
    if (phases.isEmpty()) {
      return;
    }
    Sum sum = sums.get(at(phases, interval.start()));
    Series transaction = interval.series().get(0);
    sum.service.add(transaction.service());
    sum.response.add(transaction.response());
    sum.end = Math.max(sum.end, interval.end());
    long judged = interval.start() < judgedFrom ? 0 : interval.end() - interval.start();
    sum.judged += judged;
    sum.bound += bound ? judged : 0;
    sum.transactions += transaction.successes();
    sum.statements += interval.statements().stream().mapToLong(Series::successes).sum();
    sum.retries += transaction.retries();
    sum.failures += transaction.failures();
  }

  /** The number of the phase of a moment, the last one from its start on. */
  public static int at(List<Phase> phases, long moment) {
    int at = 0;
    while (at < phases.size() - 1 && moment >= phases.get(at).end()) {
      at++;
    }
    return at;
  }

  /** Of the phases that there were, a run that ended early has fewer. */
  public List<Total> totals() {
    List<Total> totals = new ArrayList<>();
    for (int i = 0; i < phases.size(); i++) {
      Phase phase = phases.get(i);
      Sum sum = sums.get(i);
      if (sum.end > phase.start()) {
        totals.add(
            new Total(
                phase,
                sum.end - phase.start(),
                sum.judged,
                sum.bound,
                sum.transactions,
                sum.statements,
                sum.retries,
                sum.failures,
                Latency.of(sum.service),
                Latency.of(sum.response)));
      }
    }
    return totals;
  }
}
