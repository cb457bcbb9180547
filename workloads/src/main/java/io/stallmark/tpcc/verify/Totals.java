package io.stallmark.tpcc.verify;

import io.stallmark.text.Text;
import io.stallmark.tpcc.data.Scale;
import io.stallmark.verification.KeyedSum;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;

/**
 * Sums that conditions compare across tables, by key and in constant memory. Not thread-safe: each
 * part of the check has its own, which are added at its end.
 */
final class Totals {

  /** What the sums have as keys. */
  private enum Key {
    WAREHOUSE(key -> "warehouse w_id=" + key),
    DISTRICT(key -> "district " + Scale.districtWords(key)),
    CUSTOMER(key -> "customer " + Scale.customerWords(key)),
    STOCK(key -> "stock " + Scale.stockWords(key));

    @SuppressWarnings("ImmutableEnumChecker") // formats a number
    private final LongFunction<String> words;

    Key(LongFunction<String> words) {
      this.words = words;
    }
  }

  /** Two sums that must be equal for each key. */
  enum Equation {
    WAREHOUSE_DISTRICTS(Key.WAREHOUSE, true, "Condition 1: w_ytd is not the sum of d_ytd"),
    WAREHOUSE_HISTORY(Key.WAREHOUSE, true, "Condition 8: w_ytd is not the sum of h_amount"),
    DISTRICT_HISTORY(Key.DISTRICT, true, "Condition 9: d_ytd is not the sum of h_amount"),
    CUSTOMER_HISTORY(
        Key.CUSTOMER,
        true,
        "Condition 10: c_balance is not the sum of the delivered ol_amount less that of h_amount"),
    PAYMENTS(Key.CUSTOMER, false, "c_payment_cnt is not the number of rows of history"),
    STOCK_SOLD(Key.STOCK, false, "s_ytd is not the sum of ol_quantity"),
    STOCK_ORDERS(Key.STOCK, false, "s_order_cnt is not the number of order lines"),
    STOCK_REMOTE(
        Key.STOCK, false, "s_remote_cnt is not the number of order lines of other warehouses");

    private final Key key;
    private final boolean money;
    private final String rule;

    Equation(Key key, boolean money, String rule) {
      this.key = key;
      this.money = money;
      this.rule = rule;
    }

    private String words(KeyedSum.Difference difference) {
      String amount =
          money
              ? BigDecimal.valueOf(difference.amount(), 2).toPlainString()
              : Long.toString(difference.amount());
      return difference.single()
          ? Text.format("%s: %s differs by %s", rule, key.words.apply(difference.key()), amount)
          : Text.format("%s: several rows differ, by %s in all", rule, amount);
    }
  }

  private final Map<Equation, KeyedSum> left = sums();
  private final Map<Equation, KeyedSum> right = sums();

  private static Map<Equation, KeyedSum> sums() {
    Map<Equation, KeyedSum> sums = new EnumMap<>(Equation.class);
    for (Equation each : Equation.values()) {
      sums.put(each, new KeyedSum());
    }
    return sums;
  }

  /** Adds to the first of the sums that a rule names. */
  void left(Equation equation, long key, long amount) {
    left.getOrDefault(equation, new KeyedSum()).add(key, amount);
  }

  void right(Equation equation, long key, long amount) {
    right.getOrDefault(equation, new KeyedSum()).add(key, amount);
  }

  void add(Totals other) {
    other.left.forEach((equation, sum) -> left.getOrDefault(equation, sum).add(sum));
    other.right.forEach((equation, sum) -> right.getOrDefault(equation, sum).add(sum));
  }

  /** One sentence for each equation that does not hold. */
  List<String> findings() {
    List<String> all = new ArrayList<>();
    left.forEach(
        (equation, sum) -> {
          KeyedSum.Difference difference =
              sum.difference(right.getOrDefault(equation, new KeyedSum()));
          if (difference != null) {
            all.add(equation.words(difference));
          }
        });
    return all;
  }
}
