package io.stallmark.analysis.compare;

import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Estimate of the ratio or the difference of both sides from pairs of measurements of equal times.
 *
 * @param a mean of the first side, in the unit of the metric
 * @param b mean of the second side
 * @param error standard error of the logarithm of the ratio, or of the difference; NaN: unknown
 * @param freedom degrees of freedom of the standard error
 * @param ratio whether the difference is a share of the first side
 */
public record PairedEstimate(double a, double b, double error, double freedom, boolean ratio) {

  /**
   * Returns the difference with Student's interval. That of a ratio is from its logarithm.
   *
   * @param risk probability that the true difference is outside the interval, 0 to 1
   */
  public MetricDifference difference(double risk) {
    double estimate = ratio ? Math.log(b / a) : b - a;
    if (!Double.isFinite(estimate) || Double.isNaN(error)) {
      return MetricDifference.notJudged(ratio ? b / a - 1 : estimate);
    }
    double reach = error * TDistribution.of(freedom).inverseSurvivalProbability(risk / 2);
    MetricDifference difference =
        new MetricDifference(estimate, estimate - reach, estimate + reach);
    return ratio ? difference.widened(MetricSample.RESOLUTION).asShare() : difference;
  }
}
