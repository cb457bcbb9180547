package io.stallmark.mongo.command;

import io.stallmark.model.Column;
import io.stallmark.model.Type;

/**
 * A field of the documents that a command returns.
 *
 * @param dateUnit unit in which a date of this field is read, in milliseconds
 * @param scale digits after the decimal point of an exact number
 */
public record ResultField(String name, long dateUnit, int scale) {

  private static final long SECOND = 1000;
  private static final long DAY = 86_400_000;

  /** Creates a field that the command computes. */
  static ResultField computed(String name) {
    return new ResultField(name, SECOND, 0);
  }

  /** Creates the field that stores a column. */
  static ResultField of(Column column, DocumentFields fields) {
    Type type = column.type();
    long unit = type instanceof Type.Date ? DAY : type instanceof Type.Timestamp ? 1 : SECOND;
    int scale = type instanceof Type.Decimal decimal ? decimal.scale() : 0;
    return new ResultField(fields.name(column.name()), unit, scale);
  }
}
