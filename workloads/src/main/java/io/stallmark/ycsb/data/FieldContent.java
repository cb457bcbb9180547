package io.stallmark.ycsb.data;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.stallmark.data.Rng;
import io.stallmark.spi.Args;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Row;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Content of the fields of records: random printable bytes, or with integrity bytes that are a
 * function of key and field. For one thread.
 *
 * <p>Random bytes are made as by YCSB's {@code RandomByteIterator}: six from 32 random bits, each
 * of 5 to 6 bits, from 32 to 127.
 */
public final class FieldContent {

  private static final long GOLDEN = 0x9e3779b97f4a7c15L;
  private static final double ULP = 0x1.0p-53;
  private static final int FIRST = ' ';

  /** The first six of eight bytes, the first in the lowest bits. */
  private static final VarHandle EIGHT =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final int SIX = 6;

  private final FieldShape shape;
  private final boolean integrity;
  private final RecordKeys keys;
  private final long seed;
  private final GrayZipfian zipfian;
  private final byte[][] names;
  private final byte[] key;
  private final byte[] due;
  private final byte[] stored;
  private int keyLength;
  private long state;

  /**
   * @param integrity whether content is a function of key and field
   */
  public FieldContent(FieldShape shape, boolean integrity, RecordKeys keys, long seed) {
    this.shape = shape;
    this.integrity = integrity;
    this.keys = keys;
    this.seed = seed;
    zipfian = new GrayZipfian(shape.length());
    names = shape.names().stream().map(n -> n.getBytes(US_ASCII)).toArray(byte[][]::new);
    key = new byte[keys.size()];
    due = new byte[shape.length() + SIX + Long.BYTES];
    stored = new byte[shape.length() + 1];
  }

  /** Moves to a record. Its content is a function of seed and number. */
  public void turnTo(long number) {
    turnTo(number, Rng.mix(seed + GOLDEN) ^ Rng.mix(number));
  }

  /** Moves to a record, for content from these random bits. */
  public void turnTo(long number, long bits) {
    state = bits;
    if (integrity) {
      keyLength = keys.write(number, key);
    }
  }

  /** Writes the content of a field into a slot. */
  public void write(int field, Args args, int slot) {
    int length = fill(field);
    System.arraycopy(due, 0, args.bytes(slot, shape.length()), 0, length);
    args.length(slot, length);
  }

  /** Whether a column can be the content of a field; with integrity, whether it is. */
  public boolean isContent(int field, Row row, int column) throws DbException {
    if (row.isNull(column)) {
      return false;
    }
    int length = row.getText(column, stored);
    if (integrity) {
      return length == fill(field) && Arrays.equals(due, 0, length, stored, 0, length);
    }
    return isOfLength(length) && isPrintable(length);
  }

  private boolean isOfLength(int length) {
    return shape.lengths() == FieldShape.Lengths.CONSTANT
        ? length == shape.length()
        : length >= 1 && length <= shape.length();
  }

  private boolean isPrintable(int length) {
    for (int i = 0; i < length; i++) {
      if (stored[i] < FIRST) {
        return false; // a byte is at most 127
      }
    }
    return true;
  }

  private int fill(int field) {
    if (integrity) {
      fillByKey(field);
      return shape.length();
    }
    int length = length();
    for (int at = 0; at < length; at += 2 * SIX) {
      long bits = next();
      EIGHT.set(due, at, six(bits));
      EIGHT.set(due, at + SIX, six(bits >>> Integer.SIZE));
    }
    return length;
  }

  /** Six printable bytes, each of the bits from another multiple of 5 on. */
  private static long six(long bits) {
    return 0x2020_2020_2020L
        + ((bits & 31)
            | (bits >>> 5 & 63) << 8
            | (bits >>> 10 & 95) << 16
            | (bits >>> 15 & 31) << 24
            | (bits >>> 20 & 63) << 32
            | (bits >>> 25 & 95) << 40);
  }

  private int length() {
    return switch (shape.lengths()) {
      case CONSTANT -> shape.length();
      case UNIFORM -> 1 + (int) (fraction() * shape.length());
      case ZIPFIAN -> 1 + (int) zipfian.next(fraction());
    };
  }

  private double fraction() {
    return (next() >>> 11) * ULP;
  }

  private long next() {
    state += GOLDEN;
    return Rng.mix(state);
  }

  /**
   * Key, colon and name of the field, then again and again a colon and the hash of all of it, as
   * {@code String.hashCode}: {@code CoreWorkload.buildDeterministicValue}.
   */
  private void fillByKey(int field) {
    int end = append(key, keyLength, 0);
    end = put(':', end);
    byte[] name = names[field];
    end = append(name, name.length, end);
    int hash = 0;
    int hashed = 0;
    while (end < shape.length()) {
      end = put(':', end);
      while (hashed < end) {
        hash = 31 * hash + due[hashed++];
      }
      end = putNumber(hash, end);
    }
  }

  private int append(byte[] bytes, int length, int at) {
    int count = Math.min(length, due.length - at);
    System.arraycopy(bytes, 0, due, at, count);
    return at + count;
  }

  private int put(int character, int at) {
    if (at < due.length) {
      due[at] = (byte) character;
      return at + 1;
    }
    return at;
  }

  private int putNumber(int number, int at) {
    long rest = Math.abs((long) number);
    long unit = 1;
    while (rest / unit >= 10) {
      unit *= 10;
    }
    int end = number < 0 ? put('-', at) : at;
    for (; unit > 0; unit /= 10) {
      end = put('0' + (int) (rest / unit % 10), end);
    }
    return end;
  }
}
