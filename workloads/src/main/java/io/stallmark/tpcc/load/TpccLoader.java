package io.stallmark.tpcc.load;

import io.stallmark.model.Op;
import io.stallmark.model.Op.Insert.Form;
import io.stallmark.model.Predicate;
import io.stallmark.model.Select;
import io.stallmark.model.Table;
import io.stallmark.model.Value;
import io.stallmark.spi.Args;
import io.stallmark.spi.DbException;
import io.stallmark.spi.PreparedOperation;
import io.stallmark.spi.Session;
import io.stallmark.spi.workload.Slice;
import io.stallmark.text.Text;
import io.stallmark.tpcc.data.Scale;
import io.stallmark.tpcc.data.TpccRowContent;
import io.stallmark.tpcc.schema.LineArray;
import io.stallmark.tpcc.schema.TpccSchema;
import io.stallmark.tpcc.schema.TpccTables;
import io.stallmark.verification.UnitLoader;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Inserts every n-th piece of n loaders. A piece of a resumed load that is there in part is deleted
 * before it is inserted.
 */
public final class TpccLoader extends UnitLoader {

  /** Forms of the inserts, the fastest first; the last one is always possible. */
  private static final List<Form> FORMS = List.of(Form.BULK, Form.STREAM, Form.PLAIN);

  private static final int ROWS = 1000;

  /** Slot of an order's lines. */
  private static final int ORDER_LINES = 8;

  private final TpccSchema schema;
  private final WarehousePieces pieces;
  private final TpccRowContent content;
  private final Session session;
  private final @Nullable HistoryCensus history;
  private final Form form;
  private final LineArray array = new LineArray();
  private final Args lines; // of an order
  private @Nullable PreparedOperation insert;
  private Table table = TpccTables.ITEM; // of the insert

  /**
   * @param history rows of history that an interrupted load may have inserted; null: the tables are
   *     empty
   */
  public TpccLoader(
      TpccSchema schema, @Nullable HistoryCensus history, Session session, Slice slice)
      throws DbException {
    super(slice.index(), new WarehousePieces(schema).count(), slice.count());
    pieces = new WarehousePieces(schema);
    this.schema = schema;
    this.history = history;
    this.session = session;
    content = schema.content();
    form = accepted();
    lines = Args.of(schema.load(TpccTables.ORDER_LINE, Scale.MOST_LINES, form));
  }

  private Form accepted() throws DbException {
    for (Form each : FORMS) {
      if (session.accepts(schema.load(TpccTables.ITEM, 1, each))) {
        return each;
      }
    }
    return Form.PLAIN;
  }

  @Override
  protected long load(long number) throws DbException {
    WarehousePiece piece = pieces.of(number);
    long rows = rows(piece);
    long there = history == null ? 0 : countOrDelete(piece, history, rows);
    if (there < rows) {
      insert(piece);
    }
    setFound(there == rows ? rows : 0);
    return rows;
  }

  private long rows(WarehousePiece piece) {
    if (!piece.table().equals(TpccTables.ORDER_LINE)) {
      return piece.size();
    }
    long lines = 0;
    for (long order = piece.first(); order <= piece.last(); order++) {
      lines += content.lines(piece.warehouse(), piece.district(), order);
    }
    return lines;
  }

  private void insert(WarehousePiece piece) throws DbException {
    PreparedOperation into = prepared(piece.table());
    int rows = 0;
    for (long key = piece.first(); key <= piece.last(); key++) {
      rows += fill(piece, key, into.args(), rows);
    }
    long in = into.execute();
    if (form == Form.STREAM && in < rows) {
      throw new DbException(
          DbException.Kind.DUPLICATE_KEY,
          "STREAM",
          Text.format(
              "Of %,d rows for table %s %d were inserted; the others existed already",
              rows, piece.table().name(), in));
    }
  }

  private PreparedOperation prepared(Table of) throws DbException {
    PreparedOperation prepared = insert;
    if (prepared == null || !of.equals(table)) {
      int most =
          of.equals(TpccTables.ORDER_LINE) ? WarehousePieces.ORDERS * Scale.MOST_LINES : ROWS;
      prepared = PreparedOperation.of(session, schema.load(of, most, form));
      insert = prepared;
      table = of;
    }
    return prepared;
  }

  /** Fills the rows of one key. Returns their number. */
  private int fill(WarehousePiece piece, long key, Args batch, int at) {
    long w = piece.warehouse();
    long d = piece.district();
    switch (piece.table().name()) {
      case "item" -> content.item(key, batch.row(at));
      case "warehouse" -> content.warehouse(key, batch.row(at));
      case "district" -> content.district(w, key, batch.row(at));
      case "stock" -> content.stock(w, key, batch.row(at));
      case "customer" -> content.customer(w, d, key, batch.row(at));
      case "history" -> content.history(w, d, key, batch.row(at));
      case "orders" -> order(w, d, key, batch.row(at));
      case "new_order" -> TpccRowContent.newOrder(w, d, key, batch.row(at));
      default -> {
        return content.lines(w, d, key, batch, at);
      }
    }
    return 1;
  }

  private void order(long warehouse, long district, long order, Args row) {
    content.order(warehouse, district, order, row);
    if (schema.embedded()) {
      int count = content.lines(warehouse, district, order, lines, 0);
      array.write(lines, count, row, ORDER_LINES);
    }
  }

  /** Returns the number of rows of a piece; deletes them if they are not all there. */
  private long countOrDelete(WarehousePiece piece, HistoryCensus known, long rows)
      throws DbException {
    Table of = schema.stored(piece.table());
    Predicate range = range(piece);
    long there =
        of.name().equals(TpccTables.HISTORY.name())
            ? known.count(session, piece)
            : PreparedOperation.of(session, new Op.Read("count", of, new Select.Count(), range))
                .number(0);
    if (there > 0 && there != rows) {
      PreparedOperation.of(session, new Op.Delete("delete", of, range)).execute();
      there = 0;
    }
    return there;
  }

  private static Predicate range(WarehousePiece piece) {
    return switch (piece.table().name()) {
      case "item" -> last(piece, "i_id");
      case "warehouse" -> last(piece, "w_id");
      case "district" -> under(piece, "d_w_id", "", "d_id");
      case "stock" -> under(piece, "s_w_id", "", "s_i_id");
      case "customer" -> under(piece, "c_w_id", "c_d_id", "c_id");
      case "history" -> under(piece, "h_w_id", "h_d_id", "h_c_id");
      case "orders" -> under(piece, "o_w_id", "o_d_id", "o_id");
      case "new_order" -> under(piece, "no_w_id", "no_d_id", "no_o_id");
      default -> under(piece, "ol_w_id", "ol_d_id", "ol_o_id");
    };
  }

  private static Predicate under(
      WarehousePiece piece, String warehouse, String district, String key) {
    Predicate inWarehouse = Predicate.equal(warehouse, piece.warehouse());
    return district.isEmpty()
        ? Predicate.all(inWarehouse, last(piece, key))
        : Predicate.all(inWarehouse, Predicate.equal(district, piece.district()), last(piece, key));
  }

  private static Predicate last(WarehousePiece piece, String key) {
    return new Predicate.Between(key, Value.literal(piece.first()), Value.literal(piece.last()));
  }
}
