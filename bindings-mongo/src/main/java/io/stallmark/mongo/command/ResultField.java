package io.stallmark.mongo.command;

/**
 * A field of the documents that a command returns, as a column of a row.
 *
 * @param type form in which dates and exact numbers are read
 * @param part index of the column among the parts of a composed {@code _id}, from which it is read;
 *     negative: the field's value is the column's
 */
public record ResultField(String name, FieldType type, int part) {

  /** Creates a field that the command computes. */
  static ResultField computed(String name) {
    return new ResultField(name, FieldType.SECONDS, -1);
  }
}
