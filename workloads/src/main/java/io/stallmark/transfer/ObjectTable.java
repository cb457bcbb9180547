package io.stallmark.transfer;

import static io.stallmark.model.Value.slot;

import io.stallmark.model.Column;
import io.stallmark.model.Op;
import io.stallmark.model.Param;
import io.stallmark.model.Predicate;
import io.stallmark.model.Select;
import io.stallmark.model.Table;
import io.stallmark.model.Type;
import io.stallmark.model.Value;
import java.util.List;

/** The table {@code objects} and the operations on it. */
record ObjectTable(Table table) {

  static final String KEY = "id";

  private static final List<Param> RANGE =
      List.of(new Param("low", Type.INT64), new Param("high", Type.INT64));

  private List<String> columns() {
    return table.columns().stream().map(Column::name).toList();
  }

  /** Inserts documents. Slots: all columns in declared order. */
  Op.Insert insert(String name, int rows, Op.Insert.Form form) {
    List<Param> params =
        table.columns().stream()
            .map(
                column -> {
                  Param param = new Param(column.name(), column.type());
                  return column.isNullable() ? param.orNull() : param;
                })
            .toList();
    return new Op.Insert(
        name,
        params,
        table,
        columns(),
        columns().stream().map(Value::slot).toList(),
        rows,
        rows == 1 ? Op.Insert.Form.PLAIN : form);
  }

  /** Reads all columns of a range of keys, in the order of the keys. Slots: low, high. */
  Op.Read range() {
    return range("read_documents", new Select.Columns(columns()));
  }

  /** As {@link #range}, and compares each row with the table's declaration. */
  Op.Read wholeRange() {
    return range("verify_documents", new Select.Columns(columns(), true));
  }

  private Op.Read range(String name, Select select) {
    return new Op.Read(
            name, RANGE, table, select, new Predicate.Between(KEY, slot("low"), slot("high")))
        .orderBy(KEY);
  }

  /** Counts all documents. No slots. */
  Op.Read count() {
    return new Op.Read(
        "count_documents", List.of(), table, new Select.Count(), new Predicate.All());
  }

  /** Reads a document's key, or no row. Slots: id. */
  Op.Read find() {
    return new Op.Read(
        "find_document",
        List.of(new Param(KEY, Type.INT64)),
        table,
        Select.columns(KEY),
        new Predicate.Equal(KEY, slot(KEY)));
  }
}
