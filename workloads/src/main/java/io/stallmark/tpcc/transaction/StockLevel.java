package io.stallmark.tpcc.transaction;

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
import io.stallmark.tpcc.schema.LineArray;
import io.stallmark.tpcc.schema.TpccSchema;
import io.stallmark.tpcc.schema.TpccTables;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.bson.BsonDocument;

/**
 * The transaction Stock-Level (clause 2.8), which reads only. A database without joins reads the
 * items of the last orders first. Not thread-safe.
 */
final class StockLevel implements TpccClient.Transaction {

  private static final int ORDERS = 20;
  private static final int MOST_ITEMS = ORDERS * Scale.MOST_LINES;

  private static final Op SELECT_NEXT =
      new Op.Read(
          "select_district_orders",
          TpccTables.DISTRICT,
          Select.columns("d_next_o_id"),
          Keys.DISTRICT);

  /** A join and COUNT(DISTINCT) are not part of the model. */
  private static final Op COUNT_LOW =
      new Op.Native(
          "count_low_stock",
          List.of(number("w"), number("d"), number("low"), number("high"), number("threshold")),
          Map.of(
              Op.Native.SQL,
              "SELECT COUNT(DISTINCT s_i_id) FROM order_line, stock"
                  + " WHERE ol_w_id = :w AND ol_d_id = :d AND ol_o_id BETWEEN :low AND :high"
                  + " AND s_w_id = :w AND s_i_id = ol_i_id AND s_quantity < :threshold"),
          Op.Native.Effect.READ);

  /** Slots: ol_w_id, ol_d_id, low, high. */
  private static final Op SELECT_ITEMS =
      new Op.Read(
          "select_recent_items",
          TpccTables.ORDER_LINE,
          Select.columns("ol_i_id"),
          Predicate.between("ol_w_id", "ol_d_id", "ol_o_id"));

  /** Slots: o_w_id, o_d_id, low, high. */
  private static final Op SELECT_ORDERS =
      new Op.Read(
          "select_recent_items",
          TpccSchema.EMBEDDED,
          Select.columns("o_lines"),
          Predicate.between("o_w_id", "o_d_id", "o_id"));

  /** Slots: s_w_id, items, s_quantity. */
  private static final Op COUNT_ITEMS =
      new Op.Read(
          "count_low_stock",
          List.of(
              number("s_w_id"),
              new Param("items", Type.UNSIGNED32, MOST_ITEMS),
              new Param("s_quantity", Type.INT32)),
          TpccTables.STOCK,
          new Select.Count(),
          Predicate.all(
              Predicate.equal("s_w_id"),
              new Predicate.In("s_i_id", List.of(Value.each("items"))),
              new Predicate.AtMost("s_quantity", Value.slot("s_quantity"))));

  private final TpccTerminal terminal;
  private final Session session;
  private final boolean documents;
  private final PreparedOperation next;
  private final PreparedOperation items;
  private final PreparedOperation low;
  private final RowSink itemRow;
  private final byte[] array = LineArray.buffer();
  private int count;

  StockLevel(Terms terms, TpccTerminal terminal, Session session) throws DbException {
    this.terminal = terminal;
    this.session = session;
    documents = terms.documents();
    next = PreparedOperation.of(session, SELECT_NEXT).expect(1);
    low = PreparedOperation.of(session, documents ? COUNT_ITEMS : COUNT_LOW).expect(1);
    items = documents ? PreparedOperation.of(session, recent(terms)).expect(1) : low;
    itemRow = terms.schema().embedded() ? this::readOrder : this::readItem;
  }

  private static Param number(String name) {
    return new Param(name, Type.UNSIGNED32);
  }

  static List<Op> ops(Terms terms) {
    return terms.documents()
        ? List.of(SELECT_NEXT, recent(terms), COUNT_ITEMS)
        : List.of(SELECT_NEXT, COUNT_LOW);
  }

  @Override
  public void run(TpccClient.Kinds kinds) throws DbException {
    kinds.is(TpccKind.STOCK_LEVEL);
    long w = terminal.warehouse();
    long d = terminal.ownDistrict();
    long threshold = terminal.rng().uniform(10, 20);
    session.begin();
    long last = next.set(0, w).set(1, d).number(0) - 1;
    TpccTerminal.found(last + 1, "district", w, d);
    if (documents) {
      count = 0;
      items.set(0, w).set(1, d).set(2, last - ORDERS + 1).set(3, last).execute(itemRow);
      low.args().length(1, distinct());
      low.set(0, w).set(2, threshold - 1).execute();
    } else {
      low.set(0, w).set(1, d).set(2, last - ORDERS + 1).set(3, last).set(4, threshold).execute();
    }
    session.commit();
  }

  private static Op recent(Terms terms) {
    return terms.schema().embedded() ? SELECT_ORDERS : SELECT_ITEMS;
  }

  private void readOrder(Row row) throws DbException {
    for (BsonDocument line : LineArray.lines(array, row.getText(0, array))) {
      low.args().list(1)[count++] = LineArray.number(line, "ol_i_id");
    }
  }

  private void readItem(Row row) throws DbException {
    low.args().list(1)[count++] = row.getLong(0);
  }

  /** Removes equal items from the list. Returns the number of the others. */
  private int distinct() {
    long[] all = low.args().list(1);
    Arrays.sort(all, 0, count);
    int kept = 0;
    for (int i = 0; i < count; i++) {
      if (kept == 0 || all[i] != all[kept - 1]) {
        all[kept++] = all[i];
      }
    }
    return kept;
  }
}
