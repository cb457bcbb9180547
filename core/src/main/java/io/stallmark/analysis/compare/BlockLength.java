package io.stallmark.analysis.compare;

/**
 * How many neighbours of a series a circular block bootstrap must keep together: the automatic
 * choice of Politis and White, "Automatic Block-Length Selection for the Dependent Bootstrap",
 * Econometric Reviews 23 (2004), as corrected by Patton, Politis and White, Econometric Reviews 28
 * (2009).
 */
final class BlockLength {

  /** The papers' constant: correlations within this many standard errors of 0 are taken for 0. */
  private static final double INSIGNIFICANT = 2;

  private static final int FEWEST_LAGS = 5;

  private BlockLength() {}

  /** At least 1, at most the lesser of a third of the series and three times its square root. */
  static int of(double[] series) {
    int n = series.length;
    double[] deviations = deviations(series);
    int run = Math.max(FEWEST_LAGS, (int) Math.ceil(Math.sqrt(Math.log10(n))));
    int most = Math.min(n - 1, (int) Math.ceil(Math.sqrt(n)) + run);
    double[] covariances = new double[most + 1];
    for (int lag = 0; lag <= most; lag++) {
      covariances[lag] = covariance(deviations, lag);
    }
    if (!(covariances[0] > 0)) {
      return 1;
    }
    int window = Math.min(2 * lastSignificant(covariances, n, run), most);
    double spectrum = covariances[0];
    double slope = 0;
    for (int lag = 1; lag <= window; lag++) {
      double weighted = 2 * flatTop((double) lag / window) * covariances[lag];
      spectrum += weighted;
      slope += lag * weighted;
    }
    double optimal = Math.cbrt(1.5 * slope * slope * n / (spectrum * spectrum));
    double bound = Math.ceil(Math.min(3 * Math.sqrt(n), n / 3.0));
    return Double.isFinite(optimal) ? (int) Math.max(1, Math.min(bound, Math.rint(optimal))) : 1;
  }

  private static double[] deviations(double[] series) {
    double mean = 0;
    for (double value : series) {
      mean += value / series.length;
    }
    double[] deviations = new double[series.length];
    for (int i = 0; i < series.length; i++) {
      deviations[i] = series[i] - mean;
    }
    return deviations;
  }

  private static double covariance(double[] deviations, int lag) {
    double sum = 0;
    for (int i = lag; i < deviations.length; i++) {
      sum += deviations[i] * deviations[i - lag];
    }
    return sum / deviations.length;
  }

  /** The lag after which so many in a row are no correlations, 1 at least. */
  private static int lastSignificant(double[] covariances, int n, int run) {
    double limit = INSIGNIFICANT * Math.sqrt(Math.log10(n) / n) * covariances[0];
    int last = 0;
    for (int lag = 1; lag < covariances.length && lag - last <= run; lag++) {
      if (Math.abs(covariances[lag]) >= limit) {
        last = lag;
      }
    }
    return Math.max(1, last);
  }

  /** The trapezoid of Politis and Romano: 1 up to the middle, then down to 0. */
  private static double flatTop(double share) {
    return Math.min(1, 2 * (1 - share));
  }
}
