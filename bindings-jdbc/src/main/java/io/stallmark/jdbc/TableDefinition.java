package io.stallmark.jdbc;

import static java.util.stream.Collectors.joining;

import io.stallmark.model.Column;
import io.stallmark.model.Column.Fill;
import io.stallmark.model.Index;
import io.stallmark.model.Table;
import io.stallmark.model.TableLayout;
import io.stallmark.model.Type;
import io.stallmark.text.RefusedException;
import io.stallmark.text.Text;
import java.util.ArrayList;
import java.util.List;

/** Renders table definitions, spelled as in sysbench 1.0's oltp_common.lua. */
record TableDefinition(SqlDialect dialect) {

  /**
   * Statements that create the table with its primary key, without its secondary indexes.
   *
   * @throws RefusedException when the dialect does not support the table's storage options or
   *     layout
   */
  List<String> createTable(Table table) {
    if (table.arrangement() instanceof TableLayout.Native own) {
      return own(table, own);
    }
    List<String> texts = new ArrayList<>();
    texts.add("CREATE TABLE " + definition(table));
    texts.addAll(dialect.afterCreate(table));
    return texts;
  }

  private List<String> own(Table table, TableLayout.Native own) {
    List<String> texts = own.sql(dialect.name());
    if (texts.isEmpty()) {
      throw new RefusedException(
          "Table " + table.name() + " has no text for " + dialect.name() + " that creates it");
    }
    if (!table.storage().isEmpty()) {
      throw new RefusedException(
          "--storage has no effect on table " + table.name() + ": write it into its CREATE TABLE");
    }
    return texts;
  }

  /**
   * Statement that creates a temporary table, which the server drops when the connection closes.
   */
  String createTemporary(Table table) {
    return "CREATE TEMPORARY TABLE " + definition(table);
  }

  private String definition(Table table) {
    List<String> parts = new ArrayList<>();
    table.columns().forEach(c -> parts.add(column(c)));
    if (!table.primaryKey().isEmpty() && !isKeyInColumn(table)) {
      parts.add("PRIMARY KEY (" + list(table.primaryKey()) + ")" + dialect.keyOptions(table, true));
    }
    String options = (dialect.tableOptions(table) + " " + arrangement(table)).strip();
    return Text.format("%s (%s) %s", table.name(), String.join(", ", parts), options).strip();
  }

  /** Whether the definition of the column that numbers the rows declares the primary key. */
  private boolean isKeyInColumn(Table table) {
    return dialect.autoIncrement().contains("PRIMARY KEY")
        && table.columns().stream().anyMatch(column -> column.fill() == Fill.AUTO_INCREMENT);
  }

  List<String> createIndexes(Table table) {
    return table.indexes().stream().map(index -> createIndex(table, index)).toList();
  }

  /**
   * Statements that create the secondary indexes of a table that has none. It is a single one if
   * the dialect reads the table once for all of them.
   */
  List<String> createAllIndexes(Table table) {
    if (table.indexes().size() < 2 || !dialect.addsIndexesAtOnce()) {
      return createIndexes(table);
    }
    return List.of(
        table.indexes().stream()
            .map(
                index ->
                    (index.unique() ? "ADD UNIQUE INDEX " : "ADD INDEX ")
                        + index.name()
                        + columns(table, index))
            .collect(joining(", ", "ALTER TABLE " + table.name() + " ", "")));
  }

  String dropTable(Table table) {
    return "DROP TABLE IF EXISTS " + table.name();
  }

  private String arrangement(Table table) {
    if (table.arrangement() instanceof TableLayout.Partitioned by) {
      return dialect.partitions(table, by);
    } else if (table.arrangement() instanceof TableLayout.TimeSeries) {
      throw new RefusedException(dialect.name() + " has no native time series");
    } else if (table.arrangement() instanceof TableLayout.Clustered && !dialect.clustersByKey()) {
      throw new RefusedException(
          dialect.name() + " does not store rows in the order of the primary key");
    }
    return "";
  }

  private String createIndex(Table table, Index index) {
    Index.Reference to = index.references();
    if (to != null) {
      return Text.format(
          "ALTER TABLE %s ADD CONSTRAINT %s FOREIGN KEY (%s) REFERENCES %s (%s)",
          table.name(), index.name(), list(index.columns()), to.table(), list(to.columns()));
    }
    return (index.unique() ? "CREATE UNIQUE INDEX " : "CREATE INDEX ")
        + index.name()
        + " ON "
        + table.name()
        + columns(table, index);
  }

  private String columns(Table table, Index index) {
    return " (" + list(index.columns()) + ")" + dialect.keyOptions(table, false);
  }

  private String column(Column column) {
    return column.name()
        + " "
        + dialect.type(column.type())
        + switch (column.fill()) {
          case REQUIRED -> " NOT NULL";
          case NULL -> "";
          case ZERO -> " DEFAULT " + zero(column.type()) + " NOT NULL";
          case AUTO_INCREMENT -> " " + dialect.autoIncrement();
        };
  }

  /**
   * Literal of the zero value. Numbers are quoted as in sysbench; every SQL database converts them.
   */
  private static String zero(Type type) {
    if (type instanceof Type.Document || type instanceof Type.Date || type == Type.TIMESTAMP) {
      throw new IllegalArgumentException("There is no zero of " + type);
    }
    return Type.isSequence(type) ? "''" : type == Type.BOOLEAN ? "FALSE" : "'0'";
  }

  private String list(List<String> columns) {
    return String.join(", ", columns);
  }
}
