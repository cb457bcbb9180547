package io.stallmark.toy;

import io.stallmark.jdbc.SqlDialect;
import io.stallmark.jdbc.Upsert;
import io.stallmark.jdbc.connect.ConnectionSource;
import io.stallmark.model.Op.Insert.Form;
import io.stallmark.model.Type;
import io.stallmark.spi.DbException;
import io.stallmark.spi.DbException.Kind;
import io.stallmark.spi.Target;
import io.stallmark.spi.server.ServerProcess;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import org.sqlite.Function;
import org.sqlite.SQLiteErrorCode;

/** SQLite, a SQL database in a file, used by this JVM: sqlite:path?journal_mode=WAL. */
public final class SqliteDialect extends SqlDialect {

  @Override
  public String name() {
    return "sqlite";
  }

  @Override
  protected ConnectionSource connector(Target target) throws DbException {
    return super.connector(target)
        .with(connection -> Function.create(connection, "row_changed", new RowChanged()));
  }

  /** An AUTOINCREMENT column needs exactly this name. */
  @Override
  protected String type(Type type) {
    return Type.isWide(type) ? "INTEGER" : super.type(type);
  }

  @Override
  protected String autoIncrement() {
    return "NOT NULL PRIMARY KEY AUTOINCREMENT";
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
  protected String insertInto(Form form) {
    return form == Form.IGNORE ? "INSERT OR IGNORE INTO" : super.insertInto(form);
  }

  @Override
  protected Upsert upsert() {
    return Upsert.onConflict("row_changed(1)", "NOT row_changed(0)");
  }

  /** Remembers whether an upsert has changed a row; SQLite itself does not tell. */
  private static final class RowChanged extends Function {
    private int last;

    @Override
    protected void xFunc() throws SQLException {
      result(last | value_int(0));
      last = value_int(0);
    }
  }

  /** The driver has no SQLSTATE. */
  @Override
  protected Kind classify(SQLException e) {
    return switch (SQLiteErrorCode.getErrorCode(e.getErrorCode())) {
      case SQLITE_BUSY -> Kind.RETRY;
      case SQLITE_CANTOPEN, SQLITE_NOTADB -> Kind.REFUSED;
      case SQLITE_CONSTRAINT -> e.toString().contains("UNIQUE") ? Kind.DUPLICATE_KEY : Kind.FATAL;
      default -> super.classify(e);
    };
  }

  /** The engine shares this process with the load generator. */
  @Override
  protected Optional<ServerProcess> serverProcess(Connection connection) {
    return Optional.of(ServerProcess.inside(""));
  }
}
