package io.stallmark.analysis.compare;

import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Estimate of the ratio of both sides from pairs of measurements of the same time.
 *
 * @param a mean of the first side, in the unit of the metric
 * @param b mean of the second side
 * @param error standard error of the logarithm of the ratio; NaN: unknown
 * @param freedom degrees of freedom of the standard error
 */
public record PairedEstimate(double a, double b, double error, double freedom) {

  /**
   * Returns the difference as a share of the first side, with Student's interval of the logarithm.
   *
   * @param risk probability that the true difference is outside the interval, 0 to 1
   */
  public MetricDifference difference(double risk) {
    double ratio = Math.log(b / a);
    if (!Double.isFinite(ratio) || Double.isNaN(error)) {
      return MetricDifference.notJudged(b / a - 1);
    }
    double reach =
        MetricSample.RESOLUTION
            + error * TDistribution.of(freedom).inverseSurvivalProbability(risk / 2);
    return new MetricDifference(ratio, ratio - reach, ratio + reach).asShare();
  }
}
