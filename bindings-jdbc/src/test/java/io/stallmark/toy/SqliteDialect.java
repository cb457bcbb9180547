package io.stallmark.toy;

import io.stallmark.jdbc.OnConflict;
import io.stallmark.jdbc.SqlDialect;
import io.stallmark.jdbc.SqlRenderer;
import io.stallmark.jdbc.StoredColumn;
import io.stallmark.jdbc.connect.ConnectionSource;
import io.stallmark.jdbc.connect.ServerQuery;
import io.stallmark.model.Op.Insert.Form;
import io.stallmark.model.Table;
import io.stallmark.model.Type;
import io.stallmark.spi.Capability;
import io.stallmark.spi.DbException.Kind;
import io.stallmark.spi.Target;
import io.stallmark.spi.server.ServerProcess;
import io.stallmark.spi.server.TableSize;
import io.stallmark.text.RefusedException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Properties;
import java.util.Set;
import org.sqlite.Function;
import org.sqlite.SQLiteErrorCode;

/** SQLite, a SQL database in a file, used by this JVM. */
public final class SqliteDialect extends SqlDialect {

  @Override
  public String name() {
    return "sqlite";
  }

  @Override
  public List<String> prefixes() {
    return List.of("sqlite:", "jdbc:sqlite:");
  }

  @Override
  public String summary() {
    return "SQLite in this process: sqlite:path, sqlite:path?synchronous=NORMAL";
  }

  /** Only files: a database in memory belongs to one connection. */
  @Override
  protected ConnectionSource connector(Target target) {
    String url = target.url().startsWith("jdbc:") ? target.url() : "jdbc:" + target.url();
    if (!url.matches("jdbc:sqlite:[^:?].*")) {
      throw new RefusedException("SQLite takes sqlite:path, the path of a file");
    }
    // Reads go on while another connection writes; a writer waits for another one.
    Properties defaults = new Properties();
    defaults.setProperty("journal_mode", "WAL");
    defaults.setProperty("busy_timeout", "1000");
    return () -> {
      Connection connection = DriverManager.getConnection(url, defaults);
      Function.create(connection, "row_changed", new RowChanged());
      return connection;
    };
  }

  /** SQLite's integers have 64 bits. An AUTOINCREMENT column needs exactly this name. */
  @Override
  protected String type(Type type) {
    if (type instanceof Type.Decimal decimal && decimal.precision() > 15) {
      throw new RefusedException("sqlite rounds decimals of more than 15 digits");
    }
    return Type.isWide(type) ? "INTEGER" : super.type(type);
  }

  @Override
  protected String autoIncrement() {
    return "NOT NULL PRIMARY KEY AUTOINCREMENT";
  }

  /** The driver knows no types but integers, reals and texts; the declared name is exact. */
  @Override
  protected boolean isOfType(Type type, StoredColumn found) {
    return type(type).replaceFirst("\\(.*", "").equals(found.typeName());
  }

  /** SQLite does not pad texts. */
  @Override
  protected byte[] text(ResultSet result, int column) throws SQLException {
    return result.getBytes(column);
  }

  /** Waits for other writers. After a plain BEGIN, a read that is followed by a write fails. */
  @Override
  protected String begin() {
    return "BEGIN IMMEDIATE";
  }

  /** A transaction that begins immediately is the only one that writes. */
  @Override
  protected String forUpdate() {
    return "";
  }

  @Override
  protected String indexHint(String index) {
    return "INDEXED BY " + index;
  }

  @Override
  public Set<Capability> capabilities() {
    Set<Capability> all = EnumSet.copyOf(super.capabilities());
    all.add(Capability.UPSERT);
    return all;
  }

  @Override
  protected String insertInto(Form form) {
    return form == Form.IGNORE ? "INSERT OR IGNORE INTO" : super.insertInto(form);
  }

  @Override
  protected void upsert(SqlRenderer upsert) {
    OnConflict.upsert(upsert, "row_changed(1)", "NOT row_changed(0)");
  }

  /** Remembers whether an upsert has changed a row; SQLite itself does not tell. */
  private static final class RowChanged extends Function {

    private boolean changed;

    @Override
    protected void xFunc() throws SQLException {
      boolean set = value_int(0) == 1;
      result(set || changed ? 1 : 0);
      changed = set;
    }
  }

  @Override
  protected Kind classify(SQLException error) {
    return switch (SQLiteErrorCode.getErrorCode(error.getErrorCode())) {
      case SQLITE_BUSY -> Kind.RETRY;
      case SQLITE_CANTOPEN, SQLITE_NOTADB -> Kind.REFUSED;
      case SQLITE_CONSTRAINT ->
          String.valueOf(error.getMessage()).contains("UNIQUE") ? Kind.DUPLICATE_KEY : Kind.FATAL;
      default -> Kind.FATAL;
    };
  }

  @Override
  protected void facts(
      Connection connection, List<Table> tables, Map<String, String> values, List<String> warnings)
      throws SQLException {
    for (String name : List.of("journal_mode", "synchronous", "busy_timeout", "cache_size")) {
      values.put(name, ServerQuery.row(connection, "PRAGMA " + name, row -> row.getString(1)));
    }
  }

  /** The engine shares this process with the load generator. */
  @Override
  protected Optional<ServerProcess> serverProcess(Connection connection) {
    return Optional.of(ServerProcess.inside(""));
  }

  @Override
  protected Optional<TableSize> size(Connection connection, List<Table> tables, boolean settled)
      throws SQLException {
    String pages = "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size";
    long bytes = ServerQuery.row(connection, pages, row -> row.getLong(1));
    return Optional.of(new TableSize(bytes, 0, OptionalLong.of(bytes), Map.of()));
  }
}
