package io.stallmark.mysql;

import io.stallmark.jdbc.SqlDialect;
import io.stallmark.jdbc.SqlDialect.ServerCache;
import io.stallmark.jdbc.SqlRenderer;
import io.stallmark.jdbc.StoredColumn;
import io.stallmark.jdbc.Upsert;
import io.stallmark.jdbc.connect.ConnectionSource;
import io.stallmark.jdbc.connect.DriverConnector;
import io.stallmark.jdbc.connect.ServerQuery;
import io.stallmark.jdbc.connect.ServerUrl;
import io.stallmark.model.Op;
import io.stallmark.model.Op.Insert.Form;
import io.stallmark.model.Table;
import io.stallmark.model.TableLayout;
import io.stallmark.model.Type;
import io.stallmark.mysql.connect.MySqlDrivers;
import io.stallmark.mysql.connect.SessionVariables;
import io.stallmark.mysql.embedded.EmbeddedServer;
import io.stallmark.mysql.embedded.EmbeddedUrl;
import io.stallmark.mysql.recording.LogFormat;
import io.stallmark.mysql.replay.MySqlReplayTarget;
import io.stallmark.mysql.status.EngineSettler;
import io.stallmark.mysql.status.ServerFacts;
import io.stallmark.mysql.status.ServerProcessLocator;
import io.stallmark.mysql.status.StatusNames;
import io.stallmark.mysql.status.StatusUsage;
import io.stallmark.mysql.status.TableSizes;
import io.stallmark.mysql.wire.MySqlWireProtocol;
import io.stallmark.spi.BindingOptions;
import io.stallmark.spi.Capability;
import io.stallmark.spi.DbException;
import io.stallmark.spi.DbException.Kind;
import io.stallmark.spi.Statement.Outcome;
import io.stallmark.spi.Target;
import io.stallmark.spi.replay.ReplayTarget;
import io.stallmark.spi.server.ServerProcess;
import io.stallmark.spi.server.TableSize;
import io.stallmark.spi.wire.WireProtocol;
import io.stallmark.text.Text;
import java.io.InputStream;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Dialect of MySQL, MariaDB and Percona Server. */
public final class MySqlDialect extends SqlDialect {

  private static final String EXAMPLE = "mysql://user@host:3306/database";

  @Override
  public String name() {
    return "mysql";
  }

  @Override
  public List<String> prefixes() {
    return List.of("mysql:", "mariadb:", "jdbc:mysql:", "jdbc:mariadb:", EmbeddedUrl.PREFIX);
  }

  @Override
  public String summary() {
    return "MySQL, MariaDB, Percona Server: mysql://user@host:3306/db (Connector/J),"
        + " mariadb://user@host:3306/db (MariaDB's driver), "
        + EmbeddedUrl.PREFIX
        + " (a MariaDB server that runs until the command ends)";
  }

  /** Accepts any storage key, because only the server knows the options of its engines. */
  @Override
  public BindingOptions options() {
    return BindingOptions.all(EmbeddedUrl.PREFIX, Set.of("mysql", "mariadb"));
  }

  @Override
  public Optional<WireProtocol> wireProtocol() {
    return Optional.of(new MySqlWireProtocol(EXAMPLE, List.of(LogFormat.GENERAL, LogFormat.SLOW)));
  }

  @Override
  protected ReplayTarget replayTarget(ConnectionSource connector) throws DbException {
    return MySqlReplayTarget.of(connector.serverLogin().orElseThrow());
  }

  @Override
  public void check(Target target) {
    if (target.url().startsWith(EmbeddedUrl.PREFIX)) {
      EmbeddedUrl.parse(target.url());
    } else {
      DriverConnector.check(ServerUrl.parse(target.url(), EXAMPLE), MySqlDrivers.ALL, target);
    }
  }

  @Override
  protected ConnectionSource connector(Target target) throws DbException {
    if (target.url().startsWith(EmbeddedUrl.PREFIX)) {
      return EmbeddedServer.start(EmbeddedUrl.parse(target.url()), target);
    }
    return DriverConnector.of(ServerUrl.parse(target.url(), EXAMPLE), MySqlDrivers.ALL, target);
  }

  @Override
  protected String type(Type type) {
    return ColumnTypes.name(type, super::type);
  }

  @Override
  protected String quoted(String name) {
    return '`' + name.replace("`", "``") + '`';
  }

  /** As mysqldump does: otherwise a TIMESTAMP depends on the time zone, and 0 is a new key. */
  @Override
  protected String existingTableSession() {
    return "SET time_zone = '+00:00',"
        + " sql_mode = CONCAT(@@sql_mode, ',NO_AUTO_VALUE_ON_ZERO,STRICT_ALL_TABLES')";
  }

  @Override
  protected String asText(String column) {
    return "CONVERT(" + column + " USING utf8mb4)";
  }

  @Override
  protected Table describe(Connection connection, String name) throws SQLException, DbException {
    return ExistingTable.describe(connection, name);
  }

  @Override
  protected String literal(String text) {
    return super.literal(text.replace("\\", "\\\\"));
  }

  @Override
  protected String insertInto(Form form) {
    return switch (form) {
      case IGNORE -> "INSERT IGNORE INTO";
      case REPLACE -> "REPLACE INTO";
      case BULK -> "INSERT INTO";
      default -> super.insertInto(form);
    };
  }

  @Override
  protected List<String> beginSnapshot() {
    return List.of(
        "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ", // with others there is no snapshot
        "START TRANSACTION WITH CONSISTENT SNAPSHOT");
  }

  @Override
  protected void deleteFirst(SqlRenderer renderer, Op.Delete delete) {
    renderer.deleteAll(delete).add(" ORDER BY " + delete.firstBy() + " LIMIT " + delete.rows());
  }

  @Override
  protected Upsert upsert() {
    return new OnDuplicateKey();
  }

  private static final class OnDuplicateKey implements Upsert {

    @Override
    public void compose(SqlRenderer renderer) {
      renderer.insert().add(" ON DUPLICATE KEY UPDATE ").assignments("");
    }

    /** Derives the outcome from the affected rows: 1 inserted, 2 changed, 0 unchanged. */
    @Override
    public Outcome outcome(PreparedStatement executed) throws SQLException {
      return switch (executed.getUpdateCount()) {
        case 0 -> Outcome.UNCHANGED;
        case 1 -> Outcome.INSERTED;
        default -> Outcome.CHANGED;
      };
    }
  }

  @Override
  protected boolean isOfType(Type type, StoredColumn found) {
    return ColumnTypes.holds(type, found, super::isOfType);
  }

  @Override
  protected boolean joinsTexts(boolean numbered) {
    return true;
  }

  @Override
  protected PreparedStatement prepareTexts(Connection connection, String texts, boolean numbered)
      throws SQLException {
    return DriverDifferences.prepareTexts(connection, texts, numbered);
  }

  /** With LOCAL, rows with a duplicate key are skipped, as by INSERT IGNORE. */
  @Override
  protected String insertText(Op.Insert insert, String columns) {
    return TextInsert.text(insert, columns);
  }

  @Override
  protected StreamFormat streamFormat() {
    return new StreamFormat("\t\n\\", "\t\n\\", "\\N", null);
  }

  @Override
  protected void checkText(Connection connection) throws SQLException, DbException {
    TextInsert.check(connection);
  }

  @Override
  protected void checkPrepared(PreparedStatement statement, String text) throws SQLException {
    DriverDifferences.checkPrepared(statement, literal(text));
  }

  @Override
  protected void checkBulk(Connection connection) throws SQLException {
    if (!DriverDifferences.sendsBulk(connection)) {
      super.checkBulk(connection);
    }
  }

  @Override
  protected long sendText(Statement statement, String text, InputStream rows) throws SQLException {
    return TextInsert.execute(statement, text, rows);
  }

  @Override
  protected String partitions(Table table, TableLayout.Partitioned by) {
    return Text.format("PARTITION BY %s (%s) PARTITIONS %d", by.by(), by.column(), by.partitions());
  }

  @Override
  protected boolean clustersByKey() {
    return true;
  }

  @Override
  protected boolean addsIndexesAtOnce() {
    return true;
  }

  @Override
  protected String keyOptions(Table table, boolean primary) {
    return StorageOptions.renderForKey(table, primary);
  }

  @Override
  protected String autoIncrement() {
    return "NOT NULL AUTO_INCREMENT";
  }

  @Override
  protected String indexHint(String index) {
    return "FORCE INDEX (" + index + ")";
  }

  @Override
  protected String tableOptions(Table table) {
    return StorageOptions.render(table);
  }

  /** As text: MariaDB's driver sends a date with a time, which MySQL 9 refuses (1835). */
  @Override
  protected void setDate(PreparedStatement statement, int parameter, LocalDate date)
      throws SQLException {
    statement.setString(parameter, date.toString());
  }

  @Override
  protected void setTimestamp(PreparedStatement statement, int parameter, LocalDateTime time)
      throws SQLException {
    DriverDifferences.setTimestamp(statement, parameter, time);
  }

  @Override
  protected void setBytes(PreparedStatement statement, int parameter, byte[] bytes)
      throws SQLException {
    DriverDifferences.setBytes(statement, parameter, bytes);
  }

  @Override
  protected void stream(PreparedStatement statement) throws SQLException {
    DriverDifferences.stream(statement, STREAMED_ROWS);
  }

  @Override
  protected byte[] text(ResultSet result, int column, boolean unicode) throws SQLException {
    return DriverDifferences.text(result, column, unicode);
  }

  @Override
  protected Kind classify(SQLException error) {
    return ServerErrors.classify(error, super.classify(error));
  }

  @Override
  protected String advice(SQLException error) {
    return ServerErrors.advice(error);
  }

  @Override
  protected String message(SQLException error) {
    return DriverDifferences.message(super.message(error));
  }

  @Override
  protected void admit(Connection connection, Target target) throws SQLException, DbException {
    SessionVariables.check(connection);
    long allowed = ServerQuery.row(connection, "SELECT @@max_connections", row -> row.getLong(1));
    if (target.connections() > allowed) {
      throw DbException.refused(
          "1040",
          Text.format(
              "The server allows %d connections and this run needs %d; raise max_connections on the"
                  + " server (SET GLOBAL max_connections = %d) or lower --threads",
              allowed, target.connections(), target.connections() + 10));
    }
  }

  @Override
  protected List<String> settle(Connection connection, Table table, BooleanSupplier ended)
      throws SQLException, DbException {
    return EngineSettler.settle(connection, table, ended);
  }

  @Override
  protected Optional<TableSize> size(Connection connection, List<Table> tables, boolean settled)
      throws SQLException {
    return Optional.of(TableSizes.of(connection, tables, settled));
  }

  @Override
  protected void facts(
      Connection connection, List<Table> tables, Map<String, String> values, List<String> warnings)
      throws SQLException {
    ServerFacts.read(
        connection, tables, table -> StorageOptions.engine(table.storage()), values, warnings);
  }

  @Override
  protected Set<Capability> probe(
      Connection connection, TableLayout layout, Map<String, String> storage) throws SQLException {
    Set<Capability> found = super.probe(connection, layout, storage);
    if (!StorageEngines.of(connection).undoes(StorageOptions.engine(storage))) {
      found.remove(Capability.TRANSACTIONS);
    }
    return found;
  }

  @Override
  protected String counters() {
    return StatusNames.counters(figures());
  }

  @Override
  protected Optional<ServerProcess> serverProcess(Connection connection) throws SQLException {
    return Optional.of(ServerProcessLocator.of(connection));
  }

  @Override
  protected UsageCounters usage() {
    return new StatusUsage();
  }

  @Override
  protected @Nullable ServerCache cache(Connection connection, Map<String, String> storage)
      throws SQLException {
    return EngineCache.of(connection, StorageOptions.engine(storage));
  }

  @Override
  protected void checkStorage(Connection connection, Table table) throws SQLException, DbException {
    String engine = StorageOptions.engine(table.storage());
    if (engine != null) {
      StorageEngines.of(connection).require(engine);
    }
  }

  @Override
  protected @Nullable String storageDifference(Connection connection, Table table)
      throws SQLException {
    return StorageEngines.difference(connection, table);
  }
}
