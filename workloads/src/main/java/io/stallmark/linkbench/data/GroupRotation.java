package io.stallmark.linkbench.data;

import java.util.Random;

/**
 * LinkBench's permutation of 0 … n − 1. Numbers with the same remainder modulo 1024 form a group,
 * and each group is rotated by a separate amount. Neighbours are thus far from each other, and both
 * directions take constant time. Immutable.
 */
final class GroupRotation {

  private static final int MOST_GROUPS = 1024;

  private final long n;
  private final int groups;
  private final long[] turns;

  /**
   * @param n size of the permutation, at least 1
   * @param seed seed of the {@link Random} that draws the amounts
   */
  GroupRotation(long n, long seed) {
    if (n < 1) {
      throw new IllegalArgumentException("A permutation of " + n + " numbers");
    }
    this.n = n;
    groups = (int) Math.min(MOST_GROUPS, n);
    turns = new long[groups];
    Random random = new Random(seed);
    long least = n / groups;
    for (int group = 0; group < groups; group++) {
      // The original draws an int; it has no larger graphs.
      turns[group] =
          least <= Integer.MAX_VALUE ? random.nextInt((int) least) : random.nextLong(least);
    }
  }

  /** Maps a number to its position. */
  long to(long i) {
    int group = (int) (i % groups);
    return group + groups * ((i / groups + turns[group]) % length(group));
  }

  /** Maps a position to its number. */
  long from(long i) {
    int group = (int) (i % groups);
    long length = length(group);
    return group + groups * ((i / groups - turns[group] + length) % length);
  }

  private long length(int group) {
    return n / groups + (group < n % groups ? 1 : 0);
  }
}
