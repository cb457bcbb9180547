package io.stallmark.transfer.format;

import io.stallmark.spi.Args;
import org.bson.BsonType;

/** Writes rows as BSON documents. */
record BsonRowWriter(RowShape shape) implements RowWriter {

  @Override
  public void write(Args values, int row, OutputBytes out) {
    int start = out.length();
    out.int32(0);
    for (int i = 0; i < shape.count(); i++) {
      boolean absent = values.isNull(row, i);
      out.int8((absent ? BsonType.NULL : shape.form(i).bson()).getValue());
      byte[] name = shape.field(i).encoded();
      out.bytes(name, name.length);
      out.int8(0);
      if (!absent) {
        value(values, row, i, out);
      }
    }
    out.int8(0);
    out.int32At(start, out.length() - start);
  }

  private void value(Args values, int row, int column, OutputBytes out) {
    long number = values.getLong(row, column);
    int length = values.getLength(row, column);
    switch (shape.form(column)) {
      case INT32 -> out.int32((int) number);
      case BOOLEAN -> out.int8((int) number);
      case DATE -> out.int64(number * RowShape.DAY);
      case TEXT -> {
        out.int32(length + 1);
        out.bytes(values.getText(row, column), length);
        out.int8(0);
      }
      case BYTES -> {
        out.int32(length);
        out.int8(0); // subtype 0: generic binary
        out.bytes(values.getText(row, column), length);
      }
      default -> out.int64(number);
    }
  }
}
