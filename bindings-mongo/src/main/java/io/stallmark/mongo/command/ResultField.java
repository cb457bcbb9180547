package io.stallmark.mongo.command;

/**
 * A field of the documents that a command returns, as a column of a row.
 *
 * @param type form in which dates and exact numbers are read
 * @param part index of the column among the parts of a composed {@code _id}, from which it is read;
 *     negative: the field's value is the column's
 */
public record ResultField(String name, FieldType type, int part) {

  private static final int WHOLE = -1;

  /** Creates a field that the command computes. */
  static ResultField computed(String name) {
    return new ResultField(name, FieldType.SECONDS, WHOLE);
  }

  /** Creates the field that stores a column. */
  static ResultField of(String column, DocumentFields fields) {
    return new ResultField(fields.name(column), fields.type(column), WHOLE);
  }

  /**
   * Creates the field of a column in a document that may disagree with the table's declaration. A
   * column of the key is read from {@code _id}, by which the documents are found and sorted.
   */
  static ResultField ofKey(String column, DocumentFields fields) {
    int part = fields.key().parts().indexOf(column);
    return part < 0
        ? of(column, fields)
        : new ResultField(DocumentFields.ID, fields.type(column), part);
  }
}
