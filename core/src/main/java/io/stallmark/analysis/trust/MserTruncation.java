package io.stallmark.analysis.trust;

import java.util.Arrays;

/**
 * Marginal standard error rule (MSER). From a series that begins with a transient, it removes the
 * first values, as many as minimize the standard error of the rest's mean (K. P. White, "An
 * effective truncation heuristic for bias reduction in simulation output", Simulation 69(6), 1997;
 * for batch means: MSER-5, White, Cobb and Spratt, WSC 2000). It removes at most half of the values
 * (K. Hoad, S. Robinson and R. Davies, "Automating warm-up length estimation", JORS 61, 2010).
 */
final class MserTruncation {

  /**
   * Number of standard deviations from the median beyond which a value is an outlier, such as a
   * stall.
   */
  private static final double OUTLIER = 3;

  /**
   * Factor from the median absolute deviation to the standard deviation of a normal distribution.
   */
  private static final double NORMAL = 1.4826;

  /**
   * Factor from the mean absolute deviation to the standard deviation: the square root of half of
   * pi.
   */
  private static final double NORMAL_OF_MEAN = 1.2533;

  private MserTruncation() {}

  /** Returns the number of the first values that are a transient. */
  static int truncation(double[] series) {
    double[] values = clipped(series, series.length / 2);
    int best = values.length;
    double least = Double.POSITIVE_INFINITY;
    double sum = 0;
    double squares = 0;
    double shift = values.length == 0 ? 0 : values[values.length - 1]; // reduces cancellation
    for (int from = values.length - 1; from >= 0; from--) {
      double value = values[from] - shift;
      sum += value;
      squares += value * value;
      double count = values.length - from;
      double error = Math.max(0, squares - sum * sum / count) / (count * count);
      if (2 * from <= values.length && error <= least) {
        least = error;
        best = from;
      }
    }
    return best;
  }

  /**
   * Clips outliers, with median and deviation of the values from an index on, because one late
   * stall is neither the end of a transient nor a shift. If the median deviation is 0, the mean
   * deviation replaces it (B. Iglewicz and D. Hoaglin, "How to Detect and Handle Outliers", 1993).
   * If that is 0 too, outliers cannot be defined, and nothing is clipped.
   */
  static double[] clipped(double[] series, int from) {
    double[] rest = Arrays.copyOfRange(series, from, series.length);
    double median = median(rest);
    double[] off = Arrays.stream(rest).map(v -> Math.abs(v - median)).toArray();
    double deviation = NORMAL * median(off);
    if (deviation == 0) {
      deviation = NORMAL_OF_MEAN * Arrays.stream(off).average().orElse(0);
    }
    if (deviation == 0) {
      return series;
    }
    double limit = OUTLIER * deviation;
    return Arrays.stream(series)
        .map(v -> Math.max(median - limit, Math.min(median + limit, v)))
        .toArray();
  }

  static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted.length == 0 ? 0 : sorted[sorted.length / 2];
  }
}
