package io.stallmark.tpcc.transaction;

import io.stallmark.spi.workload.Setting;
import java.util.List;
import java.util.stream.Stream;

/**
 * Kind of transaction in the results. The service level is that of clause 5.2.5.3; keying and think
 * times are those of clause 5.2.5.7.
 */
public enum TpccKind {
  NEW_ORDER(5, 18, 12),
  /** An order with an unused item, which is rolled back on purpose. */
  NEW_ORDER_ROLLBACK(5, 18, 12),
  PAYMENT(5, 3, 12),
  ORDER_STATUS(5, 2, 10),
  DELIVERY(5, 2, 5),
  STOCK_LEVEL(20, 2, 5);

  /** Share of the transactions that must end within the limit. */
  public static final double PERCENT = 90;

  /** The five transactions, in the order of the weights of a mix. */
  public static final List<TpccKind> TYPES =
      List.of(NEW_ORDER, PAYMENT, ORDER_STATUS, DELIVERY, STOCK_LEVEL);

  private final int limit;
  private final int keying;
  private final int thinking;

  TpccKind(int limit, int keying, int thinking) {
    this.limit = limit;
    this.keying = keying;
    this.thinking = thinking;
  }

  public static List<String> names() {
    return Stream.of(values()).map(TpccKind::word).toList();
  }

  public String word() {
    return Setting.word(this);
  }

  /** Response time within which that share must end, seconds. A delivery is not queued. */
  public int limit() {
    return limit;
  }

  /** Time before the transaction, seconds. */
  int keying() {
    return keying;
  }

  /** Mean of the time after the transaction, seconds. */
  int thinking() {
    return thinking;
  }
}
