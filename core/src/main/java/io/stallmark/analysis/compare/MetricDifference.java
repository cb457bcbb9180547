package io.stallmark.analysis.compare;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.BetaDistribution;
import org.apache.commons.statistics.distribution.TDistribution;
import org.apache.commons.statistics.inference.TTest;

/**
 * Difference of the second side from the first, with its confidence interval.
 *
 * @param estimate the difference; NaN: unknown
 * @param low lower bound of the interval; NaN: not judged; may be infinite
 * @param high upper bound of the interval; NaN: not judged; may be infinite
 */
public record MetricDifference(double estimate, double low, double high) {

  /**
   * Returns the difference of the means of independent values, with the interval of Welch's test:
   * the differences that the test does not reject.
   *
   * @param risk probability that the true difference is outside the interval, 0 to 1; NaN: no
   *     interval
   */
  static MetricDifference ofMeans(double[] a, double[] b, double risk) {
    double estimate = mean(b) - mean(a);
    if (Double.isNaN(risk) || !Double.isFinite(estimate)) {
      return notJudged(estimate);
    }
    TTest test = TTest.withDefaults().withMu(estimate - 1);
    double error = 1 / test.statistic(b, a);
    if (error == 0) {
      return new MetricDifference(estimate, estimate, estimate);
    }
    double freedom = test.test(b, a).getDegreesOfFreedom();
    double reach = error * TDistribution.of(freedom).inverseSurvivalProbability(risk / 2);
    return new MetricDifference(estimate, estimate - reach, estimate + reach);
  }

  private static double mean(double... values) {
    return Arrays.stream(values).average().orElse(Double.NaN);
  }

  /** Returns a difference without an interval. */
  static MetricDifference notJudged(double estimate) {
    return new MetricDifference(estimate, Double.NaN, Double.NaN);
  }

  /**
   * Returns the relative difference of the rates of independent events. Given the sum of both
   * counts, the second count is binomial (Przyborowski and Wilenski 1940); its interval is that of
   * Clopper and Pearson.
   *
   * @param a number of events of the first side
   * @param timeA time in which the first side had its events, in the same unit as {@code timeB}
   * @param risk probability that the true difference is outside the interval, 0 to 1; NaN: no
   *     interval
   */
  static MetricDifference ofCounts(double a, double timeA, double b, double timeB, double risk) {
    double times = timeA / timeB;
    double estimate = a + b == 0 ? 0 : times * b / a - 1;
    if (Double.isNaN(risk) || Double.isNaN(a + b)) {
      return notJudged(estimate);
    }
    double low = b == 0 ? 0 : BetaDistribution.of(b, a + 1).inverseCumulativeProbability(risk / 2);
    double high = a == 0 ? 1 : BetaDistribution.of(b + 1, a).inverseSurvivalProbability(risk / 2);
    return new MetricDifference(
        estimate, times * low / (1 - low) - 1, times * high / (1 - high) - 1);
  }

  /** Returns the same difference with an interval that is wider by this much on both sides. */
  MetricDifference widened(double by) {
    return new MetricDifference(estimate, low - by, high + by);
  }

  /** Converts a difference of logarithms to a relative difference: 0.1 is 10 % more. */
  MetricDifference asShare() {
    return new MetricDifference(Math.expm1(estimate), Math.expm1(low), Math.expm1(high));
  }

  /** Whether the interval excludes 0. */
  public boolean shown() {
    return low > 0 || high < 0;
  }

  /** Whether there is an interval. */
  public boolean judged() {
    return !Double.isNaN(low) && !Double.isNaN(high);
  }
}
