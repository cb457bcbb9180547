package io.stallmark.analysis.compare;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;

/**
 * The intervals of a run as a table that can be drawn anew from its own blocks (circular block
 * bootstrap: Politis and Romano 1992). Of each block only the sum is needed, and that is the
 * difference of two rows, so that drawing costs no more than there are blocks. Immutable.
 */
final class Blocks {

  private final double[][] before; // sums of the rows before each; twice around
  private final int rows;
  private final int columns;

  /**
   * @param table one row an interval; what is in the columns must sum
   */
  Blocks(double[][] table) {
    rows = table.length;
    columns = table[0].length;
    before = new double[2 * rows + 1][columns];
    for (int i = 0; i < 2 * rows; i++) {
      for (int j = 0; j < columns; j++) {
        before[i + 1][j] = before[i][j] + table[i % rows][j];
      }
    }
  }

  /** Of one column. */
  static Blocks of(double[] column) {
    return new Blocks(
        Arrays.stream(column).mapToObj(v -> new double[] {v}).toArray(double[][]::new));
  }

  int rows() {
    return rows;
  }

  /** Of each column. */
  double[] sums() {
    return before[rows].clone();
  }

  /**
   * The standard deviation of a figure over so many drawings.
   *
   * @param figure of the columns' sums
   */
  double deviation(ToDoubleFunction<double[]> figure, int length, int drawings, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double mean = 0;
    double squares = 0;
    for (int i = 1; i <= drawings; i++) {
      double drawn = figure.applyAsDouble(draw(length, random));
      double off = drawn - mean;
      mean += off / i;
      squares += off * (drawn - mean);
    }
    return Math.sqrt(squares / (drawings - 1));
  }

  private double[] draw(int length, SplittableRandom random) {
    double[] sums = new double[columns];
    for (int left = rows; left > 0; left -= length) {
      int from = random.nextInt(rows);
      double[] low = before[from];
      double[] high = before[from + Math.min(length, left)];
      for (int j = 0; j < columns; j++) {
        sums[j] += high[j] - low[j];
      }
    }
    return sums;
  }
}
