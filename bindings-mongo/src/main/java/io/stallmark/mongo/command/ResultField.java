package io.stallmark.mongo.command;

import io.stallmark.model.Column;
import io.stallmark.model.Type;

/**
 * A field of the documents that a command returns.
 *
 * @param dateUnit milliseconds in the unit that a date of this field is read in
 * @param scale digits after the decimal point of an exact number
 */
public record ResultField(String name, long dateUnit, int scale) {

  private static final long SECOND = 1000;
  private static final long DAY = 86_400_000;

  /** A field that the command computes. */
  static ResultField computed(String name) {
    return new ResultField(name, SECOND, 0);
  }

  /** The field that holds a column. */
  static ResultField of(Column column, DocumentFields fields) {
    Type type = column.type();
    long unit = type instanceof Type.Date ? DAY : type instanceof Type.Timestamp ? 1 : SECOND;
    int scale = type instanceof Type.Decimal decimal ? decimal.scale() : 0;
    return new ResultField(fields.name(column.name()), unit, scale);
  }
}
