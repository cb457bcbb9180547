package io.stallmark.transfer.format;

import io.stallmark.spi.Args;

/** Writes rows as BSON documents. */
final class BsonRowWriter implements RowWriter {

  static final int DOUBLE = 0x01;
  static final int STRING = 0x02;
  static final int BINARY = 0x05;
  static final int BOOLEAN = 0x08;
  static final int DATE = 0x09;
  static final int NULL = 0x0A;
  static final int INT32 = 0x10;
  static final int INT64 = 0x12;
  static final long DAY = 86_400_000;

  private final RowShape shape;

  BsonRowWriter(RowShape shape) {
    this.shape = shape;
  }

  @Override
  public void write(Args values, int row, OutputBytes out) {
    int start = out.length();
    out.int32(0);
    for (int i = 0; i < shape.count(); i++) {
      boolean absent = values.isNull(row, i);
      out.int8(absent ? NULL : type(shape.form(i)));
      byte[] name = shape.encodedName(i);
      out.bytes(name, name.length);
      out.int8(0);
      if (!absent) {
        value(values, row, i, out);
      }
    }
    out.int8(0);
    out.int32At(start, out.length() - start);
  }

  private static int type(RowShape.Form form) {
    return switch (form) {
      case INT32 -> INT32;
      case INT64 -> INT64;
      case FLOAT64 -> DOUBLE;
      case BOOLEAN -> BOOLEAN;
      case DATE, TIMESTAMP -> DATE;
      case TEXT -> STRING;
      case BYTES -> BINARY;
    };
  }

  private void value(Args values, int row, int column, OutputBytes out) {
    long number = values.getLong(row, column);
    int length = values.getLength(row, column);
    switch (shape.form(column)) {
      case INT32 -> out.int32((int) number);
      case BOOLEAN -> out.int8((int) number);
      case DATE -> out.int64(number * DAY);
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
