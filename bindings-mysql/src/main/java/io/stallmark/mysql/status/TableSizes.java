package io.stallmark.mysql.status;

import io.stallmark.model.Table;
import io.stallmark.spi.server.TableSize;
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
 * What tables take on disk. Data and indexes apart are the engine's statistics, which InnoDB
 * refreshes by itself when a tenth of the rows has changed and MyRocks when it flushes; the files
 * are exact, as far as this user may see them.
 */
public final class TableSizes {

  private TableSizes() {}

  public static TableSize of(Connection connection, List<Table> tables, boolean settled)
      throws SQLException {
    try (Statement statement = connection.createStatement()) {
      tryTo(statement, "SET SESSION information_schema_stats_expiry = 0"); // MySQL 8: a day
      Logical size = logical(statement, tables);
      if ("TokuDB".equalsIgnoreCase(size.engine)) {
        if (settled) {
          checkpointTokuDb(statement);
        }
        return tokuDb(connection, tables, size.rows); // which ANALYZE TABLE crashes in MariaDB 10.5
      }
      if (settled) {
        // MyRocks counts what is flushed only; without the privilege it stays at that.
        tryTo(statement, "SET GLOBAL rocksdb_force_flush_memtable_now = 1");
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
   * Its files are written at checkpoints, one a minute: before that a short run's rows are in none.
   * Without the privileges SUPER and RELOAD it stays at that.
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

  /** Without holes: what page compression punches out is not there. */
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
   * Its DATA_LENGTH counts bytes before compression; here is what the blocks of the trees take. The
   * files reach to their last block: what a checkpoint writes anew leaves holes, which are there
   * until others fill them.
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

  /** A name is the table's, or begins with it and goes on as a partition or a tree of it. */
  private static String anyOf(String column, List<Table> tables, String before, String after) {
    String exact = after.equals("#%") ? "" : "-%";
    return tables.stream()
        .map(
            table -> {
              String name = "CONCAT('" + before + "', DATABASE(), '/" + table.name();
              return exact.isEmpty()
                  ? "%1$s = %2$s') OR %1$s LIKE %2$s#%%')".formatted(column, name)
                  : "%1$s LIKE %2$s-%%') OR %1$s LIKE %2$s#%%')".formatted(column, name);
            })
        .collect(Collectors.joining(" OR "));
  }

  /** Empty where the server has no such view, this user may not look, or nothing was found. */
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
      // another server has no such variable and needs none
    }
  }
}
