package io.stallmark.pgbench.expression;

import io.stallmark.data.Rng;

/**
 * pgbench's {@code permute}: a pseudorandom permutation of 0 to size − 1. Six rounds mix the part
 * of the numbers below a power of two, then the part above, then shift all. The keys of the rounds
 * come from xoroshiro128** (Blackman and Vigna, 2018), seeded with SplitMix64. Not thread-safe.
 */
final class Permutation {

  private static final int ROUNDS = 6;
  private static final long STEP = 0x9e3779b97f4a7c15L;

  private long s0;
  private long s1;

  /**
   * Returns the place of a number.
   *
   * @param size above 0
   */
  long of(long number, long size, long seed) {
    if (size < 2) {
      return 0;
    }
    s0 = Rng.mix(seed + STEP);
    s1 = Rng.mix(seed + STEP + STEP);
    int bits = Long.SIZE - 1 - Long.numberOfLeadingZeros(size);
    long mask = (1L << bits) - 1;
    long place = Long.remainderUnsigned(number, size);
    for (int round = 0; round < ROUNDS; round++) {
      place = mixed(place, mask, bits);
      place = size - 1 - mixed(size - 1 - place, mask, bits);
      place = Long.remainderUnsigned(place + upTo(size - 1), size);
    }
    return place;
  }

  /** Multiplies by an odd key, adds another one bit by bit, and rotates, within the mask. */
  private long mixed(long place, long mask, int bits) {
    long odd = (next() & mask) | 1;
    long key = next() & mask;
    if (place > mask) {
      return place;
    }
    long mixed = ((place * odd) ^ key) & mask;
    return ((mixed << 1) & mask) | (mixed >>> (bits - 1));
  }

  /** Returns a number from 0 to a greatest one: the first draw of its bits that is not above it. */
  private long upTo(long most) {
    int unused = Long.numberOfLeadingZeros(most);
    long draw;
    do {
      draw = next() >>> unused;
    } while (draw > most);
    return draw;
  }

  private long next() {
    long a = s0;
    long b = s1 ^ a;
    s0 = Long.rotateLeft(a, 24) ^ b ^ (b << 16);
    s1 = Long.rotateLeft(b, 37);
    return Long.rotateLeft(a * 5, 7) * 9;
  }
}
