package io.stallmark.experiment.result;

import java.util.Arrays;
import java.util.List;

/** The least, the median and the most of a figure over repeated runs; NaN of none. */
record Spread(double least, double median, double most) {

  static Spread of(List<RunRecord> runs, Metric metric) {
    double[] figures =
        runs.stream()
            .mapToDouble(run -> run.figure(metric))
            .filter(figure -> !Double.isNaN(figure))
            .sorted()
            .toArray();
    if (figures.length == 0) {
      return new Spread(Double.NaN, Double.NaN, Double.NaN);
    }
    int middle = figures.length / 2;
    double median =
        figures.length % 2 == 1 ? figures[middle] : (figures[middle - 1] + figures[middle]) / 2;
    return new Spread(figures[0], median, Arrays.stream(figures).max().orElse(Double.NaN));
  }
}
