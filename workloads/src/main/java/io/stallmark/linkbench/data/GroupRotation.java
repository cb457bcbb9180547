package io.stallmark.linkbench.data;

import java.util.Random;

/**
 * LinkBench's permutation of 0 … n − 1: numbers with the same remainder by 1024 form a group, and
 * each group is rotated by an amount of its own. Neighbours so come to lie far from each other, and
 * both directions take a division only. Immutable.
 */
final class GroupRotation {

  private static final int MOST_GROUPS = 1024;

  private final long n;
  private final int groups;
  private final long[] turns;

  /**
   * @param n at least 1
   * @param seed of the {@link Random} that draws the amounts
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
      // An int is what the original draws; it has no larger graphs.
      turns[group] =
          least <= Integer.MAX_VALUE ? random.nextInt((int) least) : random.nextLong(least);
    }
  }

  /** Where a number goes. */
  long to(long i) {
    int group = (int) (i % groups);
    return group + groups * ((i / groups + turns[group]) % length(group));
  }

  /** Which number goes there. */
  long from(long i) {
    int group = (int) (i % groups);
    long length = length(group);
    return group + groups * ((i / groups - turns[group] + length) % length);
  }

  private long length(int group) {
    return n / groups + (group < n % groups ? 1 : 0);
  }
}
