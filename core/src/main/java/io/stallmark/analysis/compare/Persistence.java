package io.stallmark.analysis.compare;

import java.util.Arrays;

/**
 * How well the mean of a short series is known at best if it is one that forgets slowly, which few
 * blocks cannot show: the equivalent sample size of a first-order autoregression (Zwiers and von
 * Storch, "Taking serial correlation into account in tests of the mean", Journal of Climate 8,
 * 1995), its coefficient corrected for the bias of short series (Kendall, Biometrika 41, 1954).
 *
 * <p>Stalls hide what goes on between them: far outliers are white noise of their own here, and
 * what is left without them is the series that may forget slowly.
 *
 * @param error the standard error of the mean
 * @param freedom its degrees of freedom
 */
record Persistence(double error, double freedom) {

  private static final double FAR = 3; // standard deviations, of a normal law
  private static final double MOST = 0.98;

  /** Of fewer values a correlation says little. */
  private static final int FEWEST = 30;

  /** Of the standard normal law; its median deviation from the median. */
  private static final double UPPER_QUARTILE = 0.6745;

  /**
   * The largest of the errors that the series has at any scale: in sums of neighbours the noise of
   * each interval, behind which a slow change hides, counts for less.
   */
  static Persistence of(double[] series) {
    Persistence largest = atScale(series, 1);
    for (int scale = 2; series.length / scale >= FEWEST; scale *= 2) {
      Persistence other = atScale(series, scale);
      largest = other.error > largest.error ? other : largest;
    }
    return largest;
  }

  private static Persistence atScale(double[] all, int scale) {
    double[] series = new double[all.length / scale];
    for (int i = 0; i < series.length * scale; i++) {
      series[i / scale] += all[i] / scale;
    }
    int n = series.length;
    double[] near = near(series);
    double[] far = new double[n];
    for (int i = 0; i < n; i++) {
      far[i] = series[i] - near[i];
    }
    double coefficient = coefficient(near);
    double equivalent = n * (1 - coefficient) / (1 + coefficient);
    double slow = variance(near) / equivalent * Math.max(1, n / (n - 1 / (1 - coefficient)));
    double white = variance(far) / n;
    double freedom = Math.max(1, equivalent - 1);
    double together =
        (slow + white) * (slow + white) / (slow * slow / freedom + white * white / (n - 1));
    return new Persistence(Math.sqrt(slow + white), slow + white > 0 ? together : n - 1);
  }

  private static double coefficient(double[] series) {
    double mean = Arrays.stream(series).average().orElse(0);
    double products = 0;
    double squares = 0;
    for (int i = 0; i < series.length; i++) {
      squares += (series[i] - mean) * (series[i] - mean);
      products += i == 0 ? 0 : (series[i] - mean) * (series[i - 1] - mean);
    }
    double raw = squares > 0 ? products / squares : 0;
    return Math.max(0, Math.min(MOST, raw + (1 + 3 * raw) / series.length));
  }

  /** Without what is further from the median than most by far: there the value before it holds. */
  private static double[] near(double[] series) {
    double median = median(series);
    double[] off = Arrays.stream(series).map(value -> Math.abs(value - median)).toArray();
    double limit = FAR * median(off) / UPPER_QUARTILE;
    double[] near = series.clone();
    double last = median;
    for (int i = 0; limit > 0 && i < near.length; i++) {
      last = off[i] > limit ? last : series[i];
      near[i] = last;
    }
    return near;
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  private static double variance(double[] values) {
    double mean = Arrays.stream(values).average().orElse(0);
    return Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum() / (values.length - 1);
  }
}
