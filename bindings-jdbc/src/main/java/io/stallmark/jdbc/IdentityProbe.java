package io.stallmark.jdbc;

import io.stallmark.model.Column;
import io.stallmark.model.Column.Fill;
import io.stallmark.model.Table;
import io.stallmark.model.Type;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;

/**
 * Checks whether an identity column continues after keys that a load inserted explicitly. An
 * identity column of the SQL standard does not: it generates a key that exists already.
 */
final class IdentityProbe {

  private static final int GIVEN = 7;
  private static final Table TABLE =
      new Table(
          "stallmark_identity_probe",
          List.of(
              new Column("id", Type.INT32, Fill.AUTO_INCREMENT),
              new Column("n", Type.INT32, Fill.ZERO)),
          List.of("id"),
          List.of(),
          Map.of());

  private IdentityProbe() {}

  /**
   * Runs the check on a temporary table. Returns true where the user may not create one: then the
   * capabilities of the dialect apply.
   */
  static boolean continues(Connection connection, SqlDialect dialect) throws SQLException {
    String name = dialect.quote(TABLE.name());
    try (Statement statement = connection.createStatement()) {
      try {
        statement.execute(new TableDefinition(dialect).createTemporary(TABLE));
      } catch (SQLException e) {
        return true;
      }
      try {
        statement.execute("INSERT INTO " + name + " (id, n) VALUES (" + GIVEN + ", 1)");
        for (String text : dialect.afterLoad(TABLE)) {
          statement.execute(text);
        }
        statement.execute("INSERT INTO " + name + " (n) VALUES (2)");
        try (ResultSet last = statement.executeQuery("SELECT MAX(id) FROM " + name)) {
          return last.next() && last.getLong(1) == GIVEN + 1;
        }
      } finally {
        statement.execute("DROP TABLE " + name);
      }
    }
  }
}
