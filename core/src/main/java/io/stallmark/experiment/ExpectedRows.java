package io.stallmark.experiment;

/**
 * Expected rates of a run, used only for the plan.
 *
 * @param transactionsPerSecond expected transactions per second; 0: unknown
 * @param loadedRowsPerSecond expected rows per second during a load; 0: unknown
 */
record ExpectedRows(double transactionsPerSecond, double loadedRowsPerSecond) {

  static final ExpectedRows UNKNOWN = new ExpectedRows(0, 0);

  /** These figures; figures that are unknown here are those of the other. */
  ExpectedRows or(ExpectedRows other) {
    return new ExpectedRows(
        transactionsPerSecond > 0 ? transactionsPerSecond : other.transactionsPerSecond,
        loadedRowsPerSecond > 0 ? loadedRowsPerSecond : other.loadedRowsPerSecond);
  }
}
