package io.stallmark.report.jmh;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * A score as JMH computes it: the mean with its error, and percentiles. The error is the half width
 * of Student's 99.9 % confidence interval, which assumes independent values.
 *
 * @param error half width of the interval; NaN with fewer than three values, as in JMH
 * @param percentiles the value at each percentile from 0 to 100
 */
record JmhScore(double mean, double error, DoubleUnaryOperator percentiles) {

  static final double NANOS_PER_MILLI = 1e6;

  private static final double TAIL = 0.0005;
  private static final int FEWEST = 3;

  /** Computes the score of individual values. */
  static JmhScore of(double[] values) {
    double mean = Arrays.stream(values).average().orElse(Double.NaN);
    double squares = Arrays.stream(values).map(value -> square(value - mean)).sum();
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return new JmhScore(
        mean, error(squares, values.length), percent -> between(sorted, percent / 100));
  }

  /** Computes the score, in milliseconds, of a histogram in nanoseconds. */
  static JmhScore of(Histogram nanos) {
    double mean = nanos.getMean() / NANOS_PER_MILLI;
    double squares = 0;
    for (HistogramIterationValue bucket : nanos.recordedValues()) {
      double middle = nanos.medianEquivalentValue(bucket.getValueIteratedTo()) / NANOS_PER_MILLI;
      squares += bucket.getCountAddedInThisIterationStep() * square(middle - mean);
    }
    return new JmhScore(
        mean,
        error(squares, nanos.getTotalCount()),
        percent ->
            (percent == 0 ? nanos.getMinValue() : nanos.getValueAtPercentile(percent))
                / NANOS_PER_MILLI);
  }

  private static double error(double squares, long count) {
    if (count < FEWEST) {
      return Double.NaN;
    }
    double reach = TDistribution.of(count - 1.0).inverseSurvivalProbability(TAIL);
    return reach * Math.sqrt(squares / (count - 1) / count);
  }

  /**
   * JMH's percentile estimate for few values: position (n + 1) p with linear interpolation (type 6
   * of Hyndman and Fan).
   */
  private static double between(double[] sorted, double share) {
    double position = share * (sorted.length + 1);
    if (position < 1) {
      return sorted[0];
    }
    if (position >= sorted.length) {
      return sorted[sorted.length - 1];
    }
    int below = (int) position;
    return sorted[below - 1] + (position - below) * (sorted[below] - sorted[below - 1]);
  }

  private static double square(double x) {
    return x * x;
  }
}
