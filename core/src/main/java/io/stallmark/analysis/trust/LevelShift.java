package io.stallmark.analysis.trust;

import java.util.Arrays;
import java.util.function.IntToDoubleFunction;

/**
 * Test for a shift of the level, or a trend, in a series that should be steady. The statistic is
 * the largest cumulative sum of deviations from the mean (CUSUM; E. S. Page, Biometrika 41, 1954),
 * in units of its standard deviation. Values next to each other are similar in a benchmark, so the
 * deviation is that of a first-order autoregressive series around two levels or a straight line,
 * whichever fits better (P. Perron, "Dealing with structural breaks", 2006).
 */
final class LevelShift {

  /**
   * Threshold of the statistic. Without a shift, 5 % of independent series exceed 1.36. With this
   * threshold, at most 5 % of autocorrelated and of recorded series do.
   */
  private static final double SIGNIFICANT = 1.7;

  /** Least difference of the two levels, as a share of the mean; runs differ by less by chance. */
  private static final double LEAST = 0.08;

  private static final double MOST_CORRELATED = 0.95;

  private LevelShift() {}

  /** Whether the series has a shift or a trend. */
  static boolean in(double[] series) {
    double[] values = MserTruncation.clipped(series, 0);
    double mean = mean(values, 0, values.length);
    double sum = 0;
    double most = 0;
    int at = 0;
    for (int i = 1; i < values.length; i++) {
      sum += values[i - 1] - mean;
      if (Math.abs(sum) > most) {
        most = Math.abs(sum);
        at = i;
      }
    }
    if (at == 0) {
      return false;
    }
    double before = mean(values, 0, at);
    double after = mean(values, at, values.length);
    double first = MserTruncation.median(Arrays.copyOf(series, at));
    double second = MserTruncation.median(Arrays.copyOfRange(series, at, series.length));
    if (Math.abs(second - first) < LEAST * mean) { // of the series, because clipping hides a shift
      return false;
    }
    int edge = at;
    double ofShift = deviationOfSum(values, i -> i < edge ? before : after);
    double slope = slope(values, mean);
    double middle = (values.length - 1) / 2.0;
    double ofTrend = deviationOfSum(values, i -> mean + slope * (i - middle));
    return most > SIGNIFICANT * Math.min(ofShift, ofTrend);
  }

  /**
   * Returns the standard deviation of the sum of all values around their course.
   *
   * @param course expected value by index
   */
  private static double deviationOfSum(double[] values, IntToDoubleFunction course) {
    int count = values.length;
    double squares = 0;
    double products = 0;
    double last = 0;
    for (int i = 0; i < count; i++) {
      double off = values[i] - course.applyAsDouble(i);
      squares += off * off;
      products += off * last;
      last = off;
    }
    double correlation = squares == 0 ? 0 : products / squares;
    // A short series looks less correlated than it is.
    double corrected = correlation + (2 + 4 * correlation) / count;
    double inertia = Math.max(0, Math.min(MOST_CORRELATED, corrected));
    return Math.sqrt(count * squares / (count - 2) * (1 + inertia) / (1 - inertia));
  }

  /** Returns the slope of the straight line through the values, by least squares. */
  private static double slope(double[] values, double mean) {
    double middle = (values.length - 1) / 2.0;
    double products = 0;
    double squares = 0;
    for (int i = 0; i < values.length; i++) {
      products += (i - middle) * (values[i] - mean);
      squares += (i - middle) * (i - middle);
    }
    return products / squares;
  }

  private static double mean(double[] values, int from, int to) {
    return Arrays.stream(values, from, to).average().orElse(0);
  }
}
