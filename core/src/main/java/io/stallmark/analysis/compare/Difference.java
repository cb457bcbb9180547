package io.stallmark.analysis.compare;

import org.apache.commons.statistics.distribution.BetaDistribution;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * What the second of two figures is more than the first, and between what bounds.
 *
 * @param estimate NaN: unknown
 * @param low NaN: not judged; may be infinite
 * @param high NaN: not judged; may be infinite
 */
public record Difference(double estimate, double low, double high) {

  /** Two estimates whose errors are independent and may differ: Welch's. */
  static Difference of(Estimate a, Estimate b, double risk) {
    double varianceA = a.error() * a.error();
    double varianceB = b.error() * b.error();
    double variance = varianceA + varianceB;
    double freedom =
        variance
            * variance
            / (varianceA * varianceA / a.freedom() + varianceB * varianceB / b.freedom());
    return of(b.value() - a.value(), Math.sqrt(variance), freedom, risk);
  }

  /**
   * @param error the standard error of the estimate
   * @param risk that the truth is outside, 0 to 1
   */
  static Difference of(double estimate, double error, double freedom, double risk) {
    if (error == 0) {
      return new Difference(estimate, estimate, estimate);
    }
    if (!Double.isFinite(error)) { // a run that for the most part did nothing
      return new Difference(estimate, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
    }
    double reach = error * -TDistribution.of(freedom).inverseCumulativeProbability(risk / 2);
    return new Difference(estimate, estimate - reach, estimate + reach);
  }

  /** One whose interval is unknown. */
  static Difference notJudged(double estimate) {
    return new Difference(estimate, Double.NaN, Double.NaN);
  }

  /**
   * Of how often something rare happens, as a share: given both counts together, the second is
   * binomial (Przyborowski and Wilenski 1940), its interval that of Clopper and Pearson.
   *
   * @param timeA over which there were so many
   */
  static Difference ofCounts(double a, double timeA, double b, double timeB, double risk) {
    if (a + b == 0) {
      return new Difference(0, -1, Double.POSITIVE_INFINITY);
    }
    double low = b == 0 ? 0 : BetaDistribution.of(b, a + 1).inverseCumulativeProbability(risk / 2);
    double high = a == 0 ? 1 : BetaDistribution.of(b + 1, a).inverseSurvivalProbability(risk / 2);
    double times = timeA / timeB;
    return new Difference(
        times * b / a - 1, times * low / (1 - low) - 1, times * high / (1 - high) - 1);
  }

  /** Of logarithms as a share: 0.1 is a tenth more. */
  Difference asShare() {
    return new Difference(Math.expm1(estimate), Math.expm1(low), Math.expm1(high));
  }

  /** Whether there is one, as far as the interval can tell. */
  public boolean shown() {
    return low > 0 || high < 0;
  }

  /** Whether the interval is known. */
  public boolean judged() {
    return !Double.isNaN(low) && !Double.isNaN(high);
  }
}
