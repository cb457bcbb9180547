package io.stallmark.jdbc;

import io.stallmark.model.Op;
import io.stallmark.model.Param;
import io.stallmark.model.Type;
import io.stallmark.spi.Args;
import io.stallmark.spi.DbException;
import io.stallmark.spi.RowSink;
import io.stallmark.spi.Statement;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An insert whose rows are sent as a text stream after the statement, as by LOAD DATA LOCAL. */
final class StreamStatement implements Statement {

  private final PreparedConnection line;
  private final java.sql.Statement statement;
  private final String text;
  private final TextRows rows;

  StreamStatement(
      PreparedConnection line, java.sql.Statement statement, String text, TextRows rows) {
    this.line = line;
    this.statement = statement;
    this.text = text;
    this.rows = rows;
  }

  @Override
  public long execute(Args args, @Nullable RowSink sink) throws DbException {
    try {
      rows.begin(args);
      return line.dialect().insertText(statement, text, rows);
    } catch (SQLException e) {
      throw line.error(e);
    }
  }

  /**
   * Rows of a batch as lines with tab-separated columns, generated while the driver reads. A double
   * is written so that reading it back gives the same double. Allocates only for very small and
   * very large doubles, for negative zero and when a row needs a larger buffer. Not thread-safe.
   */
  static final class TextRows extends InputStream {

    private static final int WIDEST_NUMBER = 48;
    private static final double EXACT = 1L << 53;
    private static final double LEAST_FRACTION = 0x1p-11; // the least significant bit is 2^-63
    // Maximum digits of a fraction: 10^-20 is less than half of 2^-63.
    private static final int DIGITS = 20;
    private static final int TEN = 10;

    private final Type[] types;
    private final int[] slots;
    private final int widest;
    private byte[] line;
    private final byte[] digits = new byte[WIDEST_NUMBER];
    private Args args;
    private int row;
    private int from;
    private int end;

    TextRows(Op op, List<Integer> slots) {
      this.slots = slots.stream().mapToInt(Integer::intValue).toArray();
      types = new Type[this.slots.length];
      int numbersAndTexts = 0;
      for (int i = 0; i < types.length; i++) {
        Param param = op.params().get(this.slots[i]);
        types[i] = param.type();
        if (param.nullable() || !isStreamed(types[i])) {
          throw new IllegalArgumentException(
              op.name() + " cannot stream " + param.name() + " of the type " + types[i]);
        }
        numbersAndTexts +=
            types[i] instanceof Type.Text text ? 2 * text.length() + 1 : WIDEST_NUMBER;
      }
      widest = numbersAndTexts;
      line = new byte[widest];
      args = Args.of(op);
    }

    private static boolean isStreamed(Type type) {
      return Type.isNarrow(type)
          || Type.isWide(type)
          || type instanceof Type.Float64
          || type instanceof Type.Text
          || type instanceof Type.Bytes;
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
      return from < end || next() ? line[from++] : -1;
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
        if (types[i] instanceof Type.Bytes) {
          int length = args.getLength(row, slots[i]);
          makeRoom(2 * length);
          text(args.getText(row, slots[i]), length);
        } else if (types[i] instanceof Type.Text) {
          text(args.getText(row, slots[i]), args.getLength(row, slots[i]));
        } else if (types[i] instanceof Type.Float64) {
          real(args.getDouble(row, slots[i]));
        } else {
          integer(args.getLong(row, slots[i]));
        }
        line[end++] = (byte) (i < slots.length - 1 ? '\t' : '\n');
      }
      row++;
      return true;
    }

    /** Ensures space for {@code more} bytes in addition to the maximum of all other columns. */
    private void makeRoom(int more) {
      int needed = end + more + widest;
      if (line.length < needed) {
        line = Arrays.copyOf(line, 2 * needed);
      }
    }

    private void text(byte[] bytes, int length) {
      for (int i = 0; i < length; i++) {
        if (bytes[i] == '\t' || bytes[i] == '\n' || bytes[i] == '\\') {
          line[end++] = '\\';
        }
        line[end++] = bytes[i];
      }
    }

    private void integer(long number) {
      if (number < 0) {
        line[end++] = '-';
      }
      int at = WIDEST_NUMBER;
      long left = number; // negative, because Long.MIN_VALUE has no positive counterpart
      do {
        digits[--at] = (byte) ('0' + Math.abs(left % TEN));
        left /= TEN;
      } while (left != 0);
      System.arraycopy(digits, at, line, end, WIDEST_NUMBER - at);
      end += WIDEST_NUMBER - at;
    }

    private void real(double number) {
      double size = Math.abs(number);
      double fraction = size - Math.floor(size);
      boolean plain = size < EXACT && (fraction == 0 || size >= LEAST_FRACTION);
      if (!plain || (number == 0 && 1 / number < 0)) {
        byte[] text = Double.toString(number).getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(text, 0, line, end, text.length);
        end += text.length;
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
}
