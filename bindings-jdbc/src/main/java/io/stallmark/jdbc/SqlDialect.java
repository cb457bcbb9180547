package io.stallmark.jdbc;

import io.stallmark.jdbc.connect.ConnectionSource;
import io.stallmark.model.Op;
import io.stallmark.model.Table;
import io.stallmark.model.TableLayout;
import io.stallmark.spi.Capability;
import io.stallmark.spi.Database;
import io.stallmark.spi.DbException;
import io.stallmark.spi.DbException.Kind;
import io.stallmark.spi.Target;
import io.stallmark.spi.replay.ReplayTarget;
import io.stallmark.spi.server.Facts;
import io.stallmark.spi.server.ServerProcess;
import io.stallmark.spi.server.TableSize;
import io.stallmark.spi.server.TableState;
import io.stallmark.spi.server.Usage;
import io.stallmark.text.RefusedException;
import java.io.EOFException;
import java.io.IOException;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Texts, types, errors and server queries of one SQL database. To add a database, extend this class
 * and register it in {@code META-INF/services/io.stallmark.spi.Binding}; it is then a binding. Only
 * {@link #name} is required; the other methods default to JDBC and the SQL standard. Thread-safe.
 */
public abstract class SqlDialect extends SqlGrammar {

  /** SQLSTATE of ODBC for errors without one. */
  private static final String GENERAL = "S1000";

  /**
   * Parses the URL and returns the source of connections; starts an embedded server if the URL
   * requests one. By default, the driver reads the URL, with or without {@code jdbc:}.
   *
   * @throws RefusedException when the URL or an option is wrong, with a message for the user
   * @throws DbException when an embedded server fails to start
   */
  protected ConnectionSource connector(Target target) throws DbException {
    return ConnectionSource.of(target);
  }

  // ---- Results

  /** Bytes of a column, numbered from 1: of a text in UTF-8 if unicode, else ASCII or binary. */
  protected byte[] text(ResultSet result, int column, boolean unicode) throws SQLException {
    if (!unicode && result.getObject(column) instanceof byte[] bytes) {
      return bytes;
    }
    String text = result.getString(column);
    return text == null ? new byte[0] : text.getBytes(StandardCharsets.UTF_8);
  }

  // ---- Errors

  /** Classifies an error, by default by its SQLSTATE, mostly by the class of the SQL standard. */
  protected Kind classify(SQLException error) {
    String state = error.getSQLState() == null ? "" : error.getSQLState();
    if (state.startsWith("40")) {
      return Kind.RETRY;
    } else if (state.equals("23505")) {
      return Kind.DUPLICATE_KEY;
    } else if (state.startsWith("08")) {
      return Kind.CONNECTION;
    } else if (state.startsWith("28") || state.equals("42501") || state.equals("3D000")) {
      return Kind.REFUSED;
    }
    boolean general = state.isEmpty() || state.equals(GENERAL);
    return general && isBroken(error) ? Kind.CONNECTION : Kind.FATAL;
  }

  /** Whether the connection broke: within a result, Connector/J gives no SQLSTATE of that. */
  private static boolean isBroken(SQLException error) {
    for (Throwable cause = error; cause != null; cause = cause.getCause()) {
      if (cause instanceof IOException) {
        return true;
      }
    }
    return false;
  }

  /** Message of the server, in one line. */
  protected String message(SQLException error) {
    return text(error);
  }

  /** Advice to the user, appended to the server's message; empty if there is none. */
  protected String advice(SQLException error) {
    return "";
  }

  // ---- Server and tables

  /** Compares a table with its declaration, by default through the driver's metadata. */
  protected TableState inspect(Connection connection, Table table) throws SQLException {
    return new TableInspector(this, connection).inspect(table);
  }

  /**
   * Describes a table that exists, see {@link Database#describe}.
   *
   * @throws DbException of kind UNFIT if the table does not exist, or tables cannot be described
   */
  protected Table describe(Connection connection, String name) throws SQLException, DbException {
    throw DbException.unfit("TABLE", "Existing tables cannot be used on " + name());
  }

  /**
   * Checks the server when it is opened; refuses a server that cannot run workloads.
   *
   * @throws DbException of kind REFUSED; the message says what to change
   */
  protected void admit(Connection connection, Target target) throws SQLException, DbException {}

  /**
   * Capabilities for tables of this layout and storage. The default tests a rollback, and the
   * identity column if it is claimed, on temporary tables in the server's default engine.
   */
  protected Set<Capability> probe(
      Connection connection, TableLayout layout, Map<String, String> storage) throws SQLException {
    Set<Capability> found = EnumSet.copyOf(capabilities());
    TemporaryTableProbe probe = new TemporaryTableProbe(this, connection);
    if (!probe.rollbackUndoes()) {
      found.remove(Capability.TRANSACTIONS);
    }
    if (found.contains(Capability.AUTO_INCREMENT) && !probe.identityContinues()) {
      found.remove(Capability.AUTO_INCREMENT);
    }
    return found;
  }

  /**
   * Adds properties of the server to the results. {@code values} already contains product, version
   * and driver.
   *
   * @param tables tables of the workload, which may not exist yet; empty: not known
   */
  protected void facts(
      Connection connection, List<Table> tables, Map<String, String> values, List<String> warnings)
      throws SQLException {}

  /**
   * Checks whether the server supports the table's storage options, before the table is created.
   *
   * @throws DbException of kind REFUSED; the message lists what the server supports
   */
  protected void checkStorage(Connection connection, Table table)
      throws SQLException, DbException {}

  /**
   * Difference between the storage of an existing table and its declaration.
   *
   * @return text to follow the table's name; null if there is no difference
   */
  protected @Nullable String storageDifference(Connection connection, Table table)
      throws SQLException {
    return null;
  }

  /**
   * Query for the server's counters, one per row: a name and an integer. Other values are ignored.
   * It runs once per second. Null if the server has no useful counters.
   */
  protected @Nullable String counters() {
    return null;
  }

  /** Host and process of the server; empty if not reported. */
  protected Optional<ServerProcess> serverProcess(Connection connection) throws SQLException {
    return Optional.empty();
  }

  /** How the server counts its resource usage; null if it does not. */
  protected @Nullable UsageCounters usage() {
    return null;
  }

  /**
   * Disk space of the tables, all together.
   *
   * @param settled whether the server first updates its size statistics
   */
  protected Optional<TableSize> size(Connection connection, List<Table> tables, boolean settled)
      throws SQLException {
    return Optional.empty();
  }

  /**
   * Lets the server do the work that earlier writes to a table have left, see {@link
   * io.stallmark.spi.Session#settle}.
   */
  protected List<String> settle(Connection connection, Table table, BooleanSupplier ended)
      throws SQLException, DbException {
    throw new DbException(
        DbException.Kind.FATAL, "unsupported", "This database cannot settle a table");
  }

  /** Server's cache for tables of this storage; null if it is not known. */
  protected @Nullable ServerCache cache(Connection connection, Map<String, String> storage)
      throws SQLException {
    return null;
  }

  /**
   * Creates the target of a replay, which speaks the server's own protocol without the driver.
   *
   * @throws DbException of kind FATAL if traces cannot be replayed on this database; of kind
   *     REFUSED if a replay cannot connect as the driver does
   */
  protected ReplayTarget replayTarget(ConnectionSource connector) throws DbException {
    throw new DbException(
        DbException.Kind.FATAL, "replay", "Traces cannot be replayed on this database");
  }

  // ---- The binding

  @Override
  public Set<Capability> capabilities() {
    Set<Capability> all =
        EnumSet.of(
            Capability.TRANSACTIONS,
            Capability.AUTO_INCREMENT,
            Capability.SUM,
            Capability.DELETE_FIRST);
    if (upsert() != null) {
      all.add(Capability.UPSERT);
    }
    return all;
  }

  /** A session with transaction boundaries has a second connection, whose autocommit is off. */
  @Override
  public final int connectionsOfSession(boolean boundaries) {
    return boundaries ? 2 : 1;
  }

  @Override
  public final Database open(Target target) throws DbException {
    return JdbcDatabase.open(this, target);
  }

  @Override
  public final List<String> explain(Table table) {
    TableDefinition ddl = new TableDefinition(this);
    List<String> texts = new ArrayList<>(ddl.createTable(table));
    texts.addAll(ddl.createIndexes(table));
    return texts;
  }

  @Override
  public List<String> boundaries() {
    return List.of(begin(), "COMMIT");
  }

  @Override
  public final String explain(Op op) {
    return SqlRenderer.render(this, op, 1).text();
  }

  final Facts facts(Connection connection, ConnectionSource connector, List<Table> tables)
      throws SQLException {
    Map<String, String> values = new LinkedHashMap<>();
    List<String> warnings = new ArrayList<>();
    DatabaseMetaData about = connection.getMetaData();
    values.put("server", about.getDatabaseProductName() + " " + about.getDatabaseProductVersion());
    values.put("driver", about.getDriverName() + " " + about.getDriverVersion());
    connector.facts(values, warnings);
    facts(connection, tables, values, warnings);
    return new Facts(values, warnings);
  }

  /** A call of the driver. */
  interface Call<T> {
    T run() throws SQLException, DbException;
  }

  /** Calls the driver and converts its exception. */
  final <T> T translated(ConnectionSource connector, Call<T> call) throws DbException {
    try {
      return call.run();
    } catch (SQLException e) {
      throw error(e, connector);
    }
  }

  /**
   * Converts a driver's exception, in one line and without secrets. Every error passes through
   * here.
   */
  final DbException error(SQLException error, ConnectionSource connector) {
    Kind kind = classify(error);
    int code = error.getErrorCode();
    String state = error.getSQLState() == null ? "unknown" : error.getSQLState();
    String advice = advice(error);
    String said =
        kind == Kind.CONNECTION
            ? "No connection to " + connector.where() + ": " + reason(error)
            : message(error);
    return new DbException(
        kind,
        code > 0 ? Integer.toString(code) : state,
        advice.isEmpty() ? said : said + "; " + advice,
        error);
  }

  /**
   * What the server has said, or the innermost cause: drivers wrap causes such as "Connection
   * refused" in long messages.
   */
  private String reason(SQLException error) {
    Throwable last = error;
    while (last.getCause() != null && last.getCause() != last) {
      last = last.getCause();
    }
    if (last == error) {
      return message(error);
    } else if (last instanceof UnknownHostException) {
      return "the host is unknown";
    } else if (last instanceof EOFException) {
      return "the server has closed it without a reason";
    }
    return last instanceof GeneralSecurityException
        ? "the server's certificate is not accepted: " + text(last)
        : text(last);
  }

  private static String text(Throwable error) {
    String message = error.getMessage();
    if (error instanceof ClassNotFoundException) {
      return "there is no class " + message;
    }
    return message == null ? error.getClass().getSimpleName() : message.strip();
  }

  /** Server-specific part of {@link Database.Cache}, on a connection of the caller. Stateless. */
  public interface ServerCache {

    /** Name of the setting of its size. */
    String name();

    /** Configured size in bytes. */
    long bytes(Connection connection) throws SQLException;

    /**
     * Changes the size to {@code bytes} or slightly less. Returns when the change is complete.
     *
     * @throws DbException of kind REFUSED; the message says how to start the server with this size
     */
    void resize(Connection connection, long bytes) throws SQLException, DbException;
  }

  /** How a server counts the resources that it has used since its start. Stateless. */
  public interface UsageCounters {

    /**
     * Queries for the counters, in the form of {@link #counters()}. The first must succeed. The
     * others are skipped after the server refuses them once.
     */
    List<String> queries();

    /**
     * @param counters results of {@link #queries}, by name
     */
    Usage usage(Map<String, Long> counters);

    /**
     * Describes for the user how the usage is counted and what it omits; empty if there is nothing
     * to note.
     */
    String about(Map<String, Long> counters);
  }

  /**
   * Types that the server has found for the parameters of a statement, of {@link Types}; empty: it
   * finds none before it knows the values. Only for a statement with a parameter of {@link
   * io.stallmark.model.Type.Untyped}. A value of another type is sent as a text that the server
   * converts.
   */
  protected int[] parameterTypes(PreparedStatement statement) throws SQLException {
    return new int[0];
  }
}
