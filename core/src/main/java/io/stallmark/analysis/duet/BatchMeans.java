package io.stallmark.analysis.duet;

import java.util.Arrays;

/**
 * Standard error of the mean of a series whose values depend on their predecessors, by batch means.
 * The length of a batch is a multiple of the integrated autocorrelation time, whose sum ends as in
 * A. Sokal, "Monte Carlo Methods in Statistical Mechanics", 1997. The dependence that remains
 * between batches widens the error as in A. Tafazzoli and J. Wilson, "Skart", IIE Transactions
 * 43(2), 2011.
 *
 * @param error standard error of the mean; NaN: there are too few values, or one is unknown
 * @param batches number of batches
 * @param length number of values in a batch
 */
record BatchMeans(double error, int batches, int length) {

  /** Minimum number of batches. */
  static final int FEWEST = 10;

  /** Minimum number of values. */
  static final int FEWEST_VALUES = 20;

  /** Length of a batch in autocorrelation times. */
  private static final double SPAN = 2;

  /** Length of the sum of the autocorrelations, in autocorrelation times. */
  private static final double WINDOW = 5;

  /** Largest correlation of two neighbouring batches that the error allows for. */
  private static final double MOST = 0.8;

  static BatchMeans of(double[] values) {
    if (values.length < FEWEST_VALUES || Double.isNaN(mean(values))) {
      return new BatchMeans(Double.NaN, 0, 1);
    }
    int wanted = (int) Math.ceil(SPAN * correlationTime(values));
    int length = Math.min(values.length / FEWEST, wanted);
    double[] batches = new double[values.length / length];
    int left = values.length % length;
    for (int i = 0; i < batches.length; i++) {
      batches[i] = mean(Arrays.copyOfRange(values, left + i * length, left + (i + 1) * length));
    }
    double variance = covariance(batches, 0) * batches.length / (batches.length - 1);
    // An estimated correlation is too small by about 1/n (M. Kendall, Biometrika 41, 1954).
    double next = Math.max(0, Math.min(MOST, correlation(batches, 1) + 1.0 / batches.length));
    double error = Math.sqrt(variance / batches.length * (1 + next) / (1 - next));
    return new BatchMeans(error, batches.length, length);
  }

  /** Returns the integrated autocorrelation time in values, at least 1. */
  private static double correlationTime(double[] values) {
    double time = 1;
    for (int lag = 1; lag < values.length / 2 && lag < WINDOW * time; lag++) {
      time = Math.max(1, time + 2 * correlation(values, lag));
    }
    return time;
  }

  /** Returns the correlation of values with those a number of places later; 0 if all are equal. */
  private static double correlation(double[] values, int lag) {
    double variance = covariance(values, 0);
    return variance == 0 ? 0 : covariance(values, lag) / variance;
  }

  private static double covariance(double[] values, int lag) {
    double mean = mean(values);
    double sum = 0;
    for (int i = lag; i < values.length; i++) {
      sum += (values[i] - mean) * (values[i - lag] - mean);
    }
    return sum / values.length;
  }

  private static double mean(double[] values) {
    return Arrays.stream(values).average().orElse(Double.NaN);
  }
}
