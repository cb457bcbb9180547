package io.stallmark.analysis.trust;

import java.util.Arrays;

/**
 * The marginal standard error rule: of a series that begins with a transient, leave out as much as
 * makes the mean of the rest the most certain (K. P. White, "An effective truncation heuristic for
 * bias reduction in simulation output", Simulation 69(6), 1997; on batch means: MSER-5, White, Cobb
 * and Spratt, WSC 2000). Where that is more than half, the series has not settled (K. Hoad, S.
 * Robinson and R. Davies, "Automating warm-up length estimation", JORS 61, 2010).
 */
final class MserTruncation {

  /** Fewer than that at the end are alike by chance. */
  private static final int SHORTEST_REST = 5;

  /**
   * Number of deviations from the median beyond which a value is an outlier, a stall for instance.
   */
  private static final double OUTLIER = 3;

  /** Makes of the median absolute deviation the standard deviation of the normal distribution. */
  private static final double NORMAL = 1.4826;

  /** The same of the mean absolute deviation: the square root of half of pi. */
  private static final double NORMAL_OF_MEAN = 1.2533;

  private MserTruncation() {}

  /** How many of the first values are a transient. */
  static int truncation(double[] series) {
    double[] values = clipped(series);
    int best = values.length;
    double least = Double.POSITIVE_INFINITY;
    double sum = 0;
    double squares = 0;
    double shift = values.length == 0 ? 0 : values[values.length - 1]; // against cancellation
    for (int from = values.length - 1; from >= 0; from--) {
      double value = values[from] - shift;
      sum += value;
      squares += value * value;
      double count = values.length - from;
      double error = Math.max(0, squares - sum * sum / count) / (count * count);
      if (count >= SHORTEST_REST && error <= least) {
        least = error;
        best = from;
      }
    }
    return best;
  }

  /**
   * Without outliers, measured by the second half: one late stall is no end of a transient. Where
   * more than half of that is one value the mean deviation takes the place of the median one (B.
   * Iglewicz and D. Hoaglin, "How to Detect and Handle Outliers", 1993), and where all of it is,
   * nothing says what an outlier is.
   */
  private static double[] clipped(double[] series) {
    double[] rest = Arrays.copyOfRange(series, series.length / 2, series.length);
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

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted.length == 0 ? 0 : sorted[sorted.length / 2];
  }
}
