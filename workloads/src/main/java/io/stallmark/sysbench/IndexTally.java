package io.stallmark.sysbench;

import io.stallmark.data.Rng;
import org.jspecify.annotations.Nullable;

/**
 * Compares two sets of (id, k) in constant memory. Adds the rows of the table and subtracts the
 * entries of the index; all sums are 0 if both agree.
 *
 * <p>The sums are kept in buckets by id. With few differences, most buckets contain at most one,
 * and the sums of such a bucket identify it. The idea is from Eppstein et al., "What's the
 * difference? Efficient set reconciliation without prior context", SIGCOMM 2011. Not thread-safe.
 */
final class IndexTally {

  private static final int BUCKETS = 256;

  private final long[] rows = new long[BUCKETS];
  private final long[] ids = new long[BUCKETS];
  private final long[] ks = new long[BUCKETS];
  private final long[] products = new long[BUCKETS];
  private final long[] hashes = new long[BUCKETS];

  void addRow(long id, long k) {
    add(id, k, 1);
  }

  void addEntry(long id, long k) {
    add(id, k, -1);
  }

  private void add(long id, long k, int sign) {
    int bucket = bucket(id);
    rows[bucket] += sign;
    ids[bucket] += sign * id;
    ks[bucket] += sign * k;
    products[bucket] += sign * id * k;
    hashes[bucket] += sign * hash(id, k);
  }

  void add(IndexTally other) {
    for (int i = 0; i < BUCKETS; i++) {
      rows[i] += other.rows[i];
      ids[i] += other.ids[i];
      ks[i] += other.ks[i];
      products[i] += other.products[i];
      hashes[i] += other.hashes[i];
    }
  }

  /** Lower bound of the number of rows in which table and index differ. */
  long differences() {
    long differences = 0;
    for (int i = 0; i < BUCKETS; i++) {
      if (differs(i)) {
        differences += Math.max(1, Math.abs(rows[i]));
      }
    }
    return differences;
  }

  /** Describes a difference that is the only one in its bucket; null if there is none. */
  @Nullable String example() {
    for (int i = 0; i < BUCKETS; i++) {
      String example = differs(i) ? example(i) : null;
      if (example != null) {
        return example;
      }
    }
    return null;
  }

  private @Nullable String example(int bucket) {
    long id = ids[bucket];
    long k = ks[bucket];
    if (rows[bucket] == 1 && hashes[bucket] == hash(id, k)) {
      return "row id=" + id + " k=" + k + " is not in the index";
    }
    if (rows[bucket] == -1 && hashes[bucket] == -hash(-id, -k)) {
      return "the index has id=" + -id + " k=" + -k + ", the table has not";
    }
    // The same id with another k: id = id × (k − other k) / (k − other k).
    if (rows[bucket] == 0 && id == 0 && k != 0 && bucket(products[bucket] / k) == bucket) {
      return "row id=" + products[bucket] / k + " has another k in the index";
    }
    return null;
  }

  private boolean differs(int i) {
    return (rows[i] | ids[i] | ks[i] | products[i] | hashes[i]) != 0;
  }

  private static int bucket(long id) {
    return (int) Rng.mix(id) & (BUCKETS - 1);
  }

  private static long hash(long id, long k) {
    return Rng.mix(Rng.mix(id) + k);
  }
}
