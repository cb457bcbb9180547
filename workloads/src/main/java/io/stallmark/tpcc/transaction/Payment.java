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
import io.stallmark.tpcc.data.CustomerData;
import io.stallmark.tpcc.ledger.RunLedger;
import io.stallmark.tpcc.schema.TpccTables;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The transaction Payment (clause 2.5). Not thread-safe. */
final class Payment implements TpccClient.Transaction {

  private static final int LOCAL = 85;
  private static final int MOST_NAME = 10;

  /** Slots: amount, w_id. */
  private static final Op UPDATE_WAREHOUSE =
      new Op.Update(
          "update_warehouse_ytd",
          TpccTables.WAREHOUSE,
          List.of(new Assignment.Add("w_ytd", Value.slot("amount"))),
          Keys.WAREHOUSE);

  private static final Op SELECT_WAREHOUSE =
      new Op.Read(
          "select_warehouse",
          TpccTables.WAREHOUSE,
          Select.columns("w_name", "w_street_1", "w_street_2", "w_city", "w_state", "w_zip"),
          Keys.WAREHOUSE);

  /** Slots: amount, d_w_id, d_id. */
  private static final Op UPDATE_DISTRICT =
      new Op.Update(
          "update_district_ytd",
          TpccTables.DISTRICT,
          List.of(new Assignment.Add("d_ytd", Value.slot("amount"))),
          Keys.DISTRICT);

  private static final Op SELECT_DISTRICT =
      new Op.Read(
          "select_district",
          TpccTables.DISTRICT,
          Select.columns("d_name", "d_street_1", "d_street_2", "d_city", "d_state", "d_zip"),
          Keys.DISTRICT);

  private static final Op SELECT_CUSTOMER =
      new Op.Read(
              "select_customer",
              TpccTables.CUSTOMER,
              Select.columns(
                  "c_credit",
                  "c_first",
                  "c_middle",
                  "c_last",
                  "c_street_1",
                  "c_street_2",
                  "c_city",
                  "c_state",
                  "c_zip",
                  "c_phone",
                  "c_since",
                  "c_credit_lim",
                  "c_discount",
                  "c_balance"),
              Keys.CUSTOMER)
          .lock();

  private static final Op SELECT_DATA =
      new Op.Read(
          "select_customer_data", TpccTables.CUSTOMER, Select.columns("c_data"), Keys.CUSTOMER);

  private static final List<Assignment> PAID =
      List.of(
          new Assignment.Add("c_balance", Value.slot("less")),
          new Assignment.Add("c_ytd_payment", Value.slot("amount")),
          new Assignment.Add("c_payment_cnt", Value.literal(1)));

  /** Slots: less, amount, c_w_id, c_d_id, c_id. */
  private static final Op UPDATE_CUSTOMER =
      new Op.Update("update_customer_balance", TpccTables.CUSTOMER, PAID, Keys.CUSTOMER);

  /** Slots: less, amount, c_data, c_w_id, c_d_id, c_id. */
  private static final Op UPDATE_DATA =
      new Op.Update(
          "update_customer_data",
          TpccTables.CUSTOMER,
          and(PAID, new Assignment.Set("c_data", Value.slot("c_data"))),
          Keys.CUSTOMER);

  private final TpccTerminal terminal;
  private final RunLedger ledger;
  private final Session session;
  private final CustomerChoice customer;
  private final PreparedOperation updateWarehouse;
  private final PreparedOperation selectWarehouse;
  private final PreparedOperation updateDistrict;
  private final PreparedOperation selectDistrict;
  private final PreparedOperation selectCustomer;
  private final PreparedOperation selectData;
  private final PreparedOperation updateCustomer;
  private final PreparedOperation updateData;
  private final PreparedOperation insertHistory;
  private final RowSink warehouseRow = this::readWarehouse;
  private final RowSink districtRow = this::readDistrict;
  private final RowSink customerRow = this::readCustomer;
  private final RowSink dataRow = this::readData;
  private final byte[] warehouseName = new byte[MOST_NAME];
  private final byte[] districtName = new byte[MOST_NAME];
  private final byte[] credit = new byte[2];
  private final byte[] data = new byte[TpccTables.CUSTOMER_DATA];
  private final CustomerData text = new CustomerData();
  private int warehouseLength;
  private int districtLength;
  private int dataLength;

  Payment(Terms terms, TpccTerminal terminal, RunLedger ledger, Session session)
      throws DbException {
    this.terminal = terminal;
    this.ledger = ledger;
    this.session = session;
    customer = new CustomerChoice(terms, terminal, session);
    updateWarehouse = PreparedOperation.of(session, UPDATE_WAREHOUSE).expect(1);
    selectWarehouse = PreparedOperation.of(session, SELECT_WAREHOUSE).expect(1);
    updateDistrict = PreparedOperation.of(session, UPDATE_DISTRICT).expect(1);
    selectDistrict = PreparedOperation.of(session, SELECT_DISTRICT).expect(1);
    selectCustomer = PreparedOperation.of(session, SELECT_CUSTOMER).expect(1);
    selectData = PreparedOperation.of(session, SELECT_DATA).expect(1);
    updateCustomer = PreparedOperation.of(session, UPDATE_CUSTOMER).expect(1);
    updateData = PreparedOperation.of(session, UPDATE_DATA).expect(1);
    insertHistory = PreparedOperation.of(session, terms.schema().insert(TpccTables.HISTORY, 1));
  }

  static List<Op> ops(Terms terms) {
    return List.of(
        UPDATE_WAREHOUSE,
        SELECT_WAREHOUSE,
        UPDATE_DISTRICT,
        SELECT_DISTRICT,
        CustomerChoice.op(terms),
        SELECT_CUSTOMER,
        SELECT_DATA,
        UPDATE_CUSTOMER,
        UPDATE_DATA,
        terms.schema().insert(TpccTables.HISTORY, 1));
  }

  private static List<Assignment> and(List<Assignment> first, Assignment last) {
    List<Assignment> all = new ArrayList<>(first);
    all.add(last);
    return all;
  }

  @Override
  public void run(TpccClient.Kinds kinds) throws DbException {
    kinds.is(TpccKind.PAYMENT);
    long w = terminal.warehouse();
    long d = terminal.district();
    long customerWarehouse = terminal.remote(w, 100 - LOCAL);
    long customerDistrict = customerWarehouse == w ? d : terminal.district();
    customer.draw(customerWarehouse, customerDistrict);
    long amount = terminal.rng().uniform(100, 500_000);
    session.begin();
    updateWarehouse.set(0, amount).set(1, w).execute();
    TpccTerminal.found(selectWarehouse.set(0, w).execute(warehouseRow), "warehouse", w);
    updateDistrict.set(0, amount).set(1, w).set(2, d).execute();
    TpccTerminal.found(selectDistrict.set(0, w).set(1, d).execute(districtRow), "district", w, d);
    long c = customer.find();
    long now = System.currentTimeMillis();
    pay(c, amount, w, d, now);
    try {
      session.commit();
    } catch (DbException e) {
      if (e.kind() == DbException.Kind.CONNECTION) {
        ledger.paid(customerWarehouse, customerDistrict, c, amount, now, false);
      }
      throw e;
    }
    ledger.paid(customerWarehouse, customerDistrict, c, amount, now, true);
  }

  private void pay(long c, long amount, long w, long d, long now) throws DbException {
    long cw = customer.warehouse();
    long cd = customer.district();
    selectCustomer.set(0, cw).set(1, cd).set(2, c);
    TpccTerminal.found(selectCustomer.execute(customerRow), "customer", cw, cd, c);
    if (credit[0] == 'B') {
      selectData.set(0, cw).set(1, cd).set(2, c).execute(dataRow);
      byte[] into = updateData.args().bytes(2, TpccTables.CUSTOMER_DATA);
      text.begin(into).add(c).add(cd).add(cw).add(d).add(w).cents(amount);
      updateData.args().length(2, text.end(data, dataLength));
      updateData.set(0, -amount).set(1, amount).set(3, cw).set(4, cd).set(5, c).execute();
    } else {
      updateCustomer.set(0, -amount).set(1, amount).set(2, cw).set(3, cd).set(4, c).execute();
    }
    insertHistory.set(0, c).set(1, cd).set(2, cw).set(3, d).set(4, w);
    insertHistory.set(5, now).set(6, amount);
    insertHistory.args().length(7, names(insertHistory.args().bytes(7, 2 * MOST_NAME + 4)));
    insertHistory.execute();
  }

  /** Writes the names of warehouse and district with four spaces between them. */
  private int names(byte[] into) {
    System.arraycopy(warehouseName, 0, into, 0, warehouseLength);
    Arrays.fill(into, warehouseLength, warehouseLength + 4, (byte) ' ');
    System.arraycopy(districtName, 0, into, warehouseLength + 4, districtLength);
    return warehouseLength + 4 + districtLength;
  }

  private void readWarehouse(Row row) throws DbException {
    warehouseLength = row.getText(0, warehouseName);
  }

  private void readDistrict(Row row) throws DbException {
    districtLength = row.getText(0, districtName);
  }

  private void readCustomer(Row row) throws DbException {
    row.getText(0, credit);
  }

  private void readData(Row row) throws DbException {
    dataLength = Math.min(row.getText(0, data), data.length);
  }
}
