package io.stallmark.own.definition;

import io.stallmark.model.Op;
import io.stallmark.model.Param;
import io.stallmark.model.Table;
import io.stallmark.model.Value;
import java.util.List;

/**
 * Table that a load creates and fills.
 *
 * @param rows number of rows of a load
 * @param params parameters of the insert of a row
 * @param values values of the row, one for each column
 * @param slots slot among all values of each parameter
 * @param drawn slots of the values that a row draws, ascending
 */
public record OwnTable(
    Table table,
    long rows,
    List<Param> params,
    List<Value> values,
    List<Integer> slots,
    List<Integer> drawn) {

  /** Name of the value that numbers the rows of a load from 1. */
  public static final String ROW = "row";

  public OwnTable {
    params = List.copyOf(params);
    values = List.copyOf(values);
    slots = List.copyOf(slots);
    drawn = List.copyOf(drawn);
  }

  public Op.Insert insert(int batch) {
    return new Op.Insert(
        "load_" + table.name(),
        params,
        table,
        table.columns().stream().map(column -> column.name()).toList(),
        values,
        batch);
  }
}
