package io.stallmark.tpcc.transaction;

import io.stallmark.model.Assignment;
import io.stallmark.model.Op;
import io.stallmark.model.Param;
import io.stallmark.model.Predicate;
import io.stallmark.model.Select;
import io.stallmark.model.Type;
import io.stallmark.model.Value;
import io.stallmark.spi.Args;
import io.stallmark.spi.DbException;
import io.stallmark.spi.PreparedOperation;
import io.stallmark.spi.Row;
import io.stallmark.spi.RowSink;
import io.stallmark.spi.Session;
import io.stallmark.tpcc.data.NonUniform;
import io.stallmark.tpcc.data.Scale;
import io.stallmark.tpcc.schema.LineArray;
import io.stallmark.tpcc.schema.TpccTables;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The lines of a new order: reads items and stock, changes the stock and inserts the lines, one by
 * one or together. Not thread-safe.
 */
final class OrderLines {

  private static final int DIST = 24;
  private static final int MOST_QUANTITY = 10;
  private static final int REFILL = 91;

  /** Slot of an order's lines. */
  private static final int ORDER_LINES = 8;

  private static final Select ITEM_COLUMNS = Select.columns("i_id", "i_price", "i_name", "i_data");

  private static final Op SELECT_ITEM =
      new Op.Read("select_item", TpccTables.ITEM, ITEM_COLUMNS, Predicate.equal("i_id"));

  private static final Op SELECT_ITEMS =
      new Op.Read(
          "select_items",
          List.of(items()),
          TpccTables.ITEM,
          ITEM_COLUMNS,
          new Predicate.In("i_id", List.of(Value.each("items"))));

  /** Slots: quantity, sold, remote, s_w_id, s_i_id. */
  private static final Op UPDATE_STOCK =
      new Op.Update(
          "update_stock",
          TpccTables.STOCK,
          List.of(
              new Assignment.Set("s_quantity", Value.slot("quantity")),
              new Assignment.Add("s_ytd", Value.slot("sold")),
              new Assignment.Add("s_order_cnt", Value.literal(1)),
              new Assignment.Add("s_remote_cnt", Value.slot("remote"))),
          Predicate.equal("s_w_id", "s_i_id"));

  private final TpccTerminal terminal;
  private final NonUniform items;
  private final long unusedItem;
  private final boolean batched;
  private final boolean embedded;
  private final boolean together; // whether all lines are written at the end
  private final PreparedOperation item;
  private final PreparedOperation[] stock = new PreparedOperation[Scale.DISTRICTS];
  private final PreparedOperation[] stocks = new PreparedOperation[Scale.DISTRICTS];
  private final PreparedOperation update;
  private final PreparedOperation insert;
  private final Args rows; // of the insert
  private final LineArray array = new LineArray();
  private final RowSink itemRow = this::readItem;
  private final RowSink stockRow = this::readStock;

  private final long[] ids = new long[Scale.MOST_LINES];
  private final long[] suppliers = new long[Scale.MOST_LINES];
  private final long[] sold = new long[Scale.MOST_LINES];
  private final long[] prices = new long[Scale.MOST_LINES];
  private final long[] quantities = new long[Scale.MOST_LINES];
  private final byte[][] dists = new byte[Scale.MOST_LINES][DIST];
  private int count;
  private boolean local;
  private long supplier; // of the rows of stock that are read

  OrderLines(Terms terms, TpccTerminal terminal, Session session) throws DbException {
    this.terminal = terminal;
    items = NonUniform.item(terms.schema().scale());
    unusedItem = terms.schema().scale().unusedItem();
    batched = terms.batched();
    item = PreparedOperation.of(session, batched ? SELECT_ITEMS : SELECT_ITEM);
    for (int d = 0; d < stock.length; d++) {
      stock[d] = PreparedOperation.of(session, selectStock(d + 1, false)).expect(1);
      stocks[d] = batched ? PreparedOperation.of(session, selectStock(d + 1, true)) : stock[d];
    }
    update = PreparedOperation.of(session, UPDATE_STOCK).expect(1);
    embedded = terms.schema().embedded();
    together = batched || embedded;
    Op into = insertLines(terms);
    insert = embedded ? update : PreparedOperation.of(session, into);
    rows = embedded ? Args.of(into) : insert.args();
  }

  static List<Op> ops(Terms terms) {
    List<Op> all = new ArrayList<>();
    all.add(terms.batched() ? SELECT_ITEMS : SELECT_ITEM);
    if (terms.batched()) {
      all.add(selectStock(1, true));
    }
    all.addAll(List.of(selectStock(1, false), UPDATE_STOCK));
    if (!terms.schema().embedded()) {
      all.add(insertLines(terms));
    }
    return all;
  }

  private static Op insertLines(Terms terms) {
    return terms
        .schema()
        .insert(
            TpccTables.ORDER_LINE,
            terms.batched() || terms.schema().embedded() ? Scale.MOST_LINES : 1);
  }

  private static Param items() {
    return new Param("items", Type.UNSIGNED32, Scale.MOST_LINES);
  }

  /** The text of the line depends on the district of the order, which is in one of ten columns. */
  private static Op selectStock(int district, boolean together) {
    Predicate ofWarehouse = Predicate.equal("s_w_id");
    Predicate where =
        Predicate.all(
            ofWarehouse,
            together
                ? new Predicate.In("s_i_id", List.of(Value.each("items")))
                : Predicate.equal("s_i_id"));
    List<Param> slots = new ArrayList<>(where.slots(TpccTables.STOCK).toList());
    if (together) {
      slots.add(items());
    }
    return new Op.Read(
            together ? "select_stocks" : "select_stock",
            slots,
            TpccTables.STOCK,
            Select.columns("s_i_id", "s_quantity", TpccTables.dist(district), "s_data"),
            where)
        .lock();
  }

  /** Draws the lines of an order; with an unused item at the end if wanted. */
  void draw(long warehouse, boolean unused) {
    count = (int) terminal.rng().uniform(Scale.FEWEST_LINES, Scale.MOST_LINES);
    local = true;
    for (int i = 0; i < count; i++) {
      ids[i] = items.draw(terminal.rng());
      suppliers[i] = terminal.remote(warehouse, 1);
      sold[i] = terminal.rng().uniform(1, MOST_QUANTITY);
      local &= suppliers[i] == warehouse;
    }
    if (unused) {
      ids[count - 1] = unusedItem;
    }
  }

  int count() {
    return count;
  }

  /** Whether all suppliers are the home warehouse. */
  boolean local() {
    return local;
  }

  /**
   * Reads items and stock, changes the stock and inserts the lines.
   *
   * @return whether all items exist
   */
  boolean write(long warehouse, long district, long order) throws DbException {
    int d = (int) district - 1;
    if (batched) {
      if (!readItems()) {
        return false;
      }
      readStocks(warehouse, d);
    }
    for (int i = 0; i < count; i++) {
      if (!batched && !readLine(d, i)) {
        return false;
      }
      long left = quantities[i] - sold[i];
      long quantity = left < MOST_QUANTITY ? left + REFILL : left;
      update.set(0, quantity).set(1, sold[i]).set(2, suppliers[i] == warehouse ? 0 : 1);
      update.set(3, suppliers[i]).set(4, ids[i]).execute();
      pass(i, quantity);
      fill(rows.row(together ? i : 0), warehouse, district, order, i);
      if (!together) {
        insert.execute();
      }
    }
    if (batched && !embedded) {
      insert.execute();
    }
    return true;
  }

  /** Writes the lines into an order. */
  void embed(Args order) {
    array.write(rows, count, order, ORDER_LINES);
  }

  private boolean readLine(int district, int line) throws DbException {
    if (item.set(0, ids[line]).execute(itemRow) == 0) {
      return false;
    }
    readStock(district, line);
    return true;
  }

  private void readStock(int district, int line) throws DbException {
    supplier = suppliers[line];
    PreparedOperation one = stock[district].set(0, supplier).set(1, ids[line]);
    TpccTerminal.found(one.execute(stockRow), "stock", supplier, ids[line]);
  }

  /** Reads all items at once. Returns false if one does not exist. */
  private boolean readItems() throws DbException {
    Arrays.fill(prices, 0, count, 0);
    System.arraycopy(ids, 0, item.args().list(0), 0, count);
    item.args().length(0, count);
    item.execute(itemRow);
    for (int i = 0; i < count; i++) {
      if (prices[i] == 0) {
        return false;
      }
    }
    return true;
  }

  /** Reads the stock of the home warehouse at once, the others one by one. */
  private void readStocks(long warehouse, int district) throws DbException {
    Arrays.fill(quantities, 0, count, 0);
    long[] wanted = stocks[district].args().list(1);
    int home = 0;
    for (int i = 0; i < count; i++) {
      if (suppliers[i] == warehouse) {
        wanted[home++] = ids[i];
      } else {
        readStock(district, i);
      }
    }
    if (home > 0) {
      supplier = warehouse;
      stocks[district].args().length(1, home);
      stocks[district].set(0, warehouse).execute(stockRow);
    }
    for (int i = 0; i < count; i++) {
      TpccTerminal.found(quantities[i], "stock", suppliers[i], ids[i]);
    }
  }

  /** Lets later lines with the same stock find its new quantity. */
  private void pass(int line, long quantity) {
    for (int i = line + 1; batched && i < count; i++) {
      if (ids[i] == ids[line] && suppliers[i] == suppliers[line]) {
        quantities[i] = quantity;
      }
    }
  }

  private void fill(Args row, long warehouse, long district, long order, int line) {
    row.set(0, order).set(1, district).set(2, warehouse).set(3, line + 1L).set(4, ids[line]);
    row.set(5, suppliers[line]).setNull(6).set(7, sold[line]);
    row.set(8, sold[line] * prices[line]);
    System.arraycopy(dists[line], 0, row.text(9), 0, DIST);
    row.length(9, DIST);
  }

  private void readItem(Row row) throws DbException {
    long id = row.getLong(0);
    long price = row.getLong(1);
    for (int i = 0; i < count; i++) {
      if (ids[i] == id) {
        prices[i] = price;
      }
    }
  }

  private void readStock(Row row) throws DbException {
    long id = row.getLong(0);
    long quantity = row.getLong(1);
    for (int i = 0; i < count; i++) {
      if (ids[i] == id && suppliers[i] == supplier) {
        quantities[i] = quantity;
        row.getText(2, dists[i]);
      }
    }
  }
}
