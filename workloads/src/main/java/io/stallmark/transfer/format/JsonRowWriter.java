package io.stallmark.transfer.format;

import io.stallmark.spi.Args;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;

/** Writes rows as documents in relaxed extended JSON, version 2, one in each line. */
record JsonRowWriter(RowShape shape) implements RowWriter {

  /** First millisecond of the year 10000: relaxed dates end before it. */
  static final long FAR = 253_402_300_800_000L;

  private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

  @Override
  public void write(Args values, int row, OutputBytes out) {
    for (int i = 0; i < shape.count(); i++) {
      out.int8(i == 0 ? '{' : ',');
      byte[] name = shape.field(i).encoded();
      text(name, name.length, out);
      out.int8(':');
      if (values.isNull(row, i)) {
        out.ascii("null");
      } else {
        value(values, row, i, out);
      }
    }
    out.int8('}');
    out.int8('\n');
  }

  private void value(Args values, int row, int column, OutputBytes out) {
    long number = values.getLong(row, column);
    switch (shape.form(column)) {
      case FLOAT64 -> real(values.getDouble(row, column), out);
      case BOOLEAN -> out.ascii(number == 0 ? "false" : "true");
      case DATE -> date(number * RowShape.DAY, out);
      case TIMESTAMP -> date(number, out);
      case TEXT -> text(values.getText(row, column), values.getLength(row, column), out);
      case BYTES -> {
        out.ascii("{\"$binary\":{\"base64\":\"");
        base64(values.getText(row, column), values.getLength(row, column), out);
        out.ascii("\",\"subType\":\"00\"}}");
      }
      default -> out.decimal(number);
    }
  }

  private static void real(double number, OutputBytes out) {
    if (Double.isFinite(number)) {
      out.real(number);
    } else {
      out.ascii("{\"$numberDouble\":\"");
      out.ascii(Double.toString(number));
      out.ascii("\"}");
    }
  }

  private static void date(long millis, OutputBytes out) {
    out.ascii("{\"$date\":");
    if (millis < 0 || millis >= FAR) {
      out.ascii("{\"$numberLong\":\"");
      out.decimal(millis);
      out.ascii("\"}");
    } else {
      out.int8('"');
      out.dateTime(millis, 'T');
      out.ascii("Z\"");
    }
    out.int8('}');
  }

  private static void text(byte[] bytes, int length, OutputBytes out) {
    byte[] to = out.reserve(6 * length + 2);
    int at = out.length();
    to[at++] = '"';
    for (int i = 0; i < length; i++) {
      byte b = bytes[i];
      if (b < 0 || (b >= ' ' && b != '"' && b != '\\')) {
        to[at++] = b;
        continue;
      }
      to[at++] = '\\';
      switch (b) {
        case '"', '\\' -> to[at++] = b;
        case '\n' -> to[at++] = 'n';
        case '\r' -> to[at++] = 'r';
        case '\t' -> to[at++] = 't';
        default -> {
          to[at++] = 'u';
          to[at++] = '0';
          to[at++] = '0';
          to[at++] = HEX[b >> 4];
          to[at++] = HEX[b & 0xF];
        }
      }
    }
    to[at++] = '"';
    out.length(at);
  }

  private static void base64(byte[] bytes, int length, OutputBytes out) {
    byte[] encoded = Base64.getEncoder().encode(Arrays.copyOf(bytes, length));
    out.bytes(encoded, encoded.length);
  }
}
