package io.stallmark.userdocs;

import java.util.List;

/** Names of the fields of a document. MongoDB stores them in every document. */
enum FieldNames {
  /** The names of the columns. */
  LONG,
  /** The first letters of the names of the columns. */
  SHORT;

  /** Returns the name of a column. */
  String field(String column) {
    return this == LONG ? column : column.substring(0, 1);
  }

  /** Returns the names of columns. */
  List<String> fields(List<String> columns) {
    return columns.stream().map(this::field).toList();
  }
}
