package io.stallmark.transfer.format;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.LocalDate;

/** A growing buffer of bytes to write. Numbers in binary are little-endian. For one thread. */
public final class OutputBytes {

  private static final int INITIAL = 1 << 16;
  private static final int MOST_DIGITS = 19;

  private ByteBuffer content = ByteBuffer.allocate(INITIAL).order(ByteOrder.LITTLE_ENDIAN);

  public int length() {
    return content.position();
  }

  /** Writes the content to a stream and removes it. */
  public void drain(OutputStream to) throws IOException {
    to.write(content.array(), 0, length());
    clear();
  }

  /** Removes the content. */
  public void clear() {
    content.clear();
  }

  /** Returns the buffer, with space for more bytes after the content. */
  byte[] reserve(int more) {
    if (content.remaining() < more) {
      int size = Math.max(length() + more, 2 * content.capacity());
      content =
          ByteBuffer.allocate(size)
              .order(ByteOrder.LITTLE_ENDIAN)
              .put(content.array(), 0, length());
    }
    return content.array();
  }

  /** Sets the length, after bytes were written into {@link #reserve}. */
  void length(int newLength) {
    content.position(newLength);
  }

  void int8(int value) {
    reserve(1);
    content.put((byte) value);
  }

  void int32(int value) {
    reserve(Integer.BYTES);
    content.putInt(value);
  }

  void int64(long value) {
    reserve(Long.BYTES);
    content.putLong(value);
  }

  /** Replaces an earlier integer. */
  void int32At(int index, int value) {
    content.putInt(index, value);
  }

  void bytes(byte[] from, int count) {
    reserve(count);
    content.put(from, 0, count);
  }

  void ascii(String text) {
    for (int i = 0; i < text.length(); i++) {
      int8(text.charAt(i));
    }
  }

  /** Writes a number in decimal digits. */
  void decimal(long number) {
    if (number == Long.MIN_VALUE) {
      ascii(Long.toString(number));
      return;
    }
    if (number < 0) {
      int8('-');
    }
    padded(Math.abs(number), 1);
  }

  /** Writes a number of 0 or more in at least this number of digits. */
  void padded(long number, int least) {
    int digits = 1;
    for (long rest = number / 10; rest > 0; rest /= 10) {
      digits++;
    }
    digits = Math.max(digits, least);
    byte[] to = reserve(MOST_DIGITS + 1);
    int end = length() + digits;
    long rest = number;
    for (int i = end - 1; i >= length(); i--) {
      to[i] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    length(end);
  }

  /** Writes a finite double so that reading it gives the same double. */
  void real(double number) {
    double size = Math.abs(number);
    long thousandths = Math.round(size * 1000);
    boolean plain = size < 1e12 && thousandths / 1000.0 == size && (size > 0 || 1 / number > 0);
    if (!plain) {
      ascii(Double.toString(number));
      return;
    }
    if (number < 0) {
      int8('-');
    }
    padded(thousandths / 1000, 1);
    int8('.');
    padded(thousandths % 1000, 3);
  }

  /**
   * Writes a day as in 2026-01-31.
   *
   * @param day days since 1970; the year must be from 0 to 9999
   */
  void date(long day) {
    LocalDate date = LocalDate.ofEpochDay(day);
    padded(date.getYear(), 4);
    int8('-');
    padded(date.getMonthValue(), 2);
    int8('-');
    padded(date.getDayOfMonth(), 2);
  }

  /**
   * Writes date and time of day, as in 2026-01-31 23:59:59.999.
   *
   * @param millis milliseconds since 1970
   */
  void dateTime(long millis, char between) {
    date(Math.floorDiv(millis, RowShape.DAY));
    int8(between);
    long ofDay = Math.floorMod(millis, RowShape.DAY);
    padded(ofDay / 3_600_000, 2);
    int8(':');
    padded(ofDay / 60_000 % 60, 2);
    int8(':');
    padded(ofDay / 1000 % 60, 2);
    int8('.');
    padded(ofDay % 1000, 3);
  }
}
