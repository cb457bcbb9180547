package io.stallmark.tpcc.verify;

import io.stallmark.model.Op;
import io.stallmark.model.Predicate;
import io.stallmark.model.Select;
import io.stallmark.spi.DbException;
import io.stallmark.spi.PreparedOperation;
import io.stallmark.spi.Row;
import io.stallmark.spi.Session;
import io.stallmark.tpcc.data.Scale;
import io.stallmark.tpcc.schema.TpccTables;
import io.stallmark.tpcc.verify.Totals.Equation;
import io.stallmark.verification.ExpectedKeys;
import io.stallmark.verification.FindingList;
import io.stallmark.verification.KeysetPager;
import java.nio.charset.StandardCharsets;

/** Checks the stock of a warehouse and its own row, or the items. Not thread-safe. */
final class StockCheck {

  private static final String ORIGINAL = "ORIGINAL";
  private static final int MOST_DATA = 50;

  private static final Op WAREHOUSE =
      new Op.Read(
          "read_warehouse", TpccTables.WAREHOUSE, Select.columns("w_ytd"), Predicate.equal("w_id"));

  private static final Op.Read ITEMS =
      new Op.Read(
              "read_items",
              TpccTables.ITEM,
              Select.whole("i_id", "i_data"),
              Predicate.between("i_id"))
          .orderBy("i_id")
          .limit(RowStream.PAGE);

  private static final Op.Read STOCK =
      new Op.Read(
              "read_stock",
              TpccTables.STOCK,
              Select.whole("s_i_id", "s_data", "s_ytd", "s_order_cnt", "s_remote_cnt"),
              Predicate.between("s_w_id", "s_i_id"))
          .orderBy("s_i_id")
          .limit(RowStream.PAGE);

  private final KeysetPager items;
  private final KeysetPager stock;
  private final PreparedOperation warehouse;
  private final int count;
  private final LoadLaws laws;
  private final FindingList mismatches;
  private final byte[] text = new byte[MOST_DATA];
  private ExpectedKeys keys = new ExpectedKeys((first, last) -> {});
  private Rules rules = new Rules(0, 0);
  private Totals totals = new Totals();
  private long number;

  /**
   * @param count number of items
   */
  StockCheck(Session session, int count, LoadLaws laws, FindingList mismatches) throws DbException {
    this.count = count;
    items = new KeysetPager(session, ITEMS, 0);
    stock = new KeysetPager(session, STOCK, 0);
    warehouse = PreparedOperation.of(session, WAREHOUSE);
    this.laws = laws;
    this.mismatches = mismatches;
  }

  /**
   * @param ofWarehouse 0: the items
   */
  void start(long ofWarehouse) throws DbException {
    number = ofWarehouse;
    rules = new Rules(number, 0);
    totals = new Totals();
    String missing =
        number == 0
            ? "%,d rows of item are missing, for instance i_id=%d"
            : "%,d rows of stock are missing, for instance s_i_id=%d";
    keys = new ExpectedKeys((first, last) -> rules.add(missing, last - first + 1, first));
    keys.expect(1, count);
    pager().start(0, Integer.MAX_VALUE);
    if (number > 0) {
      stock.set(0, number);
      readWarehouse();
    }
  }

  private void readWarehouse() throws DbException {
    long rows =
        warehouse
            .set(0, number)
            .execute(
                row -> {
                  totals.left(Equation.WAREHOUSE_DISTRICTS, number, row.getLong(0));
                  totals.left(Equation.WAREHOUSE_HISTORY, number, row.getLong(0));
                });
    if (rows == 0) {
      rules.add("%,d rows of warehouse are missing, for instance w_id=%d", 1, number);
    }
  }

  private KeysetPager pager() {
    return number == 0 ? items : stock;
  }

  Rules rules() {
    return rules;
  }

  Totals totals() {
    return totals;
  }

  /** Checks a page of rows. Returns their number; 0: all are checked. */
  long step() throws DbException {
    long rows = 0;
    while (rows == 0 && !pager().done()) {
      rows = pager().page(this::row);
    }
    if (rows == 0) {
      keys.end();
    }
    return rows;
  }

  private void row(Row row) throws DbException {
    mismatches.addMismatch(row);
    long item = row.getLong(0);
    keys.at(item);
    if (item < 1 || item > count) {
      rules.add("%,d rows are outside the scale, for instance item %d", 1, item);
      return;
    }
    int length = Math.min(row.getText(1, text), text.length);
    boolean original = new String(text, 0, length, StandardCharsets.ISO_8859_1).contains(ORIGINAL);
    if (number == 0) {
      laws.item(original);
      return;
    }
    laws.stock(original);
    long key = Scale.stock(number, item);
    totals.left(Equation.STOCK_SOLD, key, row.getLong(2));
    totals.left(Equation.STOCK_ORDERS, key, row.getLong(3));
    totals.left(Equation.STOCK_REMOTE, key, row.getLong(4));
  }
}
