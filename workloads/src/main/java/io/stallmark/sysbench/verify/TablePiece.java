package io.stallmark.sysbench.verify;

import io.stallmark.model.Param;
import io.stallmark.model.Type;
import java.util.List;

/** Range of ids or of values of k, both ends inclusive. */
record TablePiece(long low, long high) {

  /** Parameters of a read: lower and upper bound of the range, both inclusive. */
  static final List<Param> RANGE =
      List.of(new Param("low", Type.INT32), new Param("high", Type.INT32));

  /** Number of pieces of a table's ids, and number of pieces of its index. */
  static final int PER_SCAN = 16;

  /**
   * @param part index of the piece, 0 to PER_SCAN − 1; the first and the last extend to the bounds
   *     of INTEGER
   * @param rows number of rows; the numbers 1 to rows are divided evenly
   */
  static TablePiece of(int part, long rows) {
    long low = part == 0 ? Integer.MIN_VALUE : rows * part / PER_SCAN + 1;
    long high = part == PER_SCAN - 1 ? Integer.MAX_VALUE : rows * (part + 1) / PER_SCAN;
    return new TablePiece(low, high);
  }
}
