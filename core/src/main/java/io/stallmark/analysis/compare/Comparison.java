package io.stallmark.analysis.compare;

import java.util.List;

/**
 * The metrics of two runs, or of two sets of repeated runs, next to each other. Verdicts and
 * intervals need {@value #FEWEST_RUNS} runs on either side. All intervals together contain the true
 * differences with a probability of {@value #CONFIDENCE} (weighted Bonferroni), so that any row
 * shows a difference where there is none in 5 % of comparisons at most.
 *
 * @param judged whether there are runs enough for verdicts and intervals
 */
public record Comparison(List<ComparisonRow> rows, boolean judged) {

  public static final double CONFIDENCE = 0.95;

  /** Runs on either side that a verdict needs. */
  public static final int FEWEST_RUNS = 3;

  /** The kind of operation that every workload has, and the group of its metrics. */
  public static final String TRANSACTION = "transaction";

  /** The metric that gates judge first. */
  public static final String THROUGHPUT = "transactions_per_s";

  private static final String RESPONSE = TRANSACTION + ".response.";

  /** How much of the risk the rows of a class share. */
  private enum Weight {
    THROUGHPUT(0.01),
    RESPONSE(0.02),
    OTHER(0.02);

    private final double risk;

    Weight(double risk) {
      this.risk = risk;
    }

    static Weight of(MetricSample sample) {
      String id = sample.metric().id();
      return id.equals(Comparison.THROUGHPUT)
          ? THROUGHPUT
          : id.startsWith(Comparison.RESPONSE) ? RESPONSE : OTHER;
    }
  }

  public Comparison {
    rows = List.copyOf(rows);
  }

  /** Compares runs. */
  public static Comparison of(List<MeasuredRun> a, List<MeasuredRun> b) {
    return of(RunMetrics.compared(a, b));
  }

  /** Compares the metrics that a side reports, in their order. */
  static Comparison of(List<MetricSample> samples) {
    List<MetricSample> known = samples.stream().filter(MetricSample::known).toList();
    boolean judged = samples.stream().allMatch(MetricSample::repeated);
    return new Comparison(
        known.stream().map(each -> each.row(judged ? risk(each, known) : Double.NaN)).toList(),
        judged);
  }

  private static double risk(MetricSample sample, List<MetricSample> all) {
    Weight weight = Weight.of(sample);
    return weight.risk / all.stream().filter(each -> Weight.of(each) == weight).count();
  }
}
