package io.stallmark.jdbc;

import io.stallmark.model.Op;
import io.stallmark.model.Param;
import io.stallmark.model.Type;
import io.stallmark.model.Value;
import io.stallmark.spi.Args;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.Arrays;

/**
 * Rows of a batch as lines of text, generated while the driver reads. A double is written so that
 * reading it back gives the same double. Allocates for dates, for very small and very large
 * doubles, for negative zero and when a row needs a larger buffer. Not thread-safe.
 */
final class TextRows extends InputStream {

  private static final int WIDEST_NUMBER = 48;
  private static final double EXACT = 1L << 53;
  private static final double LEAST_FRACTION = 0x1p-11; // the least significant bit is 2^-63
  // Maximum digits of a fraction: 10^-20 is less than half of 2^-63.
  private static final int DIGITS = 20;
  private static final int TEN = 10;
  private static final long DAY_MILLIS = 86_400_000;
  private static final long[] POWERS = new long[19];
  private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] NOT_CONSTANT = {};

  static {
    POWERS[0] = 1;
    for (int i = 1; i < POWERS.length; i++) {
      POWERS[i] = TEN * POWERS[i - 1];
    }
  }

  private final SqlGrammar.StreamFormat format;
  private final byte[] absent;
  private final byte[] letters = new byte[1 << 7];

  /** By column: the text of a constant value. */
  private final byte[][] constants;

  private final int[] slots;
  private final ArgumentBinder.ValueKind[] kinds;
  private final int[] scales;
  private final boolean[] nullable;
  private final byte[] digits = new byte[WIDEST_NUMBER];
  private byte[] line = new byte[1 << 10];
  private Args args;
  private int row;
  private int from;
  private int end;

  TextRows(Op.Insert insert, SqlGrammar.StreamFormat format) {
    this.format = format;
    absent = format.absent().getBytes(StandardCharsets.US_ASCII);
    for (int i = 0; i < format.special().length(); i++) {
      letters[format.special().charAt(i)] = (byte) format.letters().charAt(i);
    }
    int columns = insert.values().size();
    constants = new byte[columns][];
    slots = new int[columns];
    kinds = new ArgumentBinder.ValueKind[columns];
    scales = new int[columns];
    nullable = new boolean[columns];
    for (int i = 0; i < columns; i++) {
      constants[i] = NOT_CONSTANT;
      kinds[i] = ArgumentBinder.ValueKind.TEXT;
      if (insert.values().get(i) instanceof Value.Slot slot) {
        slots[i] = SqlRenderer.slotOf(insert, slot.param());
        Param param = insert.params().get(slots[i]);
        kinds[i] = ArgumentBinder.ValueKind.of(param.type());
        scales[i] = param.type() instanceof Type.Decimal decimal ? decimal.scale() : 0;
        nullable[i] = param.nullable();
      } else {
        constants[i] = constant(insert.values().get(i));
      }
    }
    args = Args.of(insert);
  }

  private byte[] constant(Value value) {
    end = 0;
    if (value instanceof Value.Literal literal) {
      integer(literal.number());
    } else if (value instanceof Value.TextLiteral literal) {
      byte[] text = literal.text().getBytes(StandardCharsets.UTF_8);
      makeRoom(2 * text.length);
      text(text, text.length);
    }
    return Arrays.copyOf(line, end);
  }

  /** Restarts the stream at the first row of a batch. */
  void begin(Args rows) {
    args = rows;
    row = 0;
    from = 0;
    end = 0;
  }

  @Override
  public int read() {
    return from < end || next() ? line[from++] & 0xff : -1;
  }

  @Override
  public int read(byte[] into, int offset, int length) {
    int written = 0;
    while (written < length && (from < end || next())) {
      int piece = Math.min(length - written, end - from);
      System.arraycopy(line, from, into, offset + written, piece);
      from += piece;
      written += piece;
    }
    return written == 0 && length > 0 ? -1 : written;
  }

  /** Writes the next line into the buffer. Returns false at the end of the batch. */
  private boolean next() {
    if (row == args.rows()) {
      return false;
    }
    from = 0;
    end = 0;
    for (int i = 0; i < slots.length; i++) {
      if (constants[i] != NOT_CONSTANT) {
        raw(constants[i]);
      } else if (nullable[i] && args.isNull(row, slots[i])) {
        raw(absent);
      } else {
        value(i);
      }
      line[end++] = (byte) (i < slots.length - 1 ? '\t' : '\n');
    }
    row++;
    return true;
  }

  private void value(int column) {
    int slot = slots[column];
    makeRoom(0);
    switch (kinds[column]) {
      case FLOAT64 -> real(args.getDouble(row, slot));
      case DECIMAL -> decimal(args.getLong(row, slot), scales[column]);
      case DATE -> date(args.getLong(row, slot));
      case TIMESTAMP -> timestamp(args.getLong(row, slot));
      case TEXT, UTF8, BYTES -> {
        int length = args.getLength(row, slot);
        makeRoom(2 * length);
        if (kinds[column] == ArgumentBinder.ValueKind.BYTES && format.hexPrefix() != null) {
          hex(format.hexPrefix(), args.getText(row, slot), length);
        } else {
          text(args.getText(row, slot), length);
        }
      }
      default -> integer(args.getLong(row, slot));
    }
  }

  /** Ensures space for {@code more} bytes and one number. */
  private void makeRoom(int more) {
    int needed = end + more + WIDEST_NUMBER;
    if (line.length < needed) {
      line = Arrays.copyOf(line, 2 * needed);
    }
  }

  private void raw(byte[] text) {
    makeRoom(text.length);
    System.arraycopy(text, 0, line, end, text.length);
    end += text.length;
  }

  private void text(byte[] bytes, int length) {
    for (int i = 0; i < length; i++) {
      byte each = bytes[i];
      if (each >= 0 && letters[each] != 0) {
        line[end++] = '\\';
        each = letters[each];
      }
      line[end++] = each;
    }
  }

  private void hex(String prefix, byte[] bytes, int length) {
    for (int i = 0; i < prefix.length(); i++) {
      line[end++] = (byte) prefix.charAt(i);
    }
    for (int i = 0; i < length; i++) {
      line[end++] = HEX[bytes[i] >> 4 & 0xf];
      line[end++] = HEX[bytes[i] & 0xf];
    }
  }

  private void integer(long number) {
    if (number < 0) {
      line[end++] = '-';
    }
    padded(number, 1);
  }

  /** Writes at least {@code width} digits without a sign. */
  private void padded(long number, int width) {
    int at = WIDEST_NUMBER;
    long left = number; // maybe negative, because Long.MIN_VALUE has no positive counterpart
    do {
      digits[--at] = (byte) ('0' + Math.abs(left % TEN));
      left /= TEN;
    } while (left != 0 || WIDEST_NUMBER - at < width);
    System.arraycopy(digits, at, line, end, WIDEST_NUMBER - at);
    end += WIDEST_NUMBER - at;
  }

  private void decimal(long unscaled, int scale) {
    if (unscaled < 0) {
      line[end++] = '-';
    }
    padded(unscaled / POWERS[scale], 1);
    if (scale > 0) {
      line[end++] = '.';
      padded(unscaled % POWERS[scale], scale);
    }
  }

  private void date(long days) {
    LocalDate date = LocalDate.ofEpochDay(days);
    padded(date.getYear(), 4);
    line[end++] = '-';
    padded(date.getMonthValue(), 2);
    line[end++] = '-';
    padded(date.getDayOfMonth(), 2);
  }

  private void timestamp(long millis) {
    date(Math.floorDiv(millis, DAY_MILLIS));
    long ofDay = Math.floorMod(millis, DAY_MILLIS);
    line[end++] = ' ';
    padded(ofDay / 3_600_000, 2);
    line[end++] = ':';
    padded(ofDay / 60_000 % 60, 2);
    line[end++] = ':';
    padded(ofDay / 1000 % 60, 2);
    line[end++] = '.';
    padded(ofDay % 1000, 3);
  }

  private void real(double number) {
    double size = Math.abs(number);
    double fraction = size - Math.floor(size);
    boolean plain = size < EXACT && (fraction == 0 || size >= LEAST_FRACTION);
    if (!plain || (number == 0 && 1 / number < 0)) {
      raw(Double.toString(number).getBytes(StandardCharsets.US_ASCII));
      return;
    }
    if (number < 0) {
      line[end++] = '-';
    }
    integer((long) size);
    if (fraction > 0) {
      line[end++] = '.';
      fraction(fraction);
    }
  }

  /** Writes decimal digits of the fraction, which is scaled to an unsigned 64-bit integer. */
  private void fraction(double fraction) {
    long places = (long) (fraction * 0x1p63) << 1;
    for (int i = 0; i < DIGITS && places != 0; i++) {
      // Unsigned multiplication: the upper half of places × 10 is the digit, the lower half the
      // rest.
      long digit = Math.multiplyHigh(places, TEN) + (places < 0 ? TEN : 0);
      line[end++] = (byte) ('0' + digit);
      places *= TEN;
    }
  }
}
