package io.stallmark.analysis.compare;

import java.util.Arrays;
import java.util.function.ToDoubleFunction;

/**
 * A figure and how well it is known.
 *
 * @param value the figure, or its logarithm
 * @param error its standard error
 * @param freedom the degrees of freedom that this error has
 */
record Estimate(double value, double error, double freedom) {

  private static final int DRAWINGS = 500;
  private static final long SEED = 2004;

  /**
   * Of one run, whose intervals resemble their neighbours.
   *
   * <p>A bootstrap's error is too small where there are few blocks. As with the mean of few
   * independent values, of which this is the case where blocks have a length of 1, it is corrected
   * by the share of one block, and has a degree of freedom fewer than there are blocks.
   *
   * @param figure of the sums of the columns
   * @param influence what each interval adds to the figure, whose correlation decides the blocks
   */
  static Estimate ofIntervals(
      Blocks blocks, ToDoubleFunction<double[]> figure, double[] influence) {
    int rows = blocks.rows();
    int length = BlockLength.of(influence);
    double share = (double) length / rows;
    Persistence slow = Persistence.of(influence);
    double ofMean =
        Blocks.of(influence).deviation(sums -> sums[0] / rows, length, DRAWINGS, SEED)
            / Math.sqrt(1 - share);
    double longer = ofMean > 0 ? Math.max(1, slow.error() / ofMean) : 1;
    double error = blocks.deviation(figure, length, DRAWINGS, SEED) / Math.sqrt(1 - share);
    double freedom = Math.max(1, Math.min(1 / share - 1, slow.freedom()));
    return new Estimate(figure.applyAsDouble(blocks.sums()), longer * error, freedom);
  }

  /** The same with another error, independent of this one, that no run shows. */
  Estimate wider(double other) {
    return new Estimate(value, Math.hypot(error, other), freedom);
  }

  /** Of repeated runs, which are independent: the mean of what each came to. Two or more. */
  static Estimate ofRuns(double[] figures) {
    int n = figures.length;
    double mean = Arrays.stream(figures).average().orElse(Double.NaN);
    double squares = Arrays.stream(figures).map(figure -> Math.pow(figure - mean, 2)).sum();
    return new Estimate(mean, Math.sqrt(squares / (n - 1) / n), n - 1);
  }
}
