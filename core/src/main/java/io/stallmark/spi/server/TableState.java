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
}
