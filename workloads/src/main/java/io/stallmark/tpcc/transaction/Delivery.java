package io.stallmark.tpcc.transaction;

import io.stallmark.model.Assignment;
import io.stallmark.model.Op;
import io.stallmark.model.Param;
import io.stallmark.model.Predicate;
import io.stallmark.model.Select;
import io.stallmark.model.Type;
import io.stallmark.model.Value;
import io.stallmark.spi.DbException;
import io.stallmark.spi.PreparedOperation;
import io.stallmark.spi.Row;
import io.stallmark.spi.RowSink;
import io.stallmark.spi.Session;
import io.stallmark.tpcc.data.Scale;
import io.stallmark.tpcc.ledger.RunLedger;
import io.stallmark.tpcc.schema.LineArray;
import io.stallmark.tpcc.schema.TpccSchema;
import io.stallmark.tpcc.schema.TpccTables;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The transaction Delivery (clause 2.7): the oldest order of each district. Not thread-safe. */
final class Delivery implements TpccClient.Transaction {

  private static final Op SELECT_OLDEST =
      new Op.Read(
              "select_oldest_new_order",
              TpccTables.NEW_ORDER,
              Select.columns("no_o_id"),
              Predicate.equal("no_w_id", "no_d_id"))
          .orderBy("no_o_id")
          .limit(1)
          .lock();

  private static final Op DELETE =
      new Op.Delete(
          "delete_new_order",
          TpccTables.NEW_ORDER,
          Predicate.equal("no_w_id", "no_d_id", "no_o_id"));

  /** The first document of an order is not part of the model. Slots: least and greatest _id. */
  private static final Op TAKE_OLDEST =
      new Op.Native(
          "take_oldest_new_order",
          List.of(
              new Param("low", new Type.Bytes(Keys.ORDER_BYTES)),
              new Param("high", new Type.Bytes(Keys.ORDER_BYTES))),
          Map.of(
              "mongo",
              "{findAndModify: 'new_order', query: {_id: {$gte: ':low', $lte: ':high'}},"
                  + " sort: {_id: 1}, remove: true, fields: {no_o_id: 1, _id: 0}}"),
          Op.Native.Effect.WRITE);

  private static final Op SELECT_CUSTOMER =
      new Op.Read("select_order_customer", TpccTables.ORDERS, Select.columns("o_c_id"), Keys.ORDER);

  /** Slots: o_carrier_id, o_w_id, o_d_id, o_id. */
  private static final Op UPDATE_ORDER =
      new Op.Update(
          "update_order_carrier",
          TpccTables.ORDERS,
          List.of(new Assignment.Set("o_carrier_id", Value.slot("o_carrier_id"))),
          Keys.ORDER);

  /** Slots: ol_delivery_d, ol_w_id, ol_d_id, ol_o_id. */
  private static final Op UPDATE_LINES =
      new Op.Update(
          "update_order_lines_delivery",
          TpccTables.ORDER_LINE,
          List.of(new Assignment.Set("ol_delivery_d", Value.slot("ol_delivery_d"))),
          Keys.LINES);

  private static final Op SUM_LINES =
      new Op.Read(
          "sum_order_lines", TpccTables.ORDER_LINE, new Select.Sum("ol_amount"), Keys.LINES);

  /** Slots: c_balance, c_w_id, c_d_id, c_id. */
  private static final Op UPDATE_CUSTOMER =
      new Op.Update(
          "update_customer_delivery",
          TpccTables.CUSTOMER,
          List.of(
              new Assignment.Add("c_balance", Value.slot("amount")),
              new Assignment.Add("c_delivery_cnt", Value.literal(1))),
          Keys.CUSTOMER);

  private static final Op SELECT_WITH_LINES =
      new Op.Read(
          "select_order_customer",
          TpccSchema.EMBEDDED,
          Select.columns("o_c_id", "o_lines"),
          Keys.ORDER);

  /** All elements of an array are not part of the model. */
  private static final Op UPDATE_WITH_LINES =
      new Op.Native(
          "update_order_carrier",
          List.of(
              new Param("o_carrier_id", Type.INT32),
              new Param("ol_delivery_d", Type.SECONDS),
              new Param("key", new Type.Bytes(Keys.ORDER_BYTES))),
          Map.of(
              "mongo",
              "{update: 'orders', updates: [{q: {_id: ':key'}, u: {$set: {o_carrier_id:"
                  + " ':o_carrier_id', 'o_lines.$[].ol_delivery_d': ':ol_delivery_d'}}}]}"),
          Op.Native.Effect.WRITE);

  /**
   * Attempts to find the oldest order. PostgreSQL's read committed returns no row if another
   * delivery has deleted the row for whose lock it waited.
   */
  private static final int ATTEMPTS = 10;

  private final TpccTerminal terminal;
  private final RunLedger ledger;
  private final Session session;
  private final PreparedOperation oldest;
  private final PreparedOperation delete;
  private final PreparedOperation customer;
  private final PreparedOperation order;
  private final PreparedOperation lines;
  private final PreparedOperation sum;
  private final PreparedOperation balance;
  private final boolean documents;
  private final boolean embedded;
  private final RowSink orderRow = this::readOrder;
  private final byte[] array = LineArray.buffer();
  private long orderCustomer;
  private long orderAmount;

  Delivery(Terms terms, TpccTerminal terminal, RunLedger ledger, Session session)
      throws DbException {
    this.terminal = terminal;
    this.ledger = ledger;
    this.session = session;
    documents = terms.documents();
    oldest = PreparedOperation.of(session, documents ? TAKE_OLDEST : SELECT_OLDEST);
    delete = documents ? oldest : PreparedOperation.of(session, DELETE).expect(1);
    embedded = terms.schema().embedded();
    customer =
        PreparedOperation.of(session, embedded ? SELECT_WITH_LINES : SELECT_CUSTOMER).expect(1);
    order = PreparedOperation.of(session, embedded ? UPDATE_WITH_LINES : UPDATE_ORDER).expect(1);
    lines = embedded ? order : PreparedOperation.of(session, UPDATE_LINES).expect(1);
    sum = embedded ? order : PreparedOperation.of(session, SUM_LINES).expect(1);
    balance = PreparedOperation.of(session, UPDATE_CUSTOMER).expect(1);
  }

  static List<Op> ops(Terms terms) {
    List<Op> all =
        new ArrayList<>(terms.documents() ? List.of(TAKE_OLDEST) : List.of(SELECT_OLDEST, DELETE));
    all.addAll(
        terms.schema().embedded()
            ? List.of(SELECT_WITH_LINES, UPDATE_WITH_LINES)
            : List.of(SELECT_CUSTOMER, UPDATE_ORDER, UPDATE_LINES, SUM_LINES));
    all.add(UPDATE_CUSTOMER);
    return all;
  }

  @Override
  public void run(TpccClient.Kinds kinds) throws DbException {
    kinds.is(TpccKind.DELIVERY);
    long w = terminal.warehouse();
    long carrier = terminal.rng().uniform(1, 10);
    long now = System.currentTimeMillis();
    int skipped = 0;
    session.begin();
    for (long d = 1; d <= Scale.DISTRICTS; d++) {
      long number = take(w, d);
      if (number == 0) {
        skipped++;
      } else if (embedded) {
        deliverEmbedded(w, d, number, carrier, now);
      } else {
        deliver(w, d, number, carrier, now);
      }
    }
    session.commit();
    ledger.delivered(skipped);
  }

  /** Removes the oldest order from those to be delivered. Returns 0 if there is none. */
  private long take(long w, long d) throws DbException {
    if (documents) {
      Keys.order(w, d, 0, oldest.args().bytes(0, Keys.ORDER_BYTES));
      Keys.order(w, d, Long.MAX_VALUE, oldest.args().bytes(1, Keys.ORDER_BYTES));
      oldest.args().length(0, Keys.ORDER_BYTES).length(1, Keys.ORDER_BYTES);
      return oldest.number(0);
    }
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      long number = oldest.set(0, w).set(1, d).number(0);
      if (number > 0) {
        delete.set(0, w).set(1, d).set(2, number).execute();
        return number;
      }
    }
    return 0;
  }

  private void deliverEmbedded(long w, long d, long number, long carrier, long now)
      throws DbException {
    long rows = customer.set(0, w).set(1, d).set(2, number).execute(orderRow);
    TpccTerminal.found(rows, "order", w, d, number);
    Keys.order(w, d, number, order.args().bytes(2, Keys.ORDER_BYTES));
    order.args().length(2, Keys.ORDER_BYTES);
    order.set(0, carrier).set(1, now).execute();
    balance.set(0, orderAmount).set(1, w).set(2, d).set(3, orderCustomer).execute();
  }

  private void readOrder(Row row) throws DbException {
    orderCustomer = row.getLong(0);
    orderAmount = LineArray.amount(array, row.getText(1, array));
  }

  private void deliver(long w, long d, long number, long carrier, long now) throws DbException {
    long c = customer.set(0, w).set(1, d).set(2, number).number(0);
    TpccTerminal.found(c, "order", w, d, number);
    order.set(0, carrier).set(1, w).set(2, d).set(3, number).execute();
    lines.set(0, now).set(1, w).set(2, d).set(3, number).execute();
    long amount = sum.set(0, w).set(1, d).set(2, number).number(0);
    balance.set(0, amount).set(1, w).set(2, d).set(3, c).execute();
  }
}
