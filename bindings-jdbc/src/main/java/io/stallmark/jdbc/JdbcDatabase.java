package io.stallmark.jdbc;

import io.stallmark.jdbc.connect.ConnectionSource;
import io.stallmark.jdbc.connect.ServerQuery;
import io.stallmark.model.Table;
import io.stallmark.model.TableLayout;
import io.stallmark.spi.Capability;
import io.stallmark.spi.Database;
import io.stallmark.spi.Database.Isolation;
import io.stallmark.spi.DbException;
import io.stallmark.spi.DbException.Kind;
import io.stallmark.spi.Session;
import io.stallmark.spi.Target;
import io.stallmark.spi.replay.ReplayTarget;
import io.stallmark.spi.replay.Replayable;
import io.stallmark.spi.server.Facts;
import io.stallmark.spi.server.ServerProcess;
import io.stallmark.spi.server.TableSize;
import io.stallmark.spi.server.TableState;
import io.stallmark.spi.server.Usage;
import io.stallmark.text.RefusedException;
import io.stallmark.text.Text;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A database accessed over JDBC. Each administrative task opens and closes its own connection. A
 * session keeps its connection, and so do the counters; the size query reuses an idle one.
 */
final class JdbcDatabase implements Database, Replayable {

  private static final int PATIENCE_SECONDS = 3;

  private final SqlDialect dialect;
  private final ConnectionSource connector;
  private final TableDefinition ddl;

  private volatile ConnectionSource sessions;

  /** Connection of the last size query; null while a query uses it. */
  private final AtomicReference<@Nullable Connection> idle = new AtomicReference<>();

  private JdbcDatabase(SqlDialect dialect, ConnectionSource connector) {
    this.dialect = dialect;
    this.connector = connector;
    this.ddl = new TableDefinition(dialect);
    sessions = connector;
  }

  static JdbcDatabase open(SqlDialect dialect, Target target) throws DbException {
    ConnectionSource connector = dialect.connector(target);
    boolean opened = false;
    try (Connection connection = connector.connect()) {
      dialect.admit(connection, target);
      opened = true;
      return new JdbcDatabase(dialect, connector);
    } catch (SQLException e) {
      throw dialect.error(e, connector);
    } finally {
      if (!opened) {
        connector.close();
      }
    }
  }

  @Override
  public Set<Capability> capabilities(TableLayout layout, Map<String, String> storage)
      throws DbException {
    return with(connection -> dialect.probe(connection, layout, storage));
  }

  @Override
  public Facts facts(List<Table> tables) throws DbException {
    return with(connection -> dialect.facts(connection, connector, tables));
  }

  @Override
  public TableState inspect(Table table) throws DbException {
    return with(connection -> dialect.inspect(connection, table));
  }

  @Override
  public Table describe(String name) throws DbException {
    return with(connection -> dialect.describe(connection, name));
  }

  @Override
  public Table outline(String name) throws DbException {
    return with(connection -> new TableInspector(dialect, connection).outline(name));
  }

  @Override
  public void create(Table table) throws DbException {
    List<String> texts = ddl.createTable(table);
    with(
        connection -> {
          dialect.checkStorage(connection, table);
          create(connection, table, texts);
          boolean own = table.arrangement() instanceof TableLayout.Native;
          String difference = own ? null : dialect.storageDifference(connection, table);
          if (difference != null) {
            // A server may accept an option and apply a different one. The table is then not the
            // requested one, so it is dropped.
            run(connection, List.of(ddl.dropTable(table)));
            throw DbException.refused(
                "storage", "The server made " + table.name() + ", which " + difference);
          }
          return table;
        });
  }

  /**
   * Creates the table. If it has storage options, an error of kind FATAL is reported as a refusal
   * of {@code --storage}.
   */
  private void create(Connection connection, Table table, List<String> texts)
      throws SQLException, DbException {
    try {
      run(connection, texts);
    } catch (SQLException e) {
      DbException error = dialect.error(e, connector);
      if (table.storage().isEmpty() || error.kind() != Kind.FATAL) {
        throw error;
      }
      throw new DbException(
          Kind.REFUSED,
          error.code(),
          Text.format(
              "The server does not accept --storage %s: %s",
              dialect.tableOptions(table), error.getMessage()),
          e);
    }
  }

  @Override
  public void createIndexes(Table table) throws DbException {
    with(
        connection -> {
          run(connection, ddl.createIndexes(table));
          String missing = new TableInspector(dialect, connection).missingReference(table);
          if (missing != null) {
            throw DbException.refused(
                "FOREIGN KEY",
                Text.format(
                    "The server has no foreign keys for table %s: it did not create %s",
                    table.name(), missing));
          }
          return table;
        });
  }

  @Override
  public void afterLoad(Table table) throws DbException {
    List<String> texts = dialect.afterLoad(table);
    if (!texts.isEmpty()) {
      with(connection -> run(connection, texts));
    }
  }

  @Override
  public void drop(Table table) throws DbException {
    with(connection -> run(connection, List.of(ddl.dropTable(table))));
  }

  @Override
  public Optional<TableSize> size(List<Table> tables, boolean settled) throws DbException {
    Connection connection = idle.getAndSet(null);
    try {
      if (connection == null || !connection.isValid(PATIENCE_SECONDS)) {
        close(connection);
        connection = connector.connect();
      }
      Optional<TableSize> size = dialect.size(connection, tables, settled);
      connection = idle.getAndSet(connection);
      return size;
    } catch (SQLException e) {
      throw dialect.error(e, connector);
    } finally {
      close(connection);
    }
  }

  @Override
  public Optional<ServerProcess> serverProcess() throws DbException {
    return with(dialect::serverProcess);
  }

  @Override
  public Session session() throws DbException {
    return dialect.translated(connector, () -> new JdbcSession(dialect, sessions));
  }

  @Override
  public void isolate(@Nullable Isolation level) throws DbException {
    if (level == null) {
      sessions = connector;
      return;
    }
    int wanted =
        switch (level) {
          case READ_UNCOMMITTED -> Connection.TRANSACTION_READ_UNCOMMITTED;
          case READ_COMMITTED -> Connection.TRANSACTION_READ_COMMITTED;
          case REPEATABLE_READ -> Connection.TRANSACTION_REPEATABLE_READ;
          case SERIALIZABLE -> Connection.TRANSACTION_SERIALIZABLE;
        };
    if (!with(on -> on.getMetaData().supportsTransactionIsolationLevel(wanted))) {
      throw new RefusedException("--isolation: this database does not have this level");
    }
    sessions = connector.with(connection -> connection.setTransactionIsolation(wanted));
  }

  @Override
  public ReplayTarget replayTarget() throws DbException {
    return dialect.replayTarget(connector);
  }

  @Override
  public Counters counters() throws DbException {
    String query = dialect.counters();
    return query == null
        ? Database.super.counters()
        : dialect.translated(connector, () -> new JdbcCounters(dialect, connector, query));
  }

  @Override
  public Optional<Cache> cache(Map<String, String> storage) throws DbException {
    return with(connection -> Optional.ofNullable(dialect.cache(connection, storage)))
        .map(JdbcCache::new);
  }

  @Override
  public void close() {
    close(idle.getAndSet(null));
    connector.close();
  }

  private static List<String> run(Connection connection, List<String> texts) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String text : texts) {
        statement.execute(text);
      }
    }
    return texts;
  }

  private interface Task<T> {
    T run(Connection connection) throws SQLException, DbException;
  }

  private <T> T with(Task<T> task) throws DbException {
    try (Connection connection = connector.connect()) {
      return task.run(connection);
    } catch (SQLException e) {
      throw dialect.error(e, connector);
    }
  }

  private static void close(@Nullable Connection connection) {
    try {
      if (connection != null) {
        connection.close();
      }
    } catch (SQLException e) {
      // the connection is already lost
    }
  }

  /** A server's cache that opens a new connection for each call. */
  private final class JdbcCache implements Database.Cache {

    private final SqlDialect.ServerCache cache;

    JdbcCache(SqlDialect.ServerCache cache) {
      this.cache = cache;
    }

    @Override
    public String name() {
      return cache.name();
    }

    @Override
    public long bytes() throws DbException {
      return with(cache::bytes);
    }

    @Override
    public void resize(long bytes) throws DbException {
      with(
          connection -> {
            cache.resize(connection, bytes);
            return cache;
          });
    }
  }

  /** Reads counters by queries on a separate connection. */
  private static final class JdbcCounters implements Database.Counters {

    private final SqlDialect dialect;
    private final ConnectionSource connector;
    private final String query;
    private final Connection connection;
    private final SqlDialect.@Nullable UsageCounters source;
    private final List<String> queries;
    private String about = "";
    private boolean tried;

    JdbcCounters(SqlDialect dialect, ConnectionSource connector, String query) throws SQLException {
      this.dialect = dialect;
      this.connector = connector;
      this.query = query;
      source = dialect.usage();
      queries = new ArrayList<>(source == null ? List.of() : source.queries());
      connection = connector.connect();
    }

    @Override
    public Map<String, Long> read() throws DbException {
      return dialect.translated(connector, () -> ServerQuery.numbers(connection, query));
    }

    @Override
    public Usage usage() throws DbException {
      if (source == null) {
        return Usage.NONE;
      }
      try {
        Map<String, Long> counters = new HashMap<>();
        for (String asked : List.copyOf(queries)) {
          try {
            counters.putAll(ServerQuery.numbers(connection, asked));
          } catch (SQLException e) {
            if (tried || asked.equals(queries.get(0)) || !connection.isValid(PATIENCE_SECONDS)) {
              throw e;
            }
            queries.remove(asked); // the user may not run it, or the server does not support it
          }
        }
        tried = true;
        about = source.about(counters);
        return source.usage(counters);
      } catch (SQLException e) {
        throw dialect.error(e, connector);
      }
    }

    @Override
    public String about() {
      return about;
    }

    @Override
    public void close() {
      JdbcDatabase.close(connection);
    }
  }
}
