package io.stallmark.transfer.pipeline;

import io.stallmark.model.Column;
import io.stallmark.model.Op;
import io.stallmark.model.Param;
import io.stallmark.model.Predicate;
import io.stallmark.model.Select;
import io.stallmark.model.Table;
import io.stallmark.model.Type;
import io.stallmark.model.Value;
import io.stallmark.spi.Args;
import java.util.List;

/** Operations on whole rows of a table. Those on keys need a primary key of one integer. */
public record RowOperations(Table table) {

  public List<String> columns() {
    return table.columns().stream().map(Column::name).toList();
  }

  private String key() {
    return table.primaryKey().get(0);
  }

  private static Param param(Column column) {
    Param param = new Param(column.name(), column.type());
    return column.isNullable() ? param.orNull() : param;
  }

  /** Inserts rows. Slots: all columns in declared order. */
  public Op.Insert insert(String name, int rows, Op.Insert.Form form) {
    return new Op.Insert(
        name,
        table.columns().stream().map(RowOperations::param).toList(),
        table,
        columns(),
        columns().stream().map(Value::slot).toList(),
        rows,
        rows == 1 ? Op.Insert.Form.PLAIN : form);
  }

  /** Creates slots for one row. */
  public Args row() {
    return Args.of(insert("row", 1, Op.Insert.Form.PLAIN));
  }

  /** Reads all rows. No slots. */
  public Op.Read all(String name) {
    return new Op.Read(name, table, new Select.Columns(columns()));
  }

  /**
   * Reads a range of keys, in the order of the keys. Slots: low, high.
   *
   * @param whole whether each row is compared with the table's declaration
   */
  public Op.Read range(String name, boolean whole) {
    return new Op.Read(
            name,
            List.of(new Param("low", Type.INT64), new Param("high", Type.INT64)),
            table,
            new Select.Columns(columns(), whole),
            Predicate.between(key()))
        .orderBy(key());
  }

  /** Counts all rows. No slots. */
  public Op.Read count(String name) {
    return new Op.Read(name, table, new Select.Count());
  }

  /** Reads a row's key, or no row. Slots: the key. */
  public Op.Read find(String name) {
    return new Op.Read(
        name,
        List.of(new Param(key(), Type.INT64)),
        table,
        Select.columns(key()),
        Predicate.equal(key()));
  }
}
