package io.stallmark.mysql.status;

import io.stallmark.model.Table;
import io.stallmark.spi.server.TableSize;
import io.stallmark.text.Text;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Disk space of tables. Data and index bytes are the engine's statistics. InnoDB refreshes them
 * after a tenth of the rows has changed, MyRocks when it flushes. The file sizes are exact if the
 * user has the privilege to read them.
 */
public final class TableSizes {

  private TableSizes() {}

  public static TableSize of(Connection connection, List<Table> tables, boolean settled)
      throws SQLException {
    try (Statement statement = connection.createStatement()) {
      // MySQL 8 caches the statistics for a day by default.
      tryTo(statement, "SET SESSION information_schema_stats_expiry = 0");
      Logical size = logical(statement, tables);
      if ("TokuDB".equalsIgnoreCase(size.engine)) {
        if (settled) {
          checkpointTokuDb(statement);
        }
        // No ANALYZE TABLE: it crashes TokuDB in MariaDB 10.5.
        return tokuDb(connection, tables, size.rows);
      }
      boolean rocks = "RocksDB".equalsIgnoreCase(size.engine);
      if (settled && rocks) {
        // MyRocks counts only flushed data; without the privilege, the rest is not counted.
        tryTo(statement, "SET GLOBAL rocksdb_force_flush_memtable_now = 1");
      }
      if (settled && (rocks || "InnoDB".equalsIgnoreCase(size.engine))) { // others count exactly
        for (Table table : tables) {
          statement.execute("ANALYZE TABLE " + table.name());
        }
        size = logical(statement, tables);
      }
      return new TableSize(size.data, size.index, files(connection, tables), size.rows);
    }
  }

  private record Logical(long data, long index, @Nullable String engine, Map<String, Long> rows) {}

  private static Logical logical(Statement statement, List<Table> tables) throws SQLException {
    String names = tables.stream().map(t -> "'" + t.name() + "'").collect(Collectors.joining(", "));
    try (ResultSet r =
        statement.executeQuery(
            "SELECT TABLE_NAME, DATA_LENGTH, INDEX_LENGTH, ENGINE, TABLE_ROWS FROM"
                + " information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME IN ("
                + names
                + ")")) {
      long data = 0;
      long index = 0;
      String engine = null;
      Map<String, Long> rows = new HashMap<>();
      while (r.next()) {
        data += r.getLong(2);
        index += r.getLong(3);
        engine = r.getString(4);
        rows.put(r.getString(1), r.getLong(5));
      }
      return new Logical(data, index, engine, rows);
    }
  }

  /**
   * Makes TokuDB write its files, which it otherwise does once per minute: after a short run they
   * may not contain its rows. Does nothing without the privileges SUPER and RELOAD.
   */
  private static void checkpointTokuDb(Statement statement) throws SQLException {
    boolean does;
    try (ResultSet r = statement.executeQuery("SELECT @@GLOBAL.tokudb_checkpoint_on_flush_logs")) {
      does = r.next() && r.getBoolean(1);
    }
    tryTo(statement, "SET GLOBAL tokudb_checkpoint_on_flush_logs = ON");
    tryTo(statement, "FLUSH ENGINE LOGS");
    if (!does) {
      tryTo(statement, "SET GLOBAL tokudb_checkpoint_on_flush_logs = OFF");
    }
  }

  /** Allocated bytes of the files, without the holes that page compression punches. */
  private static OptionalLong files(Connection connection, List<Table> tables) {
    for (String view : List.of("INNODB_TABLESPACES", "INNODB_SYS_TABLESPACES")) {
      OptionalLong bytes =
          sum(
              connection,
              "SELECT SUM(ALLOCATED_SIZE), COUNT(*) FROM information_schema."
                  + view
                  + " WHERE "
                  + anyOf("NAME", tables, "", "#%"));
      if (bytes.isPresent()) {
        return bytes;
      }
    }
    return OptionalLong.empty();
  }

  /**
   * Size of TokuDB tables. DATA_LENGTH counts bytes before compression, so data and indexes are the
   * blocks in use. The files extend to their last block and contain holes, because a checkpoint
   * writes blocks to new positions.
   */
  private static TableSize tokuDb(
      Connection connection, List<Table> tables, Map<String, Long> rows) {
    String from =
        ", COUNT(*) FROM information_schema.TokuDB_fractal_tree_info WHERE ("
            + anyOf("dictionary_name", tables, "./", "%")
            + ") AND dictionary_name LIKE ";
    String blocks = "SELECT SUM(bt_size_in_use)" + from;
    String files = "SELECT SUM(bt_size_allocated)" + from;
    OptionalLong inFiles = sum(connection, files + "'%-main'");
    return new TableSize(
        sum(connection, blocks + "'%-main'").orElse(0),
        sum(connection, blocks + "'%-key-%'").orElse(0),
        inFiles.isPresent()
            ? OptionalLong.of(inFiles.getAsLong() + sum(connection, files + "'%-key-%'").orElse(0))
            : OptionalLong.empty(),
        rows);
  }

  /** Condition that a name is that of a table, or of one of its partitions or index trees. */
  private static String anyOf(String column, List<Table> tables, String before, String after) {
    String exact = after.equals("#%") ? "" : "-%";
    return tables.stream()
        .map(
            table -> {
              String name = "CONCAT('" + before + "', DATABASE(), '/" + table.name();
              return exact.isEmpty()
                  ? Text.format("%1$s = %2$s') OR %1$s LIKE %2$s#%%')", column, name)
                  : Text.format("%1$s LIKE %2$s-%%') OR %1$s LIKE %2$s#%%')", column, name);
            })
        .collect(Collectors.joining(" OR "));
  }

  /**
   * Sum in the first column; empty if the server lacks the view, the user lacks the privilege, or
   * no row matches.
   */
  private static OptionalLong sum(Connection connection, String query) {
    try (Statement statement = connection.createStatement();
        ResultSet r = statement.executeQuery(query)) {
      return r.next() && r.getLong(2) > 0 ? OptionalLong.of(r.getLong(1)) : OptionalLong.empty();
    } catch (SQLException e) {
      return OptionalLong.empty();
    }
  }

  private static void tryTo(Statement statement, String text) {
    try {
      statement.execute(text);
    } catch (SQLException e) {
      // other servers lack this variable and do not need it
    }
  }
}
