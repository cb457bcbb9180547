package io.stallmark.postgresql;

import io.stallmark.jdbc.connect.ServerQuery;
import io.stallmark.model.Table;
import io.stallmark.spi.DbException;
import io.stallmark.spi.server.TableSize;
import io.stallmark.text.Text;
import io.stallmark.text.TextResource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** Settings, counters and sizes from PostgreSQL's system views. */
final class ServerViews {

  static final String COUNTERS = TextResource.whole(ServerViews.class, "counters.sql");

  private static final List<String> SETTINGS =
      List.of(
          """
          shared_buffers fsync synchronous_commit full_page_writes wal_level wal_sync_method
          wal_compression max_wal_size checkpoint_timeout autovacuum default_transaction_isolation
          max_connections
          """
              .split("\\s+"));

  private ServerViews() {}

  static void facts(Connection connection, Map<String, String> values, List<String> warnings)
      throws SQLException {
    Map<String, String> settings =
        ServerQuery.pairs(
            connection,
            "SELECT name, current_setting(name) FROM pg_settings WHERE name IN ('"
                + String.join("', '", SETTINGS)
                + "')");
    SETTINGS.forEach(name -> values.put(name, settings.getOrDefault(name, "unknown")));
    values.put(
        "encryption",
        ServerQuery.row(
            connection,
            "SELECT CASE WHEN ssl THEN 'TLS, ' || cipher ELSE 'off' END FROM pg_stat_ssl"
                + " WHERE pid = pg_backend_pid()",
            row -> row.getString(1)));
    warn(values, warnings, "fsync", "a crash of the machine may corrupt the database");
    warn(values, warnings, "full_page_writes", "a crash of the machine may corrupt a page");
    warn(values, warnings, "synchronous_commit", "a crash may lose committed transactions");
  }

  private static void warn(
      Map<String, String> values, List<String> warnings, String setting, String risk) {
    if ("off".equals(values.get(setting))) {
      warnings.add(setting + "=off: " + risk + ".");
    }
  }

  /**
   * Requires that the server allows this number of connections to a user without privileges.
   *
   * @throws DbException of kind REFUSED
   */
  static void requireConnections(Connection connection, int needed)
      throws SQLException, DbException {
    long allowed =
        ServerQuery.row(
            connection,
            "SELECT current_setting('max_connections')::int"
                + " - current_setting('superuser_reserved_connections')::int",
            row -> row.getLong(1));
    if (needed > allowed) {
      throw DbException.refused(
          "53300",
          Text.format(
              "The server allows %d connections and this run needs %d; start it with"
                  + " -c max_connections=%d or lower --threads",
              allowed, needed, needed + 10));
    }
  }

  /**
   * Removes dead rows of a table and makes a checkpoint.
   *
   * @return what the user's privileges do not allow, complete sentences
   */
  static List<String> settle(Connection connection, Table table) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("VACUUM (ANALYZE, INDEX_CLEANUP ON) " + table.name());
      statement.execute("CHECKPOINT");
      return List.of();
    } catch (SQLException e) {
      if (!"42501".equals(e.getSQLState())) { // insufficient privilege
        throw e;
      }
      return List.of("CHECKPOINT was not executed: the user lacks the privilege.");
    }
  }

  /** Sizes on disk, with those of partitions. The primary key is an index. */
  static TableSize size(Connection connection, List<Table> tables, boolean settled)
      throws SQLException {
    long data = 0;
    long index = 0;
    Map<String, Long> rows = new HashMap<>();
    for (Table table : tables) {
      if (settled) {
        try (Statement statement = connection.createStatement()) {
          statement.execute("ANALYZE " + table.name());
        }
      }
      long[] size =
          ServerQuery.row(
              connection,
              Text.format(
                  "SELECT COALESCE(SUM(pg_table_size(oid)), 0), COALESCE(SUM(pg_indexes_size(oid)), 0),"
                      + " COALESCE(SUM(reltuples) FILTER (WHERE relkind = 'r'), -1) FROM pg_class"
                      + " WHERE oid = to_regclass('%1$s') OR oid IN"
                      + " (SELECT inhrelid FROM pg_inherits WHERE inhparent = to_regclass('%1$s'))",
                  table.name()),
              row -> new long[] {row.getLong(1), row.getLong(2), (long) row.getDouble(3)});
      data += size[0];
      index += size[1];
      if (size[2] >= 0) { // -1: never analyzed
        rows.put(table.name(), size[2]);
      }
    }
    return new TableSize(data, index, OptionalLong.of(data + index), rows);
  }
}
