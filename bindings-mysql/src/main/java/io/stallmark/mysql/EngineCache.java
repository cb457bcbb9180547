package io.stallmark.mysql;

import io.stallmark.jdbc.SqlDialect.ServerCache;
import io.stallmark.jdbc.connect.ServerQuery;
import io.stallmark.spi.DbException;
import io.stallmark.spi.DbException.Kind;
import io.stallmark.text.Text;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Cache of one storage engine, identified by the system variable for its size. */
record EngineCache(String name) implements ServerCache {

  private static final String PAGES = "SHOW GLOBAL STATUS LIKE 'Innodb_buffer_pool_pages_total'";
  private static final String INNODB = "innodb_buffer_pool_size";

  /** Variable of the cache size, by engine name in lower case. */
  private static final Map<String, String> NAMES =
      Map.of(
          "innodb", INNODB,
          "rocksdb", "rocksdb_block_cache_size",
          "tokudb", "tokudb_cache_size");

  private static final long MIB = 1024 * 1024;

  /** Timeout for shrinking: dirty pages must be written first. */
  private static final long MOST_SECONDS = 120;

  private static final long POLL_MILLIS = 50;

  /**
   * Cache of an engine, or of the default engine if {@code engine} is null. Returns null if the
   * server has no known variable for it.
   */
  static @Nullable EngineCache of(Connection connection, @Nullable String engine)
      throws SQLException {
    String asked = engine == null ? StorageEngines.of(connection).standard() : engine;
    String name = NAMES.get(asked.toLowerCase(Locale.ROOT));
    return name == null || variables(connection, name).isEmpty() ? null : new EngineCache(name);
  }

  @Override
  public long bytes(Connection connection) throws SQLException {
    return variables(connection, name).getOrDefault(name, 0L);
  }

  @Override
  public void resize(Connection connection, long bytes) throws SQLException, DbException {
    long step = step(connection);
    long whole = bytes / step * step;
    long now = bytes(connection);
    if (whole == 0) {
      throw refused(now, bytes, "at runtime it changes in steps of " + step + " bytes", null);
    }
    try (Statement statement = connection.createStatement()) {
      statement.execute("SET GLOBAL " + name + " = " + whole);
    } catch (SQLException e) {
      if (ServerErrors.classify(e, Kind.FATAL) == Kind.CONNECTION) {
        throw e;
      }
      throw refused(now, bytes, String.valueOf(e.getMessage()), e);
    }
    if (name.equals(INNODB)) {
      awaitPages(connection, now, bytes);
    }
    if (bytes(connection) > bytes) {
      throw refused(now, bytes, "at runtime the minimum is " + bytes(connection), null);
    }
  }

  /**
   * Granularity of the size in bytes. InnoDB allocates its buffer pool in chunks. A chunk is 128
   * MiB in MySQL, less if the server was started with a smaller pool. In MariaDB it is 1/64 of the
   * initial size, at least 1 MiB. Other engines accept any size.
   */
  private long step(Connection connection) throws SQLException {
    if (!name.equals(INNODB)) {
      return 1;
    }
    Map<String, Long> pool = variables(connection, "innodb_buffer_pool_%");
    return Math.max(MIB, pool.getOrDefault("innodb_buffer_pool_chunk_size", 0L))
        * Math.max(1, pool.getOrDefault("innodb_buffer_pool_instances", 1L));
  }

  /**
   * Waits until the memory is released, which happens after the statement returns. In MySQL the
   * variable already has the new size then. In MariaDB 11 it keeps the old size until the end;
   * later versions wait in the statement.
   */
  private void awaitPages(Connection connection, long before, long bytes)
      throws SQLException, DbException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(MOST_SECONDS);
    long page = number(connection, "SHOW GLOBAL VARIABLES LIKE 'innodb_page_size'");
    try {
      while (resizing(connection)
          || (bytes(connection) <= bytes && number(connection, PAGES) * page > bytes)) {
        if (System.nanoTime() > deadline) {
          throw refused(before, bytes, "it has not changed after " + MOST_SECONDS + " s", null);
        }
        Thread.sleep(POLL_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DbException(Kind.FATAL, "cache", "Interrupted while " + name + " changed", e);
    }
  }

  private static boolean resizing(Connection connection) throws SQLException {
    String status = "SHOW GLOBAL STATUS LIKE 'Innodb_buffer_pool_resize_status'";
    return ServerQuery.pairs(connection, status).values().stream()
        .anyMatch(text -> !text.matches("|Completed.*|Size did not change.*"));
  }

  private static long number(Connection connection, String query) throws SQLException {
    return ServerQuery.numbers(connection, query).values().stream().findFirst().orElse(0L);
  }

  /** Suggests whole MiB, because the server would round its start option up to whole MiB. */
  private DbException refused(long now, long bytes, String why, @Nullable SQLException cause) {
    long whole = bytes < MIB ? bytes : bytes / MIB * MIB;
    return new DbException(
        Kind.REFUSED,
        cause == null ? "cache" : Integer.toString(cause.getErrorCode()),
        Text.format(
            "The server's %s is %d and cannot be made %d: %s; start the server with --%s=%d",
            name, now, bytes, why, name.replace('_', '-'), whole),
        cause);
  }

  private static Map<String, Long> variables(Connection connection, String pattern)
      throws SQLException {
    return ServerQuery.numbers(connection, "SHOW GLOBAL VARIABLES LIKE '" + pattern + "'");
  }
}
