package io.stallmark.jdbc;

import io.stallmark.spi.Statement.Outcome;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Insert of one database that changes the row if its key exists. Stateless and thread-safe. */
@FunctionalInterface
public interface Upsert {

  /** Composes the statement of the parts of the renderer. */
  void compose(SqlRenderer renderer);

  /**
   * Outcome of a statement that was just executed. By default, the statement returns true for an
   * inserted row, false for a changed one, and no row if nothing changed.
   */
  default Outcome outcome(PreparedStatement executed) throws SQLException {
    try (ResultSet result = executed.getResultSet()) {
      if (!result.next()) {
        return Outcome.UNCHANGED;
      }
      return result.getBoolean(1) ? Outcome.INSERTED : Outcome.CHANGED;
    }
  }

  /**
   * Returns the upsert of databases with {@code INSERT … ON CONFLICT … DO UPDATE … RETURNING}. It
   * returns no row if there is nothing to change.
   *
   * @param inserted expression that is true for a new row and false for a changed one
   */
  static Upsert onConflict(String inserted) {
    return sql -> begin(sql).add(" WHERE ").changes(row(sql)).add(" RETURNING " + inserted);
  }

  /**
   * Returns that upsert with one more condition of a change, which is evaluated only if a value
   * would differ.
   *
   * @param condition expression that is true, and by which {@code inserted} can know of the change,
   *     such as a function that remembers its call
   * @param inserted expression that is true for a new row and false for a changed one, evaluated
   *     after the condition
   */
  static Upsert onConflict(String condition, String inserted) {
    return sql ->
        begin(sql)
            .add(" WHERE (")
            .changes(row(sql))
            .add(") AND " + condition + " RETURNING " + inserted);
  }

  private static SqlRenderer begin(SqlRenderer sql) {
    sql.insert().add(" ON CONFLICT (" + String.join(", ", sql.key()) + ") DO UPDATE SET ");
    return sql.assignments(row(sql));
  }

  private static String row(SqlRenderer sql) {
    return sql.table() + ".";
  }
}
