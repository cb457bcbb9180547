package io.stallmark.analysis.trust;

import java.util.Arrays;

/**
 * The marginal standard error rule: of a series that begins with a transient, leave out as much as
 * makes the mean of the rest the most certain (K. P. White, "An effective truncation heuristic for
 * bias reduction in simulation output", Simulation 69(6), 1997; on batch means: MSER-5, White, Cobb
 * and Spratt, WSC 2000). Where that is more than half, the series has not settled (K. Hoad, S.
 * Robinson and R. Davies, "Automating warm-up length estimation", JORS 61, 2010).
 */
final class Mser {

  /** Fewer than that at the end are alike by chance. */
  private static final int SHORTEST_REST = 5;

  /** Farther from the median than so many deviations is an outlier, a stall for instance. */
  private static final double OUTLIER = 3;

  /** Makes of the median absolute deviation the standard deviation of the normal law. */
  private static final double NORMAL = 1.4826;

  private Mser() {}

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

  /** Without outliers, measured by the second half: one late stall is no end of a transient. */
  private static double[] clipped(double[] series) {
    double[] rest = Arrays.copyOfRange(series, series.length / 2, series.length);
    double median = median(rest);
    double deviation =
        NORMAL * median(Arrays.stream(rest).map(v -> Math.abs(v - median)).toArray());
    return Arrays.stream(series)
        .map(v -> Math.max(median - OUTLIER * deviation, Math.min(median + OUTLIER * deviation, v)))
        .toArray();
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted.length == 0 ? 0 : sorted[sorted.length / 2];
  }
}
