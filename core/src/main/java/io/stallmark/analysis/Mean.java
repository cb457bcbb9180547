package io.stallmark.analysis;

import java.util.stream.DoubleStream;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The mean of a figure over repeated runs, and where it would be with 95 % confidence if the runs
 * were repeated for ever: Student's interval, which takes the runs for independent of each other.
 *
 * @param value NaN: of none
 * @param low NaN: of fewer than two
 * @param high NaN: of fewer than two
 */
public record Mean(double value, double low, double high) {

  private static final double TAIL = 0.025;

  /** Of those that are known, which are no NaN. */
  public static Mean of(DoubleStream figures) {
    double[] known = figures.filter(figure -> !Double.isNaN(figure)).toArray();
    int count = known.length;
    double mean = DoubleStream.of(known).average().orElse(Double.NaN);
    if (count < 2) {
      return new Mean(mean, Double.NaN, Double.NaN);
    }
    double squares = DoubleStream.of(known).map(x -> (x - mean) * (x - mean)).sum();
    double error = Math.sqrt(squares / (count - 1) / count);
    double reach = error * TDistribution.of(count - 1.0).inverseSurvivalProbability(TAIL);
    return new Mean(mean, mean - reach, mean + reach);
  }
}
