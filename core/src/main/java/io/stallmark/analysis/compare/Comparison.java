package io.stallmark.analysis.compare;

import io.stallmark.record.Kind;
import io.stallmark.result.Percentile;
import io.stallmark.result.RunDocument;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Comparison of two runs, or of two sets of repeated runs, by their metrics. Verdicts and intervals
 * need at least {@value #FEWEST_RUNS} runs on each side. All intervals together contain the true
 * differences with a probability of {@value #CONFIDENCE} (weighted Bonferroni). So at most 5 % of
 * comparisons show a difference in any row where there is none.
 *
 * @param multiples metrics without a row, which are in every run the same multiple of a row: their
 *     means, with the difference of that row
 * @param basis what verdicts and intervals are from
 * @param runs runs of both sides
 */
public record Comparison(
    List<ComparisonRow> rows, List<ComparisonRow> multiples, Basis basis, List<RunDocument> runs) {

  public static final double CONFIDENCE = 0.95;

  /** Minimum number of runs on each side for a verdict. */
  public static final int FEWEST_RUNS = 3;

  /** Metric that gates judge first. */
  public static final String THROUGHPUT = "transactions_per_s";

  /** End of the prefix of the metrics of a response time. */
  public static final String CLOCK = ".response.";

  /** Prefix of the metrics of the transactions' response time. */
  public static final String RESPONSE = Kind.TRANSACTION + CLOCK;

  /** Probability that the interval of the throughput does not contain the true difference. */
  public static final double THROUGHPUT_RISK = 0.01;

  /** Percentiles with intervals from paired seconds: a second has too few operations for others. */
  public static final List<Percentile> PAIRED_PERCENTILES =
      List.of(Percentile.P50, Percentile.P95, Percentile.P99);

  private static final String SERVICE = ".service.";

  /** What verdicts and intervals are from. */
  public enum Basis {
    /** There are none, because there are too few runs. */
    NOTHING,
    REPEATED_RUNS,
    /** Seconds of two runs of the same time. */
    PAIRED_SECONDS
  }

  /** Share of the risk for all rows of a class together. */
  private enum Weight {
    THROUGHPUT(THROUGHPUT_RISK),
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

  /** Whether there are verdicts and intervals. */
  public boolean judged() {
    return basis != Basis.NOTHING;
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
    return new Comparison(compared.rows, compared.multiples, compared.basis, runs);
  }

  /**
   * Compares the metrics that at least one side reports, in their order. The percentiles of the
   * transactions' response time always have a row, even if both sides have too few samples.
   */
  static Comparison of(List<MetricSample> samples) {
    boolean judged = samples.stream().allMatch(MetricSample::repeated);
    return of(
        samples, judged ? Basis.REPEATED_RUNS : Basis.NOTHING, sample -> judged, MetricSample::row);
  }

  /**
   * Compares two runs of the same time. Sources of cost that do not tell them apart have no rows.
   *
   * @param paired estimates from pairs of seconds, by the metric's id; there is no verdict on other
   *     metrics
   */
  public static Comparison paired(
      MeasuredRun a, MeasuredRun b, Map<String, PairedEstimate> paired) {
    Set<String> shared = SharedSources.of(a, b);
    List<MetricSample> samples = new ArrayList<>(RunMetrics.compared(List.of(a), List.of(b)));
    samples.removeIf(each -> shared.contains(each.metric().id().split("\\.", 2)[0]));
    if (paired.containsKey(RunMetrics.ERRORS)) {
      samples.add(
          (int) samples.stream().takeWhile(each -> isOfTransactions(each.metric())).count(),
          RunMetrics.sample(RunMetrics.of(RunMetrics.ERRORS), List.of(a), List.of(b)));
    }
    Comparison compared =
        of(
            samples,
            Basis.PAIRED_SECONDS,
            sample -> paired.containsKey(sample.metric().id()),
            (sample, risk) -> {
              @Nullable PairedEstimate pairs = paired.get(sample.metric().id());
              return pairs == null
                  ? sample.row(risk)
                  : new ComparisonRow(
                      sample.metric(), pairs.a(), pairs.b(), pairs.difference(risk));
            });
    return new Comparison(
        compared.rows, compared.multiples, compared.basis, List.of(a.document(), b.document()));
  }

  /** Whether a metric can have an interval from paired seconds. */
  public static boolean isPairable(String id) {
    return !id.contains(SERVICE)
        && Percentile.ALL.stream()
            .filter(each -> !PAIRED_PERCENTILES.contains(each))
            .noneMatch(each -> id.endsWith(each.metric(CLOCK)));
  }

  private static boolean isOfTransactions(RunMetric metric) {
    return metric.group().equals(Kind.TRANSACTION);
  }

  /** Creates the row of a metric. The risk is NaN if there is no interval. */
  private interface RowMaker {
    ComparisonRow row(MetricSample sample, double risk);
  }

  /**
   * @param inferred whether a metric has an interval
   */
  private static Comparison of(
      List<MetricSample> samples, Basis basis, Predicate<MetricSample> inferred, RowMaker maker) {
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
    List<MetricSample> weighed = known.stream().filter(inferred).toList();
    Function<MetricSample, ComparisonRow> row =
        each -> maker.row(each, weighed.contains(each) ? risk(each, weighed) : Double.NaN);
    return new Comparison(
        samples.stream()
            .filter(each -> known.contains(each) || each.metric().id().startsWith(RESPONSE))
            .map(row)
            .toList(),
        multiples.entrySet().stream()
            .map(each -> each.getKey().row(row.apply(each.getValue()).difference()))
            .toList(),
        basis,
        List.of());
  }

  private static double risk(MetricSample sample, List<MetricSample> all) {
    Weight weight = Weight.of(sample);
    return weight.risk / all.stream().filter(each -> Weight.of(each) == weight).count();
  }
}
