package io.stallmark.jdbc;

/** Upserts of databases with {@code INSERT … ON CONFLICT … DO UPDATE … RETURNING}. */
public final class OnConflict {

  private OnConflict() {}

  /**
   * Composes an insert that changes the row if its key exists and a value would differ. It returns
   * one column of that row, and no row if there is nothing to change.
   *
   * @param inserted expression that is true for a new row and false for a changed one
   */
  public static void upsert(SqlRenderer upsert, String inserted) {
    begin(upsert).add(" WHERE ").changes(row(upsert)).add(" RETURNING " + inserted);
  }

  /**
   * Composes the insert with one more condition of a change, which is evaluated only if a value
   * would differ.
   *
   * @param condition expression that is true, and by which {@code inserted} can know of the change,
   *     such as a function that remembers its call
   * @param inserted expression that is true for a new row and false for a changed one, evaluated
   *     after the condition
   */
  public static void upsert(SqlRenderer upsert, String condition, String inserted) {
    begin(upsert).add(" WHERE (").changes(row(upsert));
    upsert.add(") AND " + condition + " RETURNING " + inserted);
  }

  private static SqlRenderer begin(SqlRenderer upsert) {
    upsert.insert().add(" ON CONFLICT (" + String.join(", ", upsert.key()) + ") DO UPDATE SET ");
    return upsert.assignments(row(upsert));
  }

  private static String row(SqlRenderer upsert) {
    return upsert.table() + ".";
  }
}
