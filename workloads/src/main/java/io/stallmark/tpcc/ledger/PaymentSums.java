package io.stallmark.tpcc.ledger;

import io.stallmark.text.Text;
import io.stallmark.tpcc.data.Scale;
import io.stallmark.verification.KeyedSum;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The acknowledged payments as a sum over customer and amount, in constant memory, and each payment
 * whose commit had no answer. Thread-safe.
 */
final class PaymentSums {

  /** Prefix of the names of the numbers. */
  static final String PREFIX = "payments.";

  private static final String TOTAL = PREFIX + "count";
  private static final String PRODUCTS = PREFIX + "products";
  private static final String HASHES = PREFIX + "hashes";
  private static final String FROM = PREFIX + "from";
  private static final String TO = PREFIX + "to";
  private static final String UNSURE = PREFIX + "unsure.";

  private static final int AMOUNT_BITS = 20; // the largest amount has 19
  private static final long SECOND = 1000;

  private KeyedSum sum = new KeyedSum();
  private final List<Long> unsure = new ArrayList<>();
  private long from = Long.MAX_VALUE;
  private long to;

  /** Key of a payment; the amount is in cents. */
  static long key(long warehouse, long district, long customer, long amount) {
    return (Scale.customer(warehouse, district, customer) << AMOUNT_BITS) + amount;
  }

  /** Returns a payment in words. */
  static String words(long key) {
    long amount = key & ((1L << AMOUNT_BITS) - 1);
    return Text.format(
        "%s of customer %s",
        BigDecimal.valueOf(amount, 2).toPlainString(), Scale.customerWords(key >> AMOUNT_BITS));
  }

  /** Adds a payment. The time is that of its row, in milliseconds since 1970. */
  synchronized void add(long key, long time) {
    sum.add(key, 1);
    extend(time / SECOND);
  }

  /** Adds a payment that may be there or not. */
  synchronized void unsure(long key, long time) {
    unsure.add(key);
    extend(time / SECOND);
  }

  private void extend(long second) {
    from = Math.min(from, second);
    to = Math.max(to, second);
  }

  synchronized void reset() {
    sum = new KeyedSum();
    unsure.clear();
    from = Long.MAX_VALUE;
    to = 0;
  }

  /** Returns all that is known as numbers by name; empty: no payment. */
  synchronized Map<String, Long> numbers() {
    Map<String, Long> numbers = new HashMap<>();
    if (to > 0) {
      numbers.put(TOTAL, sum.total());
      numbers.put(PRODUCTS, sum.products());
      numbers.put(HASHES, sum.hashes());
      numbers.put(FROM, from);
      numbers.put(TO, to);
      for (int i = 0; i < unsure.size(); i++) {
        numbers.put(UNSURE + i, unsure.get(i));
      }
    }
    return numbers;
  }

  /** Adds the {@link #numbers} of another machine, or of a record. */
  synchronized void add(Map<String, Long> numbers) {
    if (numbers.containsKey(TO)) {
      sum.add(
          new KeyedSum(
              numbers.getOrDefault(TOTAL, 0L),
              numbers.getOrDefault(PRODUCTS, 0L),
              numbers.getOrDefault(HASHES, 0L)));
      extend(numbers.getOrDefault(FROM, 0L));
      extend(numbers.getOrDefault(TO, 0L));
      numbers.forEach(
          (name, key) -> {
            if (name.startsWith(UNSURE)) {
              unsure.add(key);
            }
          });
    }
  }

  /** First second in which a payment was made, since 1970. */
  synchronized long from() {
    return from;
  }

  /** Last second in which a payment was made; 0: there is none. */
  synchronized long to() {
    return to;
  }

  /** Number of acknowledged payments that are not among the rows, or a number that is certain. */
  synchronized Missing missing(Rows rows) {
    KeyedSum.Difference difference = rows.sum.difference(sum);
    long count = Math.max(0, sum.total() - rows.sum.total());
    return difference != null && difference.single() && difference.amount() == -1
        ? new Missing(count, words(difference.key()))
        : new Missing(count, "");
  }

  /**
   * Payments that are gone.
   *
   * @param payment the payment in words; empty: there are several
   */
  record Missing(long count, String payment) {}

  /** Returns an empty sum of the rows that the tables have. */
  synchronized Rows rows() {
    return new Rows(new ArrayList<>(unsure));
  }

  /** The rows of payments, without those that may be there or not. Not thread-safe. */
  static final class Rows {

    private final KeyedSum sum = new KeyedSum();
    private final List<Long> unsure;

    private Rows(List<Long> unsure) {
      this.unsure = unsure;
    }

    void add(long key) {
      if (!unsure.remove((Long) key)) {
        sum.add(key, 1);
      }
    }
  }
}
