package io.stallmark.transfer.format;

import io.stallmark.spi.Args;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;

/** Reads rows from lines of values between tabs, with the escapes of MySQL's LOAD DATA. */
final class TsvRowParser implements RowParser {

  private static final byte[] LEAST =
      Long.toString(Long.MIN_VALUE).getBytes(StandardCharsets.US_ASCII);

  private final RowShape shape;

  TsvRowParser(RowShape shape) {
    this.shape = shape;
  }

  @Override
  public void parse(RawBatch batch, Args into) throws BadInput {
    byte[] bytes = batch.bytes();
    int at = 0;
    for (int row = 0; row < batch.documents(); row++) {
      into.row(row);
      for (int column = 0; column < shape.count(); column++) {
        int end = at;
        while (bytes[end] != '\t' && bytes[end] != '\n') {
          if (bytes[end] == 0) {
            throw batch.badLine(row, "a byte 0, which is written \\0");
          }
          end++;
        }
        boolean last = column == shape.count() - 1;
        if (bytes[end] != (last ? '\n' : '\t')) {
          throw batch.badLine(
              row,
              last
                  ? "more than " + shape.count() + " values"
                  : (column + 1) + " values, not " + shape.count());
        }
        String complaint = value(bytes, at, end, column, into);
        if (!complaint.isEmpty()) {
          throw batch.badLine(row, complaint);
        }
        at = end + 1;
      }
    }
  }

  /** Reads a value. Returns what is wrong with it; empty: nothing. */
  private String value(byte[] bytes, int from, int to, int column, Args into) {
    if (to - from == 2 && bytes[from] == '\\' && bytes[from + 1] == 'N') {
      into.setNull(column);
      return shape.nullable(column) ? "" : "field " + shape.name(column) + " is \\N";
    }
    switch (shape.form(column)) {
      case TEXT, BYTES -> {
        return text(bytes, from, to, column, into);
      }
      case FLOAT64 -> {
        try {
          into.set(column, TextValues.real(bytes, from, to));
          return "";
        } catch (NumberFormatException e) {
          return unfit(column);
        }
      }
      default -> {
        long number = number(bytes, from, to, column);
        into.set(column, number);
        return number == TextValues.INVALID && !isLeast(bytes, from, to)
            ? unfit(column)
            : shape.complaint(column, number);
      }
    }
  }

  /** Whether a value is the number that also marks invalid ones. */
  private static boolean isLeast(byte[] bytes, int from, int to) {
    return Arrays.equals(LEAST, 0, LEAST.length, bytes, from, to);
  }

  private long number(byte[] bytes, int from, int to, int column) {
    return switch (shape.form(column)) {
      case DATE -> TextValues.date(bytes, from, to);
      case TIMESTAMP -> TextValues.dateTime(bytes, from, to, ' ', false);
      case BOOLEAN -> {
        long number = TextValues.integer(bytes, from, to);
        yield number == 0 || number == 1 ? number : TextValues.INVALID;
      }
      default -> TextValues.integer(bytes, from, to);
    };
  }

  private String unfit(int column) {
    return "field "
        + shape.name(column)
        + " is no "
        + shape.form(column).name().toLowerCase(Locale.ROOT);
  }

  private String text(byte[] bytes, int from, int to, int column, Args into) {
    byte[] out = into.bytes(column, to - from);
    int length = 0;
    for (int i = from; i < to; i++) {
      byte b = bytes[i];
      if (b == '\\') {
        if (++i == to) {
          return "field " + shape.name(column) + " ends in a single \\";
        }
        b =
            switch (bytes[i]) {
              case 't' -> '\t';
              case 'n' -> '\n';
              case 'r' -> '\r';
              case 'b' -> '\b';
              case 'Z' -> 26;
              case '0' -> 0;
              default -> bytes[i];
            };
      }
      out[length++] = b;
    }
    into.length(column, length);
    return shape.complaint(column, out, 0, length);
  }
}
