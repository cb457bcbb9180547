package io.stallmark.transfer.existing;

/**
 * Division of the keys of a table into ranges of about the same width.
 *
 * @param first lowest key
 * @param last highest key; below {@code first}: the table has no rows
 * @param ranges number of ranges
 * @param bounded whether a range is read by its keys; false: the whole table is one range
 */
record KeyDivision(long first, long last, long ranges, boolean bounded) {

  /** The whole table as one range. */
  static final KeyDivision WHOLE = new KeyDivision(0, 0, 1, false);

  /** Divides the keys into at most this number of ranges. */
  static KeyDivision of(long first, long last, int most) {
    long distance = last - first; // negative: more than a signed number can express
    return new KeyDivision(
        first, last, distance < 0 || distance >= most ? most : distance + 1, true);
  }

  /** Division of a table without rows. */
  static KeyDivision empty() {
    return new KeyDivision(0, -1, 1, true);
  }

  /** Lowest key of a range, from 0. */
  long low(long range) {
    return first + range * width() + Math.min(range, rest());
  }

  /** Highest key of a range. */
  long high(long range) {
    return range == ranges - 1 ? last : low(range + 1) - 1;
  }

  private long width() {
    return Long.divideUnsigned(last - first, ranges);
  }

  private long rest() {
    return Long.remainderUnsigned(last - first, ranges);
  }
}
