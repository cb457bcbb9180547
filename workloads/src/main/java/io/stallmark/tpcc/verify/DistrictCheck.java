package io.stallmark.tpcc.verify;

import static io.stallmark.tpcc.verify.RowStream.ABSENT;

import io.stallmark.model.Op;
import io.stallmark.model.Predicate;
import io.stallmark.model.Select;
import io.stallmark.spi.DbException;
import io.stallmark.spi.PreparedOperation;
import io.stallmark.spi.Row;
import io.stallmark.spi.Session;
import io.stallmark.tpcc.data.Scale;
import io.stallmark.tpcc.schema.TpccSchema;
import io.stallmark.tpcc.schema.TpccTables;
import io.stallmark.tpcc.verify.Totals.Equation;
import io.stallmark.verification.ExpectedKeys;
import io.stallmark.verification.FindingList;
import java.util.BitSet;
import java.util.List;

/**
 * Compares the orders of a district with their lines, with those still to be delivered, and with
 * the customers: reads the three tables side by side in the order of o_id. Not thread-safe.
 */
final class DistrictCheck {

  /** Orders whose rows are compared in one step. */
  private static final int STEP = 200;

  private static final Op DISTRICT =
      new Op.Read(
          "read_district",
          TpccTables.DISTRICT,
          Select.columns("d_next_o_id", "d_ytd"),
          Predicate.equal("d_w_id", "d_id"));

  private static final Predicate BY_ORDER = Predicate.between("o_w_id", "o_d_id", "o_id");

  private static final Op.Read OPEN =
      new Op.Read(
              "read_new_orders",
              TpccTables.NEW_ORDER,
              Select.whole("no_o_id"),
              Predicate.between("no_w_id", "no_d_id", "no_o_id"))
          .orderBy("no_o_id");

  private static final Op.Read LINES =
      new Op.Read(
          "read_order_lines",
          TpccTables.ORDER_LINE,
          Select.whole(
              "ol_o_id",
              "ol_number",
              "ol_i_id",
              "ol_supply_w_id",
              "ol_delivery_d",
              "ol_quantity",
              "ol_amount"),
          Predicate.between("ol_w_id", "ol_d_id", "ol_o_id"));

  private static final Op.Read EMBEDDED_LINES =
      new Op.Read(
              "read_order_lines", TpccSchema.EMBEDDED, Select.whole("o_id", "o_lines"), BY_ORDER)
          .orderBy("o_id");

  private static final List<String> FIELDS =
      List.of(
          "ol_number", "ol_i_id", "ol_supply_w_id", "ol_delivery_d", "ol_quantity", "ol_amount");

  private final RowStream orders;
  private final RowStream open;
  private final RowStream lines;
  private final PreparedOperation district;
  private final CustomerCheck customers;
  private Rules rules = new Rules(0, 0);
  private Totals totals = new Totals();
  private ExpectedKeys numbers = new ExpectedKeys((first, last) -> {});
  private final BitSet loaded = new BitSet();
  private final int loadedOrders;
  private final int deliveredOrders;
  private long warehouse;
  private long number; // of the district
  private long next;
  private long ordersFound;
  private long linesFound;
  private long linesDue;
  private long openFound;
  private long firstOpen;
  private long lastOpen;
  private boolean merged;

  /**
   * @param documents whether the order of a document's key is that of all its columns
   */
  DistrictCheck(
      Session session, TpccSchema schema, boolean documents, LoadLaws laws, FindingList mismatches)
      throws DbException {
    Select columns = Select.whole("o_id", "o_c_id", "o_carrier_id", "o_ol_cnt");
    Op.Read read = new Op.Read("read_orders", schema.stored(TpccTables.ORDERS), columns, BY_ORDER);
    orders = new RowStream(session, read.orderBy("o_id"), 4, mismatches);
    open = new RowStream(session, OPEN, 1, mismatches);
    lines =
        schema.embedded()
            ? new RowStream(session, EMBEDDED_LINES, FIELDS, mismatches)
            : new RowStream(
                session,
                documents
                    ? LINES.orderBy("ol_o_id")
                    : LINES.orderBy(List.of("ol_o_id", "ol_number")),
                7,
                mismatches);
    district = PreparedOperation.of(session, DISTRICT);
    loadedOrders = schema.scale().customers();
    deliveredOrders = schema.scale().delivered();
    customers = new CustomerCheck(session, loadedOrders, laws, mismatches);
  }

  void start(long ofWarehouse, long districtNumber) throws DbException {
    warehouse = ofWarehouse;
    number = districtNumber;
    rules = new Rules(warehouse, number);
    totals = new Totals();
    numbers =
        new ExpectedKeys((first, last) -> rules.add(Rules.MISSING_ORDER, last - first + 1, first));
    next = 0;
    if (district.set(0, warehouse).set(1, number).execute(this::readDistrict) == 0) {
      rules.add(Rules.MISSING_DISTRICT, 1, number);
    }
    numbers.expect(1, next - 1);
    loaded.clear();
    ordersFound = 0;
    linesFound = 0;
    linesDue = 0;
    openFound = 0;
    firstOpen = 0;
    lastOpen = 0;
    merged = false;
    orders.start(warehouse, number);
    open.start(warehouse, number);
    lines.start(warehouse, number);
    open.next();
    lines.next();
    customers.start(warehouse, number);
  }

  private void readDistrict(Row row) throws DbException {
    next = row.getLong(0);
    totals.right(Equation.WAREHOUSE_DISTRICTS, warehouse, row.getLong(1));
    totals.left(Equation.DISTRICT_HISTORY, Scale.district(warehouse, number), row.getLong(1));
  }

  Rules rules() {
    return rules;
  }

  Totals totals() {
    return totals;
  }

  /** Compares more rows. Returns their number; 0: the district is complete. */
  long step() throws DbException {
    long before = ordersFound + linesFound + openFound;
    for (int i = 0; !merged && i < STEP; i++) {
      if (orders.next()) {
        order();
      } else {
        end();
      }
    }
    long rows = ordersFound + linesFound + openFound - before;
    return rows > 0 ? rows : customers.page(rules, totals, this::delivered);
  }

  private void order() throws DbException {
    long order = orders.key();
    ordersFound++;
    numbers.at(order);
    if (order >= next) {
      rules.add(Rules.LATE_ORDER, 1, order);
    }
    withoutOrder(order);
    boolean isOpen = open.key() == order;
    if (isOpen) {
      takeOpen();
    }
    boolean delivered = orders.get(2) != ABSENT;
    if (isOpen == delivered) {
      rules.add(delivered ? Rules.BOTH : Rules.NEITHER, 1, order);
    }
    long amount = lines(order, delivered);
    long customer = orders.get(1);
    if (customer < 1 || customer > loadedOrders) {
      rules.add(Rules.NO_CUSTOMER, 1, order);
    } else if (delivered) {
      customers.delivered((int) customer, amount, order > deliveredOrders);
    }
    if (order <= loadedOrders && customer >= 0 && customer <= loadedOrders) {
      loaded.set((int) customer);
    }
  }

  /** Reads the lines of an order. Returns the sum of their amounts. */
  private long lines(long order, boolean delivered) throws DbException {
    long due = orders.get(3);
    long amount = 0;
    long found = 0;
    for (; lines.key() == order; lines.next()) {
      found++;
      amount += lines.get(6);
      if (lines.get(1) != found) {
        rules.add(Rules.LINE_NUMBERS, 1, order);
      }
      if ((lines.get(4) != ABSENT) != delivered) {
        rules.add(Rules.DELIVERY_DATE, 1, order);
      }
      if (order > loadedOrders) {
        sold();
      } else if (delivered && order <= deliveredOrders && lines.get(6) != 0) {
        rules.add(Rules.LOADED_AMOUNT, 1, order);
      }
    }
    if (found != due) {
      rules.add(Rules.LINES, 1, order);
    }
    if (due < Scale.FEWEST_LINES || due > Scale.MOST_LINES) {
      rules.add(Rules.LINE_COUNT, 1, order);
    }
    linesFound += found;
    linesDue += due;
    return amount;
  }

  private void sold() {
    long supplier = lines.get(3);
    long stock = Scale.stock(supplier, lines.get(2));
    totals.right(Equation.STOCK_SOLD, stock, lines.get(5));
    totals.right(Equation.STOCK_ORDERS, stock, 1);
    totals.right(Equation.STOCK_REMOTE, stock, supplier == warehouse ? 0 : 1);
  }

  /** Takes rows of the other tables whose order does not exist. */
  private void withoutOrder(long order) throws DbException {
    for (; open.key() < order; takeOpen()) {
      rules.add(Rules.OPEN_WITHOUT_ORDER, 1, open.key());
    }
    for (; lines.key() < order; lines.next()) {
      rules.add(Rules.LINE_WITHOUT_ORDER, 1, lines.key());
      linesFound++;
    }
  }

  private void takeOpen() throws DbException {
    openFound++;
    firstOpen = firstOpen == 0 ? open.key() : firstOpen;
    lastOpen = open.key();
    open.next();
  }

  private void end() throws DbException {
    merged = true;
    withoutOrder(Long.MAX_VALUE);
    numbers.end();
    if (openFound > 0 && lastOpen != next - 1) {
      rules.add(Rules.LAST_OPEN, 1, lastOpen);
    }
    if (openFound > 0 && lastOpen - firstOpen + 1 != openFound) {
      rules.add(Rules.OPEN_GAPS, 1, firstOpen);
    }
    if (linesDue != linesFound) {
      rules.add(Rules.LINES_OF_DISTRICT, 1, number);
    }
    if (loaded.cardinality() != loadedOrders) {
      rules.add(Rules.PERMUTATION, 1, number);
    }
  }

  /** Compares the deliveries that the customers have counted with the orders. */
  private void delivered(long deliveries) {
    if (ordersFound - openFound != deliveredOrders + deliveries) {
      rules.add(Rules.DELIVERIES, 1, number);
    }
  }
}
