package io.stallmark.analysis.compare;

import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;

/** Values of one metric in the runs of both sides. */
public record MetricSample(RunMetric metric, Side a, Side b) {

  /**
   * Rounding error of both sides together, relative: each side has half a unit of the third
   * significant digit of a histogram.
   */
  static final double RESOLUTION = 1e-3;

  /**
   * Difference between the ratios of two rates in runs whose ratio is the same, relative. At both
   * ends of a run, some statements are counted without their transaction.
   */
  private static final double SAME_RATIO = 0.01;

  /** The same of other metrics, which have only rounding errors. */
  private static final double EXACT = 1e-9;

  /**
   * Values of one side, one for each run, in the unit of the metric.
   *
   * @param values values of the runs; NaN: the run does not report it
   * @param weights length of time of each value; 1 if all runs have the same weight
   */
  public record Side(List<Double> values, List<Double> weights) {

    double weight() {
      return weights.stream().mapToDouble(Double::doubleValue).sum();
    }

    double total() {
      double total = 0;
      for (int i = 0; i < values.size(); i++) {
        total += values.get(i) * weights.get(i);
      }
      return total;
    }

    private double[] logarithms() {
      return values.stream().mapToDouble(v -> v > 0 ? Math.log(v) : Double.NaN).toArray();
    }

    private double[] array() {
      return values.stream().mapToDouble(Double::doubleValue).toArray();
    }

    private boolean constant() {
      return values.stream().distinct().count() == 1;
    }

    private double mean(RunMetric.Scale scale) {
      return scale == RunMetric.Scale.RATIO
          ? Math.exp(Arrays.stream(logarithms()).average().orElse(Double.NaN))
          : total() / weight();
    }
  }

  /** Whether at least one side has a mean. */
  boolean known() {
    return !Double.isNaN(a.mean(metric.scale())) || !Double.isNaN(b.mean(metric.scale()));
  }

  /** Whether both sides have enough runs for an interval. */
  boolean repeated() {
    return Math.min(a.values.size(), b.values.size()) >= Comparison.FEWEST_RUNS;
  }

  /** Whether this metric was the same multiple of another one in every run of both sides. */
  boolean isMultipleOf(MetricSample other) {
    if (metric.scale() != RunMetric.Scale.RATIO
        || other.metric.scale() != RunMetric.Scale.RATIO
        || metric.direction() != other.metric.direction()) {
      return false;
    }
    double[] others = other.logarithms();
    double[] ratios = logarithms();
    for (int i = 0; i < ratios.length; i++) {
      ratios[i] -= others[i];
    }
    return spread(others) > 0
        && spread(ratios) <= (metric.direction() == MetricDirection.RATE ? SAME_RATIO : EXACT);
  }

  private double[] logarithms() {
    return DoubleStream.concat(Arrays.stream(a.logarithms()), Arrays.stream(b.logarithms()))
        .toArray();
  }

  /** Returns the difference between the largest and the smallest value; NaN: one is unknown. */
  private static double spread(double... values) {
    return Arrays.stream(values).max().orElse(Double.NaN)
        - Arrays.stream(values).min().orElse(Double.NaN);
  }

  /**
   * Compares both sides.
   *
   * @param risk probability that the interval does not contain the true difference; NaN: no
   *     interval
   */
  ComparisonRow row(double risk) {
    return row(
        switch (metric.scale()) {
          case RATIO -> {
            MetricDifference ratio = MetricDifference.ofMeans(a.logarithms(), b.logarithms(), risk);
            yield varying(ratio, ratio.widened(RESOLUTION)).asShare();
          }
          case LINEAR -> {
            MetricDifference linear = MetricDifference.ofMeans(a.array(), b.array(), risk);
            // Runs without a stall do not vary, but that does not mean that none has one by chance.
            yield (a.constant() || b.constant()) && linear.shown()
                ? MetricDifference.notJudged(linear.estimate())
                : linear;
          }
          case EVENTS ->
              MetricDifference.ofCounts(a.total(), a.weight(), b.total(), b.weight(), risk);
          case INFORMATIVE ->
              MetricDifference.notJudged(b.mean(metric.scale()) - a.mean(metric.scale()));
        });
  }

  /** Returns the means of both sides with a difference. */
  ComparisonRow row(MetricDifference difference) {
    return new ComparisonRow(metric, a.mean(metric.scale()), b.mean(metric.scale()), difference);
  }

  /** Returns no interval if runs that do not vary, such as copies of one, show a difference. */
  private static MetricDifference varying(MetricDifference exact, MetricDifference widened) {
    return exact.low() == exact.high() && widened.shown()
        ? MetricDifference.notJudged(exact.estimate())
        : widened;
  }
}
