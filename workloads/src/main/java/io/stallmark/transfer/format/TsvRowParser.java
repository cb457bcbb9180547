package io.stallmark.transfer.format;

import io.stallmark.spi.Args;
import java.time.DateTimeException;

/** Reads rows from lines of values between tabs, with the escapes of MySQL's LOAD DATA. */
final class TsvRowParser extends BatchParser {

  private final byte[] bytes;
  private int row;
  private int at; // start of the value that is read

  TsvRowParser(RowShape shape, RawBatch batch, Args into) {
    super(shape, batch, into);
    bytes = batch.bytes();
  }

  @Override
  void documents() throws Unfit {
    for (; row < batch.documents(); row++) {
      begin(row);
      for (int column = 0; column < shape.count(); column++) {
        int end = endOfValue(column);
        try {
          value(end, column);
        } catch (NumberFormatException | DateTimeException e) {
          throw unfit(column);
        }
        at = end + 1;
      }
    }
  }

  @Override
  BadInput bad(String what) {
    return batch.badLine(row, what);
  }

  private int endOfValue(int column) throws Unfit {
    int end = at;
    while (bytes[end] != '\t' && bytes[end] != '\n') {
      if (bytes[end] == 0) {
        throw new Unfit("a byte 0, which is written \\0");
      }
      end++;
    }
    boolean last = column == shape.count() - 1;
    if (last != (bytes[end] == '\n')) {
      throw new Unfit(
          last
              ? "more than " + shape.count() + " values"
              : (column + 1) + " values, not " + shape.count());
    }
    return end;
  }

  private void value(int end, int column) throws Unfit {
    if (end - at == 2 && bytes[at] == '\\' && bytes[at + 1] == 'N') {
      setNull(column, " is \\N");
      return;
    }
    switch (shape.form(column)) {
      case INT32, INT64 -> integer(column, TextValues.integer(bytes, at, end));
      case FLOAT64 -> set(column, TextValues.real(bytes, at, end));
      case BOOLEAN -> {
        long number = TextValues.integer(bytes, at, end);
        require(number == 0 || number == 1, column);
        set(column, number);
      }
      case DATE -> set(column, TextValues.date(bytes, at, end));
      case TIMESTAMP -> time(column, TextValues.dateTime(bytes, at, end, ' ', false));
      case TEXT, BYTES -> text(end, column);
    }
  }

  private void text(int end, int column) throws Unfit {
    byte[] out = bytes(column, end - at);
    int length = 0;
    int copied = at;
    for (int i = at; i < end; i++) {
      if (bytes[i] == '\\') {
        System.arraycopy(bytes, copied, out, length, i - copied);
        length += i - copied;
        if (++i == end) {
          throw wrong(column, " ends in a single \\");
        }
        out[length++] = escaped(bytes[i]);
        copied = i + 1;
      }
    }
    System.arraycopy(bytes, copied, out, length, end - copied);
    length(column, length + end - copied);
  }

  /** Returns the byte that a byte after a backslash stands for. */
  private static byte escaped(byte letter) {
    return switch (letter) {
      case 't' -> '\t';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 'b' -> '\b';
      case 'Z' -> 26;
      case '0' -> 0;
      default -> letter;
    };
  }
}
