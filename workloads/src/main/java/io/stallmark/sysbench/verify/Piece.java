package io.stallmark.sysbench.verify;

/**
 * A range of ids or of values of k, both ends included.
 *
 * @param byIndex whether it is one of k, to be read along the index
 */
record Piece(int table, boolean byIndex, long low, long high) {

  /** So many for the ids of a table, and as many again for its index. */
  static final int PER_SCAN = 16;

  /**
   * @param part 0 to PER_SCAN − 1; the first and the last reach out to all that INTEGER can hold
   * @param rows the numbers 1 to rows are divided evenly
   */
  static Piece of(int table, boolean byIndex, int part, long rows) {
    long low = part == 0 ? Integer.MIN_VALUE : rows * part / PER_SCAN + 1;
    long high = part == PER_SCAN - 1 ? Integer.MAX_VALUE : rows * (part + 1) / PER_SCAN;
    return new Piece(table, byIndex, low, high);
  }
}
