package io.stallmark.verification;

import io.stallmark.data.Rng;
import org.jspecify.annotations.Nullable;

/**
 * Sums of amounts of many keys, in constant memory. Two sums are equal if each key has the same
 * amount in both; otherwise they differ, but for a chance of 2^-64. All sums are modulo 2^64. Not
 * thread-safe.
 */
public final class KeyedSum {

  private long total;
  private long products;
  private long hashes;

  /**
   * How a sum differs from another one.
   *
   * @param amount sum of all differences
   * @param key the key that differs
   * @param single whether it is the only one; otherwise the key is unknown
   */
  public record Difference(long amount, long key, boolean single) {}

  /** Creates an empty sum. */
  public KeyedSum() {}

  /** Creates a sum of the three numbers that another one has. */
  public KeyedSum(long total, long products, long hashes) {
    this.total = total;
    this.products = products;
    this.hashes = hashes;
  }

  public long products() {
    return products;
  }

  public long hashes() {
    return hashes;
  }

  public void add(long key, long amount) {
    total += amount;
    products += key * amount;
    hashes += Rng.mix(key) * amount;
  }

  public void add(KeyedSum other) {
    total += other.total;
    products += other.products;
    hashes += other.hashes;
  }

  public long total() {
    return total;
  }

  /** Difference from the other sum; finds the key if it is a single one. Null: none. */
  public @Nullable Difference difference(KeyedSum other) {
    long amount = total - other.total;
    long product = products - other.products;
    long hash = hashes - other.hashes;
    if (amount == 0 && product == 0 && hash == 0) {
      return null;
    }
    boolean single =
        amount != 0 && product % amount == 0 && hash == Rng.mix(product / amount) * amount;
    return new Difference(amount, single ? product / amount : -1, single);
  }
}
