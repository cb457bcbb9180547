package io.stallmark.spi.server;

/** What a database has under a table's name. */
public sealed interface TableState {

  /** Nothing. */
  record Absent() implements TableState {}

  /** The table as declared, whoever made it. */
  record Present() implements TableState {}

  /**
   * Something else.
   *
   * @param difference what differs, to follow the table's name: "has no column pad"
   */
  record Different(String difference) implements TableState {}
}
