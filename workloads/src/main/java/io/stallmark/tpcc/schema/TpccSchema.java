package io.stallmark.tpcc.schema;

import io.stallmark.model.Column;
import io.stallmark.model.Column.Fill;
import io.stallmark.model.Op;
import io.stallmark.model.Op.Insert.Form;
import io.stallmark.model.Param;
import io.stallmark.model.Table;
import io.stallmark.model.Type;
import io.stallmark.model.Value;
import io.stallmark.spi.Args;
import io.stallmark.tpcc.data.Scale;
import io.stallmark.tpcc.data.TpccRowContent;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The tables of a scenario.
 *
 * @param embedded whether orders contain their lines
 * @param numbered whether rows of history have a key that the database generates
 * @param references whether the tables have foreign keys
 */
public record TpccSchema(
    long warehouses,
    Scale scale,
    long seed,
    boolean embedded,
    boolean numbered,
    boolean references) {

  /** Columns that are NULL until an order is delivered. */
  private static final Set<String> ABSENT = Set.of("o_carrier_id", "ol_delivery_d");

  /** Orders that contain their lines. */
  public static final Table EMBEDDED = embeddedOrders();

  private static Table embeddedOrders() {
    Table plain = TpccTables.ORDERS;
    List<Column> columns = new ArrayList<>(plain.columns());
    columns.add(LineArray.COLUMN);
    return new Table(plain.name(), columns, plain.primaryKey(), plain.indexes(), plain.storage());
  }

  /** In the order in which they are loaded. */
  public List<Table> tables() {
    return TpccTables.ALL.stream()
        .filter(table -> !embedded || !table.equals(TpccTables.ORDER_LINE))
        .map(this::stored)
        .toList();
  }

  /** Returns a table as these settings declare it. */
  public Table stored(Table table) {
    return references ? TpccReferences.added(unreferred(table)) : unreferred(table);
  }

  private Table unreferred(Table table) {
    if (numbered && table.equals(TpccTables.HISTORY)) {
      return numberedHistory();
    }
    return embedded && table.equals(TpccTables.ORDERS) ? EMBEDDED : table;
  }

  private static Table numberedHistory() {
    Table plain = TpccTables.HISTORY;
    List<Column> columns = new ArrayList<>(plain.columns());
    columns.add(new Column("h_id", Type.INT64, Fill.AUTO_INCREMENT));
    return new Table(plain.name(), columns, List.of("h_id"), List.of(), plain.storage());
  }

  public TpccRowContent content() {
    return new TpccRowContent(scale, seed, Args.of(load(TpccTables.ITEM, 1, Form.PLAIN)));
  }

  /** Insert of rows of a load, with a slot for each column but a generated key. */
  public Op.Insert load(Table table, int rows, Form form) {
    return insert("load_" + table.name(), stored(table), rows, form);
  }

  /** Insert of rows of a run. */
  public Op.Insert insert(Table table, int rows) {
    return insert("insert_" + table.name(), stored(table), rows, Form.PLAIN);
  }

  private static Op.Insert insert(String name, Table table, int rows, Form form) {
    List<Column> columns =
        table.columns().stream().filter(c -> c.fill() != Fill.AUTO_INCREMENT).toList();
    List<String> names = columns.stream().map(Column::name).toList();
    List<Param> slots = columns.stream().map(TpccSchema::slot).toList();
    return new Op.Insert(
        name, slots, table, names, names.stream().map(Value::slot).toList(), rows, form);
  }

  private static Param slot(Column column) {
    Param slot = new Param(column.name(), column.type());
    return ABSENT.contains(column.name()) ? slot.orNull() : slot;
  }
}
