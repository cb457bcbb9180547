package io.stallmark.experiment;

/**
 * How fast a run is expected to be, for the plan alone.
 *
 * @param transactionsPerSecond 0: nobody said
 * @param loadedRowsPerSecond 0: nobody said
 */
record Expected(double transactionsPerSecond, double loadedRowsPerSecond) {

  static final Expected UNKNOWN = new Expected(0, 0);

  /** The other's figures where it has them. */
  Expected or(Expected other) {
    return new Expected(
        transactionsPerSecond > 0 ? transactionsPerSecond : other.transactionsPerSecond,
        loadedRowsPerSecond > 0 ? loadedRowsPerSecond : other.loadedRowsPerSecond);
  }
}
