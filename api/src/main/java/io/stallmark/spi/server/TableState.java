package io.stallmark.spi.server;

/** Result of comparing a table in the database with its declaration. */
public sealed interface TableState {

  /** No table of this name exists. */
  record Absent() implements TableState {}

  /** The table exists as declared. */
  record Present() implements TableState {}

  /**
   * The table exists but differs from the declaration.
   *
   * @param difference the first difference, phrased to follow the table's name: "has no column pad"
   */
  record Different(String difference) implements TableState {}

  /**
   * The table exists as declared, but a row that was read is not, because the database does not
   * enforce columns.
   *
   * @param row a sentence that names the table, the row and the difference
   */
  record Mistyped(String row) implements TableState {}
}
