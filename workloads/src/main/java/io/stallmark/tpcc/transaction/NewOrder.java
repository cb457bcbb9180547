package io.stallmark.tpcc.transaction;

import io.stallmark.model.Assignment;
import io.stallmark.model.Op;
import io.stallmark.model.Select;
import io.stallmark.model.Value;
import io.stallmark.spi.DbException;
import io.stallmark.spi.PreparedOperation;
import io.stallmark.spi.Row;
import io.stallmark.spi.RowSink;
import io.stallmark.spi.Session;
import io.stallmark.tpcc.data.NonUniform;
import io.stallmark.tpcc.ledger.RunLedger;
import io.stallmark.tpcc.schema.TpccTables;
import java.util.ArrayList;
import java.util.List;

/** The transaction New-Order (clause 2.4). Not thread-safe. */
final class NewOrder implements TpccClient.Transaction {

  private static final Op SELECT_WAREHOUSE =
      new Op.Read(
          "select_warehouse_tax", TpccTables.WAREHOUSE, Select.columns("w_tax"), Keys.WAREHOUSE);

  private static final Op SELECT_CUSTOMER =
      new Op.Read(
          "select_customer_discount",
          TpccTables.CUSTOMER,
          Select.columns("c_discount", "c_last", "c_credit"),
          Keys.CUSTOMER);

  private static final Op SELECT_DISTRICT =
      new Op.Read(
              "select_district_next",
              TpccTables.DISTRICT,
              Select.columns("d_next_o_id", "d_tax"),
              Keys.DISTRICT)
          .lock();

  private static final Op.Update UPDATE_DISTRICT =
      new Op.Update(
          "update_district_next",
          TpccTables.DISTRICT,
          List.of(new Assignment.Add("d_next_o_id", Value.literal(1))),
          Keys.DISTRICT);

  private final TpccTerminal terminal;
  private final RunLedger ledger;
  private final Session session;
  private final boolean tells;
  private final boolean embedded;
  private final PreparedOperation warehouse;
  private final PreparedOperation customer;
  private final PreparedOperation district;
  private final PreparedOperation next;
  private final PreparedOperation order;
  private final PreparedOperation open;
  private final OrderLines lines;
  private final NonUniform customers;
  private final RowSink taken = this::take;
  private long number;

  NewOrder(Terms terms, TpccTerminal terminal, RunLedger ledger, Session session)
      throws DbException {
    this.terminal = terminal;
    this.ledger = ledger;
    this.session = session;
    tells = terms.tells();
    embedded = terms.schema().embedded();
    warehouse = PreparedOperation.of(session, SELECT_WAREHOUSE).expect(1);
    customer = PreparedOperation.of(session, SELECT_CUSTOMER).expect(1);
    district = PreparedOperation.of(session, tells ? takeNext() : SELECT_DISTRICT).expect(1);
    next = tells ? district : PreparedOperation.of(session, UPDATE_DISTRICT).expect(1);
    order = PreparedOperation.of(session, terms.schema().insert(TpccTables.ORDERS, 1));
    open = PreparedOperation.of(session, terms.schema().insert(TpccTables.NEW_ORDER, 1));
    customers = NonUniform.customer(terms.schema().scale());
    lines = new OrderLines(terms, terminal, session);
  }

  /** Takes the next number of an order, and returns the values before. */
  private static Op takeNext() {
    return UPDATE_DISTRICT.telling("d_next_o_id", "d_tax");
  }

  static List<Op> ops(Terms terms) {
    List<Op> all = new ArrayList<>(List.of(SELECT_WAREHOUSE, SELECT_CUSTOMER));
    all.addAll(terms.tells() ? List.of(takeNext()) : List.of(SELECT_DISTRICT, UPDATE_DISTRICT));
    all.add(terms.schema().insert(TpccTables.ORDERS, 1));
    all.add(terms.schema().insert(TpccTables.NEW_ORDER, 1));
    all.addAll(OrderLines.ops(terms));
    return all;
  }

  @Override
  public void run(TpccClient.Kinds kinds) throws DbException {
    long w = terminal.warehouse();
    long d = terminal.district();
    long c = customers.draw(terminal.rng());
    boolean unused = terminal.percent(1);
    kinds.is(unused ? TpccKind.NEW_ORDER_ROLLBACK : TpccKind.NEW_ORDER);
    lines.draw(w, unused);
    session.begin();
    TpccTerminal.found(warehouse.set(0, w).execute(), "warehouse", w);
    TpccTerminal.found(customer.set(0, w).set(1, d).set(2, c).execute(), "customer", w, d, c);
    TpccTerminal.found(district.set(0, w).set(1, d).execute(taken), "district", w, d);
    if (!tells) {
      next.set(0, w).set(1, d).execute();
    }
    long now = System.currentTimeMillis();
    if (!embedded) {
      insertOrder(w, d, c, now);
    }
    if (!lines.write(w, d, number)) {
      session.rollback();
      return;
    }
    if (embedded) {
      lines.embed(order.args());
      insertOrder(w, d, c, now);
    }
    session.commit();
    ledger.ordered(w, d, number);
  }

  private void insertOrder(long w, long d, long c, long now) throws DbException {
    order.set(0, number).set(1, d).set(2, w).set(3, c).set(4, now);
    order.args().setNull(5);
    order.set(6, lines.count()).set(7, lines.local() ? 1 : 0).execute();
    open.set(0, number).set(1, d).set(2, w).execute();
  }

  private void take(Row row) throws DbException {
    number = row.getLong(0);
  }
}
