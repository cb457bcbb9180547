package io.stallmark.model;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A table or collection together with its physical layout, so that the layout is a parameter of a
 * run and no binding knows a workload.
 *
 * @param primaryKey column names in key order; none: the database identifies rows in its own way
 * @param storage what {@code --storage} said, for the binding to understand or refuse: engine, row
 *     format, compressor, …
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

  /** A table that is laid out as its keys say. */
  public Table(
      String name,
      List<Column> columns,
      List<String> primaryKey,
      List<Index> indexes,
      Map<String, String> storage) {
    this(name, columns, primaryKey, indexes, TableLayout.PLAIN, storage);
  }

  /**
   * @throws IllegalArgumentException when there is no such column: an error of the workload
   */
  public Column column(String column) {
    return find(columns, name, column);
  }

  public Table withStorage(Map<String, String> options) {
    return new Table(name, columns, primaryKey, indexes, arrangement, options);
  }

  /** The same with other secondary indexes. */
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
