package io.stallmark.postgresql;

import io.stallmark.jdbc.SqlDialect;
import io.stallmark.jdbc.Upsert;
import io.stallmark.jdbc.connect.ConnectionSource;
import io.stallmark.jdbc.connect.DriverConnector;
import io.stallmark.jdbc.connect.JdbcDriver;
import io.stallmark.jdbc.connect.ServerUrl;
import io.stallmark.model.Column.Fill;
import io.stallmark.model.Op;
import io.stallmark.model.Op.Insert.Form;
import io.stallmark.model.Table;
import io.stallmark.model.TableLayout;
import io.stallmark.model.Type;
import io.stallmark.spi.BindingOptions;
import io.stallmark.spi.Capability;
import io.stallmark.spi.DbException;
import io.stallmark.spi.DbException.Kind;
import io.stallmark.spi.Target;
import io.stallmark.spi.server.ServerProcess;
import io.stallmark.spi.server.TableSize;
import io.stallmark.text.Text;
import java.io.IOException;
import java.io.InputStream;
import java.sql.Connection;
import java.sql.ParameterMetaData;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.jdbc.PreferQueryMode;
import org.postgresql.util.PSQLException;
import org.postgresql.util.PSQLState;
import org.postgresql.util.ServerErrorMessage;

/** Dialect of PostgreSQL. */
public final class PostgreSqlDialect extends SqlDialect {

  private static final String EXAMPLE = "postgresql://user@host:5432/database";

  /** SQLSTATEs of a connection that was ended or timed out, and of a server that is starting. */
  private static final Set<String> ENDED =
      Set.of("25P03", "25P04", "57P01", "57P02", "57P03", "57P04", "57P05");

  /** SQLSTATEs of too many connections, and of storage options that the server does not have. */
  private static final Set<String> REFUSED = Set.of("53300", "22023", "42704");

  private static final String LOCK_NOT_AVAILABLE = "55P03";

  private static final JdbcDriver DRIVER =
      JdbcDriver.of(
          PostgreSqlDialect.class,
          "postgresql",
          Map.of(),
          null,
          // In the driver's text modes, other values would change what is stored and read.
          Set.of("SET standard_conforming_strings = on; SET extra_float_digits = 3"));

  @Override
  public String name() {
    return "postgresql";
  }

  /** The server converts a number to a boolean, and a text to other types, only if it is told. */
  @Override
  public String converted(String parameter, Type type) {
    if (type instanceof Type.Bool) {
      return "(" + parameter + " = 1)";
    }
    if (!(type instanceof Type.Other other)) {
      return parameter;
    }
    String name = other.name();
    boolean plain = name.startsWith("\"") || name.equals(name.toLowerCase(Locale.ROOT));
    return parameter + "::" + (plain ? name : quoted(name));
  }

  @Override
  public String summary() {
    return "PostgreSQL: " + EXAMPLE;
  }

  /** Accepts any storage key, because only the server knows the parameters of its tables. */
  @Override
  public BindingOptions options() {
    return BindingOptions.all(null, Set.of("postgresql"));
  }

  @Override
  public void check(Target target) {
    DriverConnector.check(ServerUrl.parse(target.url(), EXAMPLE), List.of(DRIVER), target);
  }

  @Override
  protected ConnectionSource connector(Target target) throws DbException {
    return DriverConnector.of(ServerUrl.parse(target.url(), EXAMPLE), List.of(DRIVER), target);
  }

  // ---- Texts

  @Override
  protected String type(Type type) {
    if (type instanceof Type.Bytes) {
      return "BYTEA";
    }
    boolean text = type instanceof Type.Document || type instanceof Type.LongText;
    return text ? "TEXT" : super.type(type);
  }

  @Override
  protected String insertInto(Form form) {
    return form == Form.IGNORE ? "INSERT INTO" : super.insertInto(form);
  }

  @Override
  protected String insertEnd(Op.Insert insert) {
    return insert.form() == Form.IGNORE ? "ON CONFLICT DO NOTHING" : "";
  }

  /** Partitioned tables do not return {@code xmax}, by which an upsert tells its outcome. */
  @Override
  protected Set<Capability> probe(
      Connection connection, TableLayout layout, Map<String, String> storage) throws SQLException {
    Set<Capability> found = super.probe(connection, layout, storage);
    if (layout instanceof TableLayout.Partitioned) {
      found.remove(Capability.UPSERT);
    }
    return found;
  }

  @Override
  protected Upsert upsert() {
    return Upsert.onConflict("(xmax = 0)");
  }

  @Override
  protected String insertText(Op.Insert insert, String columns) {
    return "COPY " + insert.table().name() + " (" + columns + ") FROM STDIN";
  }

  @Override
  protected StreamFormat streamFormat() {
    return new StreamFormat("\t\n\r\\", "tnr\\", "\\N", "\\\\x");
  }

  @Override
  protected long sendText(Statement statement, String text, InputStream rows) throws SQLException {
    try {
      PGConnection connection = statement.getConnection().unwrap(PGConnection.class);
      return connection.getCopyAPI().copyIn(text, rows);
    } catch (IOException e) {
      throw new PSQLException(e.getMessage(), PSQLState.CONNECTION_FAILURE, e);
    }
  }

  /** The driver does not return a generated key from several statements. */
  @Override
  protected boolean joinsTexts(boolean numbered) {
    return !numbered;
  }

  /** The driver sends the texts together and still binds the values. */
  @Override
  protected PreparedStatement prepareTexts(Connection connection, String texts, boolean numbered)
      throws SQLException {
    return connection.prepareStatement(texts);
  }

  /** An identity column does not continue from keys that a load has inserted. */
  @Override
  protected List<String> afterLoad(Table table) {
    return table.columns().stream()
        .filter(column -> column.fill() == Fill.AUTO_INCREMENT)
        .map(
            column ->
                Text.format(
                        "SELECT setval(pg_get_serial_sequence('%2$s', '%1$s'),",
                        column.name(), table.name())
                    + Text.format(
                        " (SELECT COALESCE(MAX(%1$s), 0) + 1 FROM %2$s), false)",
                        column.name(), table.name()))
        .toList();
  }

  @Override
  protected String partitions(Table table, TableLayout.Partitioned by) {
    return "PARTITION BY HASH (" + by.column() + ")";
  }

  @Override
  protected List<String> afterCreate(Table table) {
    return StorageParameters.partitions(table);
  }

  @Override
  protected String tableOptions(Table table) {
    boolean partitioned = table.arrangement() instanceof TableLayout.Partitioned;
    return partitioned ? "" : StorageParameters.clauses(table);
  }

  // ---- Errors

  @Override
  protected Kind classify(SQLException error) {
    String state = String.valueOf(error.getSQLState());
    if (ENDED.contains(state)) {
      return Kind.CONNECTION;
    } else if (REFUSED.contains(state)) {
      return Kind.REFUSED;
    }
    return state.equals(LOCK_NOT_AVAILABLE) ? Kind.RETRY : super.classify(error);
  }

  /** Message and detail, without severity and position in the text. */
  @Override
  protected String message(SQLException error) {
    ServerErrorMessage sent =
        error instanceof PSQLException answer ? answer.getServerErrorMessage() : null;
    if (sent == null || sent.getMessage() == null) {
      return super.message(error).replaceAll("\\s+", " ");
    }
    String detail = sent.getDetail() == null ? "" : ": " + sent.getDetail();
    return (sent.getMessage() + detail).replaceAll("\\s+", " ");
  }

  @Override
  protected String advice(SQLException error) {
    if ("53300".equals(error.getSQLState())) {
      return "raise max_connections on the server or lower --threads";
    }
    return message(error).contains("no encryption")
        ? "connect with --tls required, or allow plain connections in pg_hba.conf"
        : "";
  }

  // ---- Server and tables

  /** Without, as behind some poolers, the driver would send the text without the values. */
  @Override
  protected boolean prepares(Connection connection) throws SQLException {
    return connection.unwrap(PGConnection.class).getPreferQueryMode() != PreferQueryMode.SIMPLE;
  }

  /** Without a type, so that the server finds it, as it does when it prepares the statement. */
  @Override
  protected void setText(PreparedStatement statement, int parameter, String text)
      throws SQLException {
    statement.setObject(parameter, text, Types.OTHER);
  }

  /** Without server-side statements, all values are texts, as pgbench's are. */
  @Override
  protected int[] parameterTypes(PreparedStatement statement) throws SQLException {
    ParameterMetaData parameters = statement.getParameterMetaData();
    int[] types = new int[parameters.getParameterCount()];
    boolean prepares = prepares(statement.getConnection());
    for (int i = 0; i < types.length; i++) {
      types[i] = prepares ? parameters.getParameterType(i + 1) : Types.OTHER;
    }
    return types;
  }

  @Override
  protected void admit(Connection connection, Target target) throws SQLException, DbException {
    ServerViews.requireConnections(connection, target.connections());
  }

  @Override
  protected void facts(
      Connection connection, List<Table> tables, Map<String, String> values, List<String> warnings)
      throws SQLException {
    ServerViews.facts(connection, values, warnings);
  }

  @Override
  protected String counters() {
    return ServerViews.COUNTERS;
  }

  @Override
  protected Optional<ServerProcess> serverProcess(Connection connection) throws SQLException {
    return Optional.of(ProcessTitle.server(connection));
  }

  @Override
  protected UsageCounters usage() {
    return new ViewUsage();
  }

  /** With READ COMMITTED, the default, every statement has a snapshot of the rows at its start. */
  @Override
  protected List<String> beginSnapshot() {
    return List.of("BEGIN ISOLATION LEVEL REPEATABLE READ");
  }

  @Override
  protected List<String> settle(Connection connection, Table table, BooleanSupplier ended)
      throws SQLException {
    return ServerViews.settle(connection, table);
  }

  @Override
  protected Optional<TableSize> size(Connection connection, List<Table> tables, boolean settled)
      throws SQLException {
    return Optional.of(ServerViews.size(connection, tables, settled));
  }

  @Override
  protected ServerCache cache(Connection connection, Map<String, String> storage) {
    return new SharedBuffers();
  }

  @Override
  protected @Nullable String storageDifference(Connection connection, Table table)
      throws SQLException {
    return StorageParameters.difference(connection, table);
  }
}
