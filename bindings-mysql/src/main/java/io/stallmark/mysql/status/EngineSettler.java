package io.stallmark.mysql.status;

import io.stallmark.jdbc.connect.ServerQuery;
import io.stallmark.model.Table;
import io.stallmark.spi.DbException;
import io.stallmark.spi.DbException.Kind;
import io.stallmark.text.Text;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Lets a storage engine do the work that earlier writes have left. InnoDB writes its changed pages,
 * MyRocks flushes and compacts, TokuDB makes a checkpoint. As between the steps of iq.sh in the
 * insert benchmark (mdcallag/mytools).
 */
public final class EngineSettler {

  private static final String PERCENT = "innodb_max_dirty_pages_pct";
  private static final String LOW_WATER = "innodb_max_dirty_pages_pct_lwm";
  private static final String IDLE = "innodb_idle_flush_pct"; // not on all servers
  private static final String PENDING =
      "SELECT 'pending', SUM(VALUE) FROM information_schema.ROCKSDB_CFSTATS"
          + " WHERE STAT_TYPE = 'COMPACTION_PENDING'";

  private static final long MOST_SECONDS = 1200;
  private static final long POLL_MILLIS = 200;

  private final Connection connection;
  private final Table table;
  private final BooleanSupplier ended;
  private final List<String> undone = new ArrayList<>();

  private EngineSettler(Connection connection, Table table, BooleanSupplier ended) {
    this.connection = connection;
    this.table = table;
    this.ended = ended;
  }

  /**
   * Settles a table.
   *
   * @param ended whether to return early, with all variables restored
   * @return what the user's privileges do not allow, complete sentences
   */
  public static List<String> settle(Connection connection, Table table, BooleanSupplier ended)
      throws SQLException, DbException {
    EngineSettler settler = new EngineSettler(connection, table, ended);
    settler.settle();
    return List.copyOf(settler.undone);
  }

  private void settle() throws SQLException, DbException {
    switch (engine()) {
      case "innodb" -> {
        execute("ANALYZE TABLE " + table.name());
        writePages();
      }
      case "rocksdb" -> {
        awaitCompactions();
        may("SET GLOBAL rocksdb_force_flush_memtable_now = 1");
        awaitCompactions();
        execute("ANALYZE TABLE " + table.name());
      }
      // No ANALYZE TABLE: it crashes TokuDB in MariaDB 10.5.
      case "tokudb" -> may("FLUSH ENGINE LOGS");
      default -> execute("ANALYZE TABLE " + table.name());
    }
  }

  private String engine() throws SQLException {
    return ServerQuery.pairs(
            connection,
            Text.format(
                "SELECT TABLE_NAME, ENGINE FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = '%s'",
                table.name()))
        .getOrDefault(table.name(), "")
        .toLowerCase(Locale.ROOT);
  }

  /** Lowers the share of changed pages until they are written, then restores it. */
  private void writePages() throws SQLException, DbException {
    Map<String, String> before =
        ServerQuery.pairs(
            connection,
            Text.format(
                "SHOW GLOBAL VARIABLES WHERE Variable_name IN ('%s', '%s', '%s')",
                PERCENT, LOW_WATER, IDLE));
    if (!may("SET GLOBAL " + LOW_WATER + " = 1")) {
      return;
    }
    try {
      execute("SET GLOBAL " + PERCENT + " = 1");
      if (before.containsKey(IDLE)) {
        execute("SET GLOBAL " + IDLE + " = 100");
      }
      await("innodb", this::dirtyPages);
    } finally {
      restore(before);
    }
  }

  /** Restores every variable, also if one of them fails. The low-water mark is never the higher. */
  private void restore(Map<String, String> before) throws SQLException {
    @Nullable SQLException failure = null;
    for (String name : List.of(PERCENT, LOW_WATER, IDLE)) {
      try {
        if (before.containsKey(name)) {
          execute("SET GLOBAL " + name + " = " + before.get(name));
        }
      } catch (SQLException e) {
        failure = e;
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  private boolean dirtyPages() throws SQLException {
    Map<String, Long> pages =
        ServerQuery.numbers(connection, "SHOW GLOBAL STATUS LIKE 'Innodb_buffer_pool_pages_%'");
    long dirty = pages.getOrDefault("Innodb_buffer_pool_pages_dirty", 0L);
    return dirty > 1 + pages.getOrDefault("Innodb_buffer_pool_pages_total", 0L) / 100;
  }

  private void awaitCompactions() throws SQLException, DbException {
    await(
        "rocksdb", () -> ServerQuery.numbers(connection, PENDING).getOrDefault("pending", 0L) > 0);
  }

  /** Whether the engine still works. */
  private interface Working {
    boolean test() throws SQLException;
  }

  private void await(String engine, Working working) throws SQLException, DbException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(MOST_SECONDS);
    try {
      while (!ended.getAsBoolean() && working.test()) {
        if (System.nanoTime() > deadline) {
          throw new DbException(
              Kind.FATAL,
              engine,
              Text.format(
                  "The server had not settled table %s after %d s", table.name(), MOST_SECONDS));
        }
        Thread.sleep(POLL_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DbException(Kind.FATAL, engine, "Interrupted while the server settled", e);
    }
  }

  private void execute(String text) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(text);
    }
  }

  /** Executes a statement that needs a privilege. Returns whether the user has it. */
  private boolean may(String text) throws SQLException {
    try {
      execute(text);
      return true;
    } catch (SQLException e) {
      if (!"42000".equals(e.getSQLState())) { // access denied
        throw e;
      }
      undone.add(text + " was not executed: " + e.getMessage());
      return false;
    }
  }
}
