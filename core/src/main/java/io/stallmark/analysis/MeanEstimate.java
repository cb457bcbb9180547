package io.stallmark.analysis;

import java.util.stream.DoubleStream;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The mean of a figure over repeated runs, and where it would be with 95 % confidence if the runs
 * were repeated for ever: Student's interval, which takes the runs for independent of each other.
 * Of positive figures it is the geometric mean, and the interval that of the logarithms, as {@code
 * compare} has them: times and rates differ by factors, and none is below 0. Where a figure is 0,
 * as counts are, it is the arithmetic mean, and the interval ends at 0.
 *
 * @param value NaN: of none
 * @param low NaN: of fewer than two
 * @param high NaN: of fewer than two
 */
public record MeanEstimate(double value, double low, double high) {

  private static final double TAIL = 0.025;

  /** Of those that are known, which are no NaN and not negative. */
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
