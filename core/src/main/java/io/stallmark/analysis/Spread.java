package io.stallmark.analysis;

import java.util.stream.DoubleStream;

/** Minimum, median and maximum of a value over repeated runs; NaN if there is no value. */
public record Spread(double least, double median, double most) {

  /** Returns the spread of the values. NaN is an unknown value and is ignored. */
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
