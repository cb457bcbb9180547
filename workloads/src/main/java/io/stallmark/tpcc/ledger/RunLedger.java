package io.stallmark.tpcc.ledger;

import io.stallmark.spi.workload.Tally;
import io.stallmark.tpcc.data.Scale;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** What the clients of a run have committed. Thread-safe. */
public final class RunLedger {

  private static final String DELIVERIES = "deliveries";
  private static final String SKIPPED = "skipped";

  private final OrderNumbers orders;
  private final PaymentSums payments = new PaymentSums();
  private final LongAdder deliveries = new LongAdder();
  private final LongAdder skipped = new LongAdder();

  public RunLedger(long warehouses) {
    orders = new OrderNumbers(warehouses);
  }

  public void reset() {
    orders.reset();
    payments.reset();
    deliveries.reset();
    skipped.reset();
  }

  /** Adds a new order that the server has acknowledged. */
  public void ordered(long warehouse, long district, long number) {
    orders.add((int) Scale.district(warehouse, district), number);
  }

  /**
   * Adds a payment of a customer.
   *
   * @param amount cents
   * @param time time of its row, milliseconds since 1970
   * @param sure whether the server has acknowledged it; otherwise it may be there or not
   */
  public void paid(
      long warehouse, long district, long customer, long amount, long time, boolean sure) {
    long key = PaymentSums.key(warehouse, district, customer, amount);
    if (sure) {
      payments.add(key, time);
    } else {
      payments.unsure(key, time);
    }
  }

  /**
   * Adds a delivery.
   *
   * @param without districts that had no order to deliver
   */
  public void delivered(int without) {
    deliveries.increment();
    skipped.add(without);
  }

  public long deliveries() {
    return deliveries.sum();
  }

  /** Districts that had no order to deliver, in all deliveries. */
  public long skipped() {
    return skipped.sum();
  }

  /** Orders and payments as numbers by name, see {@link LostWrites}. */
  public Map<String, Long> acknowledged() {
    Map<String, Long> numbers = new HashMap<>(orders.numbers());
    numbers.putAll(payments.numbers());
    return numbers;
  }

  public Tally tally() {
    Map<String, Long> numbers = new HashMap<>(payments.numbers());
    numbers.put(DELIVERIES, deliveries.sum());
    numbers.put(SKIPPED, skipped.sum());
    return new Tally(numbers, List.of(), orders.bytes());
  }

  /** Adds what the clients of another machine did. */
  public void add(Tally tally) {
    orders.add(tally.results());
    payments.add(tally.numbers());
    deliveries.add(tally.number(DELIVERIES));
    skipped.add(tally.number(SKIPPED));
  }
}
