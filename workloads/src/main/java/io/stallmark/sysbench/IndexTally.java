package io.stallmark.sysbench;

import io.stallmark.data.Rng;
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.IntStream;
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

  private static final int ROWS = 0;
  private static final int IDS = 1;
  private static final int KS = 2;
  private static final int PRODUCTS = 3;
  private static final int HASHES = 4;

  /** Sums by bucket. */
  private final long[][] sums = new long[BUCKETS][HASHES + 1];

  private long lastK;
  private long[] lastIds = new long[1]; // of the entries with the last k
  private int last;

  void addRow(long id, long k) {
    add(id, k, 1);
  }

  /** Adds an entry. The entries come in the order of k. */
  void addEntry(long id, long k) {
    last = k == lastK ? last : 0;
    lastK = k;
    if (last == lastIds.length) {
      lastIds = Arrays.copyOf(lastIds, 2 * last);
    }
    lastIds[last++] = id;
    add(id, k, -1);
  }

  /** Takes out the entries with the k of the last one. */
  void forgetLastKey() {
    for (int i = 0; i < last; i++) {
      add(lastIds[i], lastK, 1);
    }
    last = 0;
  }

  private void add(long id, long k, int sign) {
    long[] sum = sums[bucket(id)];
    sum[ROWS] += sign;
    sum[IDS] += sign * id;
    sum[KS] += sign * k;
    sum[PRODUCTS] += sign * id * k;
    sum[HASHES] += sign * hash(id, k);
  }

  void add(IndexTally other) {
    for (int i = 0; i < BUCKETS; i++) {
      for (int sum = 0; sum <= HASHES; sum++) {
        sums[i][sum] += other.sums[i][sum];
      }
    }
  }

  /** Lower bound of the number of rows in which table and index differ. */
  long differences() {
    return differing().mapToLong(i -> Math.max(1, Math.abs(sums[i][ROWS]))).sum();
  }

  private IntStream differing() {
    return IntStream.range(0, BUCKETS).filter(i -> Arrays.stream(sums[i]).anyMatch(n -> n != 0));
  }

  /** Describes a difference that is the only one in its bucket; null if there is none. */
  @Nullable String example() {
    return differing().mapToObj(this::example).filter(Objects::nonNull).findFirst().orElse(null);
  }

  private @Nullable String example(int bucket) {
    long[] sum = sums[bucket];
    long id = sum[IDS];
    long k = sum[KS];
    if (sum[ROWS] == 1 && sum[HASHES] == hash(id, k)) {
      return "row id=" + id + " k=" + k + " is not in the index";
    }
    if (sum[ROWS] == -1 && sum[HASHES] == -hash(-id, -k)) {
      return "the index has id=" + -id + " k=" + -k + ", the table has not";
    }
    // The same id with another k: id = id × (k − other k) / (k − other k).
    if (sum[ROWS] == 0 && id == 0 && k != 0 && bucket(sum[PRODUCTS] / k) == bucket) {
      return "row id=" + sum[PRODUCTS] / k + " has another k in the index";
    }
    return null;
  }

  private static int bucket(long id) {
    return (int) Rng.mix(id) & (BUCKETS - 1);
  }

  private static long hash(long id, long k) {
    return Rng.mix(Rng.mix(id) + k);
  }
}
