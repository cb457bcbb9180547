package io.stallmark.experiment;

/**
 * How fast a run is expected to be, for the plan alone.
 *
 * @param transactionsPerSecond 0: nobody said
 * @param loadedRowsPerSecond 0: nobody said
 */
record ExpectedRows(double transactionsPerSecond, double loadedRowsPerSecond) {

  static final ExpectedRows UNKNOWN = new ExpectedRows(0, 0);

  /** The other's figures where it has them. */
  ExpectedRows or(ExpectedRows other) {
    return new ExpectedRows(
        transactionsPerSecond > 0 ? transactionsPerSecond : other.transactionsPerSecond,
        loadedRowsPerSecond > 0 ? loadedRowsPerSecond : other.loadedRowsPerSecond);
  }
}
