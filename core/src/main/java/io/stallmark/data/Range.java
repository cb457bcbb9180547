package io.stallmark.data;

/** The range [low, high] of a distribution, both ends included. */
record Range(long low, long high) {

  /** Beyond this, doubles no longer tell neighbours apart. */
  private static final long MAX_SIZE = 1L << 53;

  Range {
    if (low > high) {
      throw new IllegalArgumentException("No number lies between " + low + " and " + high);
    }
    long distance = high - low;
    if (distance < 0 || distance >= MAX_SIZE) {
      throw new IllegalArgumentException(
          "The range from " + low + " to " + high + " is wider than 2^53");
    }
  }

  /** How many numbers it holds. */
  double size() {
    return (double) (high - low + 1);
  }

  /** From its first to its last number. */
  double distance() {
    return (double) (high - low);
  }

  /** low + offset, but never beyond high, where rounding would carry a draw near 1. */
  long at(double offset) {
    return Math.min(low + (long) offset, high);
  }
}
