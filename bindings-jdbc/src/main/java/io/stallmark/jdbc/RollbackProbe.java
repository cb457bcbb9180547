package io.stallmark.jdbc;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Checks whether a rollback undoes changes. Some servers accept ROLLBACK without effect. */
final class RollbackProbe {

  private static final String TABLE = "stallmark_probe";

  private RollbackProbe() {}

  /**
   * Runs the check on a temporary table. Where the user may not create one, returns what the
   * driver's metadata reports.
   */
  static boolean undoes(Connection connection, String begin) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      try {
        statement.execute("CREATE TEMPORARY TABLE " + TABLE + " (n INTEGER)");
      } catch (SQLException e) {
        return connection.getMetaData().supportsTransactions();
      }
      try {
        return undoes(statement, begin);
      } finally {
        statement.execute("DROP TABLE " + TABLE);
      }
    }
  }

  private static boolean undoes(Statement statement, String begin) throws SQLException {
    statement.execute(begin);
    statement.execute("INSERT INTO " + TABLE + " VALUES (1)");
    statement.execute("ROLLBACK");
    try (ResultSet count = statement.executeQuery("SELECT COUNT(*) FROM " + TABLE)) {
      return count.next() && count.getLong(1) == 0;
    }
  }
}
