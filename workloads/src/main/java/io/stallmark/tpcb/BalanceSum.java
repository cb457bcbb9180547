package io.stallmark.tpcb;

import io.stallmark.data.Rng;
import io.stallmark.text.Text;
import org.jspecify.annotations.Nullable;

/**
 * Sums of amounts of many accounts, in constant memory. Two sums are equal if each account has the
 * same amount in both; otherwise they differ, but for a chance of 2^-64. All sums are modulo 2^64.
 * Not thread-safe.
 */
final class BalanceSum {

  private long total;
  private long products;
  private long hashes;

  void add(long account, long amount) {
    total += amount;
    products += account * amount;
    hashes += Rng.mix(account) * amount;
  }

  void add(BalanceSum other) {
    total += other.total;
    products += other.products;
    hashes += other.hashes;
  }

  long total() {
    return total;
  }

  /** Describes how balances differ from the history; names the account if it is a single one. */
  @Nullable String difference(BalanceSum history) {
    long amount = total - history.total;
    long product = products - history.products;
    long hash = hashes - history.hashes;
    if (amount == 0 && product == 0 && hash == 0) {
      return null;
    }
    if (amount != 0 && product % amount == 0 && hash == Rng.mix(product / amount) * amount) {
      return Text.format(
          "The balance of account aid=%d differs from its history by %d", product / amount, amount);
    }
    return Text.format(
        "The balances of several accounts differ from their history, by %d in all", amount);
  }
}
