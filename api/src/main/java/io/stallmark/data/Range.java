package io.stallmark.data;

import io.stallmark.text.RefusedException;

/** Range [low, high] of a distribution, both ends included. */
record Range(long low, long high) {

  /** Maximum size: above it, neighbouring integers are the same double. */
  private static final long MAX_SIZE = 1L << 53;

  Range {
    if (low > high) {
      throw new RefusedException("No number lies between " + low + " and " + high);
    }
    long distance = high - low;
    if (distance < 0 || distance >= MAX_SIZE) {
      throw new RefusedException("The range from " + low + " to " + high + " is wider than 2^53");
    }
  }

  /** Number of integers in the range. */
  double size() {
    return (double) (high - low + 1);
  }

  /** high − low. */
  double distance() {
    return (double) (high - low);
  }

  /** Returns low + offset, at most high: rounding could exceed high for a draw near 1. */
  long at(double offset) {
    return Math.min(low + (long) offset, high);
  }
}
