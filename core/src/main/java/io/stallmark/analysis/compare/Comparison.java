package io.stallmark.analysis.compare;

import io.stallmark.record.Kind;
import io.stallmark.result.RunDocument;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Comparison of two runs, or of two sets of repeated runs, by their metrics. Verdicts and intervals
 * need at least {@value #FEWEST_RUNS} runs on each side. All intervals together contain the true
 * differences with a probability of {@value #CONFIDENCE} (weighted Bonferroni). So at most 5 % of
 * comparisons show a difference in any row where there is none.
 *
 * @param multiples metrics without a row, which are in every run the same multiple of a row: their
 *     means, with the difference of that row
 * @param judged whether there are enough runs for verdicts and intervals
 * @param runs runs of both sides
 */
public record Comparison(
    List<ComparisonRow> rows,
    List<ComparisonRow> multiples,
    boolean judged,
    List<RunDocument> runs) {

  public static final double CONFIDENCE = 0.95;

  /** Minimum number of runs on each side for a verdict. */
  public static final int FEWEST_RUNS = 3;

  /** Metric that gates judge first. */
  public static final String THROUGHPUT = "transactions_per_s";

  /** Prefix of the metrics of the transactions' response time. */
  public static final String RESPONSE = Kind.TRANSACTION + ".response.";

  /** Share of the risk for all rows of a class together. */
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
    multiples = List.copyOf(multiples);
    runs = List.copyOf(runs);
  }

  /**
   * Compares runs.
   *
   * @throws IllegalArgumentException if a run occurs twice
   */
  public static Comparison of(List<MeasuredRun> a, List<MeasuredRun> b) {
    List<RunDocument> runs =
        Stream.concat(a.stream(), b.stream()).map(MeasuredRun::document).toList();
    Set<String> known = new HashSet<>();
    for (RunDocument run : runs) {
      if (run.id() != null && !known.add(run.id())) {
        throw new IllegalArgumentException("The run " + run.id() + " occurs twice");
      }
    }
    Comparison compared = of(RunMetrics.compared(a, b));
    return new Comparison(compared.rows, compared.multiples, compared.judged, runs);
  }

  /**
   * Compares the metrics that at least one side reports, in their order. The percentiles of the
   * transactions' response time always have a row, even if both sides have too few samples.
   */
  static Comparison of(List<MetricSample> samples) {
    boolean judged = samples.stream().allMatch(MetricSample::repeated);
    List<MetricSample> known = new ArrayList<>();
    Map<MetricSample, MetricSample> multiples = new LinkedHashMap<>();
    for (MetricSample sample : samples) {
      Optional<MetricSample> row =
          known.stream()
              .filter(each -> Weight.of(sample) == Weight.OTHER && sample.isMultipleOf(each))
              .findFirst();
      row.ifPresent(each -> multiples.put(sample, each));
      if (row.isEmpty() && sample.known()) {
        known.add(sample);
      }
    }
    Function<MetricSample, ComparisonRow> row =
        each -> each.row(judged && each.known() ? risk(each, known) : Double.NaN);
    return new Comparison(
        samples.stream()
            .filter(each -> known.contains(each) || each.metric().id().startsWith(RESPONSE))
            .map(row)
            .toList(),
        multiples.entrySet().stream()
            .map(each -> each.getKey().row(row.apply(each.getValue()).difference()))
            .toList(),
        judged,
        List.of());
  }

  private static double risk(MetricSample sample, List<MetricSample> all) {
    Weight weight = Weight.of(sample);
    return weight.risk / all.stream().filter(each -> Weight.of(each) == weight).count();
  }
}
