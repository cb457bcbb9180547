package io.stallmark.tpcc.transaction;

import io.stallmark.data.Rng;
import io.stallmark.model.Op;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import io.stallmark.spi.workload.Client;
import io.stallmark.spi.workload.Slice;
import io.stallmark.tpcc.ledger.RunLedger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Client of the five transactions. */
public final class TpccClient implements Client {

  /** A type of transaction. */
  @FunctionalInterface
  interface Transaction {

    /** Draws the inputs and executes the statements. Calls {@link Kinds#is} before the first. */
    void run(Kinds kinds) throws DbException;
  }

  /** Receives the kind of a transaction. */
  @FunctionalInterface
  interface Kinds {
    void is(TpccKind kind);
  }

  private static final double MOST_MEANS = 10; // clause 5.2.5.4

  private final Rng rng;
  private final boolean keying;
  private final Mix.Draw mix;
  private final Transaction[] types;
  private TpccKind kind = TpccKind.NEW_ORDER;
  private final Kinds kinds = each -> kind = each;

  public TpccClient(Terms terms, RunLedger ledger, Session session, Slice slice)
      throws DbException {
    TpccTerminal terminal = new TpccTerminal(terms, slice);
    rng = slice.rng();
    keying = terms.keying();
    mix = terms.mix().draw(slice.rng());
    types =
        new Transaction[] {
          new NewOrder(terms, terminal, ledger, session),
          new Payment(terms, terminal, ledger, session),
          new OrderStatus(terms, terminal, session),
          new Delivery(terms, terminal, ledger, session),
          new StockLevel(terms, terminal, session)
        };
  }

  /** Returns the operations of all transactions. */
  public static List<Op> ops(Terms terms) {
    List<Op> all = new ArrayList<>(NewOrder.ops(terms));
    all.addAll(Payment.ops(terms));
    all.addAll(OrderStatus.ops(terms));
    all.addAll(Delivery.ops(terms));
    all.addAll(StockLevel.ops(terms));
    return all.stream().distinct().toList();
  }

  /** Returns how often a transaction sends operations, by name and in words; absent: once. */
  public static Map<String, String> times(Terms terms) {
    Map<String, String> times = new HashMap<>();
    Delivery.ops(terms).forEach(op -> times.put(op.name(), "for each of 10 districts"));
    for (String ofLine : List.of("select_item", "select_stock", "update_stock")) {
      times.put(ofLine, "for each line");
    }
    times.put(
        terms.batched() ? "select_stock" : "insert_order_line",
        terms.batched() ? "for each line of another warehouse" : "for each line");
    return times;
  }

  @Override
  public void transaction() throws DbException {
    types[mix.type()].run(kinds);
    mix.done();
  }

  @Override
  public int kind() {
    return kind.ordinal();
  }

  /** The think time after the last transaction, then the keying time before the next. */
  @Override
  public long pause() {
    if (!keying) {
      return 0;
    }
    double means = Math.min(MOST_MEANS, -Math.log(1 - rng.nextDouble()));
    double seconds = means * kind.thinking() + TpccKind.TYPES.get(mix.type()).keying();
    return (long) (seconds * TimeUnit.SECONDS.toNanos(1));
  }
}
