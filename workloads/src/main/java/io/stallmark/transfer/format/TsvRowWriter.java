package io.stallmark.transfer.format;

import io.stallmark.spi.Args;

/** Writes rows as lines of values between tabs, with the escapes of MySQL's LOAD DATA. */
final class TsvRowWriter implements RowWriter {

  private final RowShape shape;

  TsvRowWriter(RowShape shape) {
    this.shape = shape;
  }

  @Override
  public void write(Args values, int row, OutputBytes out) {
    for (int i = 0; i < shape.count(); i++) {
      if (i > 0) {
        out.int8('\t');
      }
      if (values.isNull(row, i)) {
        out.ascii("\\N");
      } else {
        value(values, row, i, out);
      }
    }
    out.int8('\n');
  }

  private void value(Args values, int row, int column, OutputBytes out) {
    switch (shape.form(column)) {
      case TEXT, BYTES -> text(values.getText(row, column), values.getLength(row, column), out);
      default -> number(shape.form(column), values, row, column, out);
    }
  }

  /** Appends a value of another form than text or bytes. */
  static void number(RowShape.Form form, Args values, int row, int column, OutputBytes out) {
    long number = values.getLong(row, column);
    switch (form) {
      case FLOAT64 -> {
        double real = values.getDouble(row, column);
        if (Double.isFinite(real)) {
          out.real(real);
        } else {
          out.ascii(Double.toString(real));
        }
      }
      case DATE -> out.date(number);
      case TIMESTAMP -> {
        out.date(Math.floorDiv(number, BsonRowWriter.DAY));
        out.int8(' ');
        out.timeOfDay(Math.floorMod(number, BsonRowWriter.DAY));
      }
      default -> out.decimal(number);
    }
  }

  private static void text(byte[] bytes, int length, OutputBytes out) {
    byte[] to = out.reserve(2 * length);
    int at = out.length();
    for (int i = 0; i < length; i++) {
      byte b = bytes[i];
      byte escaped =
          switch (b) {
            case '\t' -> 't';
            case '\n' -> 'n';
            case '\r' -> 'r';
            case '\\' -> '\\';
            case 0 -> '0';
            default -> 0;
          };
      if (escaped != 0) {
        to[at++] = '\\';
        to[at++] = escaped;
      } else {
        to[at++] = b;
      }
    }
    out.length(at);
  }
}
