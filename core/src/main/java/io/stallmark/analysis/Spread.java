package io.stallmark.analysis;

import java.util.stream.DoubleStream;

/** The least, the median and the most of a figure over repeated runs; NaN of none. */
public record Spread(double least, double median, double most) {

  /** Of those that are known, which are no NaN. */
  public static Spread of(DoubleStream figures) {
    double[] known = figures.filter(figure -> !Double.isNaN(figure)).sorted().toArray();
    if (known.length == 0) {
      return new Spread(Double.NaN, Double.NaN, Double.NaN);
    }
    int middle = known.length / 2;
    double median = known.length % 2 == 1 ? known[middle] : (known[middle - 1] + known[middle]) / 2;
    return new Spread(known[0], median, known[known.length - 1]);
  }
}
