package io.stallmark.tpcc.transaction;

import io.stallmark.model.Op;
import io.stallmark.model.Predicate;
import io.stallmark.model.Select;
import io.stallmark.spi.DbException;
import io.stallmark.spi.PreparedOperation;
import io.stallmark.spi.Session;
import io.stallmark.tpcc.schema.TpccTables;
import java.util.ArrayList;
import java.util.List;

/** The transaction Order-Status (clause 2.6), which reads only. Not thread-safe. */
final class OrderStatus implements TpccClient.Transaction {

  private static final Op SELECT_CUSTOMER =
      new Op.Read(
          "select_customer_balance",
          TpccTables.CUSTOMER,
          Select.columns("c_balance", "c_first", "c_middle", "c_last"),
          Keys.CUSTOMER);

  private final TpccTerminal terminal;
  private final Session session;
  private final CustomerChoice customer;
  private final PreparedOperation balance;
  private final PreparedOperation last;
  private final PreparedOperation lines;
  private final boolean embedded;

  OrderStatus(Terms terms, TpccTerminal terminal, Session session) throws DbException {
    this.terminal = terminal;
    this.session = session;
    customer = new CustomerChoice(terms, terminal, session);
    balance = PreparedOperation.of(session, SELECT_CUSTOMER).expect(1);
    last = PreparedOperation.of(session, selectLast(terms)).expect(1);
    embedded = terms.schema().embedded();
    lines = embedded ? last : PreparedOperation.of(session, SELECT_LINES).expect(1);
  }

  private static final Op SELECT_LINES =
      new Op.Read(
          "select_order_lines",
          TpccTables.ORDER_LINE,
          Select.columns("ol_i_id", "ol_supply_w_id", "ol_quantity", "ol_amount", "ol_delivery_d"),
          Keys.LINES);

  private static Op selectLast(Terms terms) {
    Op.Read read =
        new Op.Read(
                "select_last_order",
                terms.schema().stored(TpccTables.ORDERS),
                terms.schema().embedded()
                    ? Select.columns("o_id", "o_entry_d", "o_carrier_id", "o_lines")
                    : Select.columns("o_id", "o_entry_d", "o_carrier_id"),
                Predicate.equal("o_w_id", "o_d_id", "o_c_id"))
            .lastBy("o_id");
    return terms.documents() ? read.using(TpccTables.BY_CUSTOMER) : read;
  }

  static List<Op> ops(Terms terms) {
    List<Op> all =
        new ArrayList<>(List.of(CustomerChoice.op(terms), SELECT_CUSTOMER, selectLast(terms)));
    all.addAll(terms.schema().embedded() ? List.of() : List.of(SELECT_LINES));
    return all;
  }

  @Override
  public void run(TpccClient.Kinds kinds) throws DbException {
    kinds.is(TpccKind.ORDER_STATUS);
    customer.draw(terminal.warehouse(), terminal.district());
    long w = customer.warehouse();
    long d = customer.district();
    session.begin();
    long c = customer.find();
    TpccTerminal.found(balance.set(0, w).set(1, d).set(2, c).execute(), "customer", w, d, c);
    long order = last.set(0, w).set(1, d).set(2, c).number(0);
    TpccTerminal.found(order, "order of customer", w, d, c);
    if (!embedded) {
      lines.set(0, w).set(1, d).set(2, order).execute();
    }
    session.commit();
  }
}
