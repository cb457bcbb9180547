package io.stallmark.transfer.content;

import io.stallmark.data.Rng;

/** Order in which the keys 1 to n of a table are in its files. */
public enum KeyOrder {
  /** Ascending, as documents with ObjectIds or numbers of a sequence arrive. */
  ARRIVAL,
  /** A random permutation. */
  RANDOM,
  DESCENDING;

  private static final int ROUNDS = 4;

  /**
   * Returns the key at a position.
   *
   * @param position from 0
   * @param count number of keys
   */
  public long key(long seed, long position, long count) {
    return switch (this) {
      case ARRIVAL -> position + 1;
      case DESCENDING -> count - position;
      case RANDOM -> permuted(seed, position, count) + 1;
    };
  }

  /**
   * Permutes the numbers below {@code count}: a Feistel network on an even number of bits, repeated
   * until the result is below {@code count}.
   */
  private static long permuted(long seed, long position, long count) {
    int half = (Long.SIZE - Long.numberOfLeadingZeros(Math.max(1, count - 1)) + 1) / 2;
    long mask = (1L << half) - 1;
    long number = position;
    do {
      long left = number >>> half;
      long right = number & mask;
      for (int round = 0; round < ROUNDS; round++) {
        long mixed = left ^ (Rng.mix(right + Rng.mix(seed + round)) & mask);
        left = right;
        right = mixed;
      }
      number = (left << half) | right;
    } while (number >= count);
    return number;
  }
}
