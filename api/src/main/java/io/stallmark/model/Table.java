package io.stallmark.model;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A table or collection together with its physical layout. The layout is therefore a parameter of a
 * run, and bindings do not depend on workloads.
 *
 * @param primaryKey column names in key order; empty: the database identifies rows itself
 * @param storage options of {@code --storage}, such as engine, row format and compressor; the
 *     binding applies or refuses them
 */
public record Table(
    String name,
    List<Column> columns,
    List<String> primaryKey,
    List<Index> indexes,
    TableLayout arrangement,
    Map<String, String> storage) {

  public Table {
    columns = List.copyOf(columns);
    primaryKey = List.copyOf(primaryKey);
    indexes = List.copyOf(indexes);
    storage = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(storage));
    for (String key : primaryKey) {
      find(columns, name, key);
    }
  }

  /** Creates a table with the layout {@link TableLayout#PLAIN}. */
  public Table(
      String name,
      List<Column> columns,
      List<String> primaryKey,
      List<Index> indexes,
      Map<String, String> storage) {
    this(name, columns, primaryKey, indexes, TableLayout.PLAIN, storage);
  }

  /**
   * Returns the column with this name.
   *
   * @throws IllegalArgumentException when the table has no such column, which is an error of the
   *     workload
   */
  public Column column(String column) {
    return find(columns, name, column);
  }

  /** Returns slots with the names and types of these columns. */
  public List<Param> slots(List<String> names) {
    return slots(names, names.stream().map(Value::slot).toList());
  }

  /** Returns the slots among the values of columns, of the types of the columns. */
  List<Param> slots(List<String> names, List<Value> values) {
    return IntStream.range(0, names.size())
        .boxed()
        .flatMap(i -> slots(names.get(i), List.of(values.get(i))))
        .toList();
  }

  /** Returns the slots among values of a column. */
  Stream<Param> slots(String column, List<Value> values) {
    Type type = column(column).type();
    return values.stream()
        .filter(Value.Slot.class::isInstance)
        .map(slot -> new Param(((Value.Slot) slot).param(), type));
  }

  public Table withStorage(Map<String, String> options) {
    return new Table(name, columns, primaryKey, indexes, arrangement, options);
  }

  /** Returns the same table with other secondary indexes. */
  public Table withIndexes(List<Index> others) {
    return new Table(name, columns, primaryKey, others, arrangement, storage);
  }

  private static Column find(List<Column> columns, String table, String column) {
    return columns.stream()
        .filter(c -> c.name().equals(column))
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException("Table " + table + " has no column " + column));
  }
}
