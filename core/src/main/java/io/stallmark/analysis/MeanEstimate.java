package io.stallmark.analysis;

import java.util.stream.DoubleStream;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Mean of a value over repeated runs, with its 95 % confidence interval. The interval is Student's,
 * which assumes independent runs. For positive values it is the geometric mean, and the interval is
 * that of the logarithms, as in {@code compare}: times and rates differ by factors, and none is
 * below 0. If a value is 0, as counts may be, it is the arithmetic mean, and the interval is cut
 * off at 0.
 *
 * @param value the mean; NaN: there is no value
 * @param low lower bound of the interval; NaN: fewer than two values
 * @param high upper bound of the interval; NaN: fewer than two values
 */
public record MeanEstimate(double value, double low, double high) {

  private static final double TAIL = 0.025;

  /**
   * Returns the estimate for values that are not negative. NaN is an unknown value and is ignored.
   */
  public static MeanEstimate of(DoubleStream figures) {
    double[] known = figures.filter(figure -> !Double.isNaN(figure)).toArray();
    if (known.length > 0 && DoubleStream.of(known).allMatch(figure -> figure > 0)) {
      MeanEstimate logs = student(DoubleStream.of(known).map(Math::log).toArray());
      return new MeanEstimate(Math.exp(logs.value), Math.exp(logs.low), Math.exp(logs.high));
    }
    MeanEstimate plain = student(known);
    return new MeanEstimate(plain.value, Math.max(0, plain.low), plain.high);
  }

  private static MeanEstimate student(double... known) {
    int count = known.length;
    double mean = DoubleStream.of(known).average().orElse(Double.NaN);
    if (count < 2) {
      return new MeanEstimate(mean, Double.NaN, Double.NaN);
    }
    double squares = DoubleStream.of(known).map(x -> (x - mean) * (x - mean)).sum();
    double error = Math.sqrt(squares / (count - 1) / count);
    double reach = error * TDistribution.of(count - 1.0).inverseSurvivalProbability(TAIL);
    return new MeanEstimate(mean, mean - reach, mean + reach);
  }
}
