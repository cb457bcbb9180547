package io.stallmark.jdbc;

import io.stallmark.jdbc.connect.ServerQuery;
import io.stallmark.model.Column;
import io.stallmark.model.Column.Fill;
import io.stallmark.model.Table;
import io.stallmark.model.Type;
import io.stallmark.spi.DbException.Kind;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;

/** Tests on temporary tables of what a server accepts and may do otherwise. */
record TemporaryTableProbe(SqlDialect dialect, Connection connection) {

  /** Class of the SQLSTATE of a write in a read-only transaction. */
  private static final String READ_ONLY = "25";

  private static final int GIVEN = 7;
  private static final Table TABLE =
      new Table(
          "stallmark_probe",
          List.of(
              new Column("id", Type.INT32, Fill.AUTO_INCREMENT),
              new Column("n", Type.INT32, Fill.ZERO)),
          List.of("id"),
          List.of(),
          Map.of());

  /**
   * Whether a rollback undoes changes. Some servers accept ROLLBACK without effect. Where no
   * temporary table can be created, returns what the driver's metadata reports.
   */
  boolean rollbackUndoes() throws SQLException {
    return run(
        "CREATE TEMPORARY TABLE " + TABLE.name() + " (n INTEGER)",
        e -> connection.getMetaData().supportsTransactions(),
        statement -> {
          statement.execute(dialect.begin());
          statement.execute("INSERT INTO " + TABLE.name() + " VALUES (1)");
          statement.execute("ROLLBACK");
          return number("COUNT(*)") == 0;
        });
  }

  /**
   * Whether an identity column continues after keys that a load inserted explicitly. That of the
   * SQL standard does not: it generates a key that exists already. Returns true where the user may
   * not create a temporary table: then the capabilities of the dialect apply. Returns false where
   * the database does not take the declaration.
   */
  boolean identityContinues() throws SQLException {
    return run(
        new TableDefinition(dialect).createTemporary(TABLE),
        this::isRefused,
        statement -> {
          statement.execute("INSERT INTO " + TABLE.name() + " (id, n) VALUES (" + GIVEN + ", 1)");
          for (String text : dialect.afterLoad(TABLE)) {
            statement.execute(text);
          }
          statement.execute("INSERT INTO " + TABLE.name() + " (n) VALUES (2)");
          return number("MAX(id)") == GIVEN + 1;
        });
  }

  /** Whether the user may not create a table, or the server takes no writes. */
  private boolean isRefused(SQLException e) {
    return dialect.classify(e) == Kind.REFUSED
        || String.valueOf(e.getSQLState()).startsWith(READ_ONLY);
  }

  /** Result of a test whose table could not be created. */
  private interface Untested {
    boolean passes(SQLException e) throws SQLException;
  }

  private interface Check {
    boolean passes(Statement statement) throws SQLException;
  }

  private boolean run(String create, Untested otherwise, Check check) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      try {
        statement.execute(create);
      } catch (SQLException e) {
        return otherwise.passes(e);
      }
      try {
        return check.passes(statement);
      } finally {
        statement.execute("DROP TABLE " + TABLE.name());
      }
    }
  }

  private long number(String figure) throws SQLException {
    return ServerQuery.row(
        connection, "SELECT " + figure + " FROM " + TABLE.name(), row -> row.getLong(1));
  }
}
