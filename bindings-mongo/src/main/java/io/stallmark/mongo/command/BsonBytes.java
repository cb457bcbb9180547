package io.stallmark.mongo.command;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.bson.types.Decimal128;

/**
 * Reads and writes BSON (bsonspec.org, 1.1) in a byte array without allocation, except for reading
 * a decimal128.
 */
final class BsonBytes {

  static final byte DOUBLE = 0x01;
  static final byte STRING = 0x02;
  static final byte DOCUMENT = 0x03;
  static final byte ARRAY = 0x04;
  static final byte BINARY = 0x05;
  static final byte BOOLEAN = 0x08;
  static final byte DATE = 0x09;
  static final byte NULL = 0x0A;
  static final byte INT32 = 0x10;
  static final byte INT64 = 0x12;
  static final byte DECIMAL128 = 0x13;

  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final VarHandle SORTED =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private static final int EXPONENT_BIAS = 6176;
  private static final int EXPONENT_SHIFT = 49;

  private BsonBytes() {}

  static int getInt(byte[] bytes, int at) {
    return (int) INT.get(bytes, at);
  }

  static long getLong(byte[] bytes, int at) {
    return (long) LONG.get(bytes, at);
  }

  static void putInt(byte[] bytes, int at, int value) {
    INT.set(bytes, at, value);
  }

  static void putLong(byte[] bytes, int at, long value) {
    LONG.set(bytes, at, value);
  }

  /**
   * Writes a number with the most significant byte first. The bytes of numbers that are not
   * negative then sort like the numbers.
   */
  static void putSorted(byte[] bytes, int at, long value) {
    SORTED.set(bytes, at, value);
  }

  /**
   * Writes a number that is not negative as decimal ASCII digits.
   *
   * @return offset after the last digit
   */
  static int putDecimal(byte[] bytes, int at, int value) {
    int next = value < 10 ? at : putDecimal(bytes, at, value / 10);
    bytes[next] = (byte) ('0' + value % 10);
    return next + 1;
  }

  /**
   * Writes a decimal128 in the binary integer decimal encoding of IEEE 754-2008: the magnitude in
   * the lower 64 bits, sign and biased exponent in the upper 64 bits.
   *
   * @param unscaled unscaled integer of at most 18 digits
   * @return offset after the value
   */
  static int putDecimal128(byte[] bytes, int at, long unscaled, int scale) {
    putLong(bytes, at, Math.abs(unscaled));
    long sign = unscaled < 0 ? Long.MIN_VALUE : 0;
    putLong(bytes, at + Long.BYTES, sign | (long) (EXPONENT_BIAS - scale) << EXPONENT_SHIFT);
    return at + 2 * Long.BYTES;
  }

  /**
   * Reads a decimal128 as the unscaled integer of the given scale.
   *
   * @throws ArithmeticException when the number has more digits after the point than the scale, or
   *     does not fit into 64 bits
   */
  static long getDecimal128(byte[] bytes, int at, int scale) {
    return Decimal128.fromIEEE754BIDEncoding(getLong(bytes, at + Long.BYTES), getLong(bytes, at))
        .bigDecimalValue()
        .setScale(scale)
        .unscaledValue()
        .longValueExact();
  }

  /**
   * Returns the offset of the value of the element at offset {@code element}, after its type and
   * its name.
   */
  static int value(byte[] bytes, int element) {
    int at = element + 1;
    while (bytes[at] != 0) {
      at++;
    }
    return at + 1;
  }

  static boolean hasName(byte[] bytes, int element, byte[] name) {
    int at = element + 1;
    for (int i = 0; i < name.length; i++) {
      if (bytes[at + i] != name[i]) {
        return false;
      }
    }
    return bytes[at + name.length] == 0;
  }

  /** Returns the offset after a value of this type at offset {@code value}. */
  static int end(byte[] bytes, byte type, int value) {
    return value
        + switch (type) {
          case DOCUMENT, ARRAY, 0x0F -> getInt(bytes, value);
          case STRING, 0x0D, 0x0E -> Integer.BYTES + getInt(bytes, value);
          case BINARY -> Integer.BYTES + 1 + getInt(bytes, value); // length, subtype, content
          case 0x07 -> 12; // ObjectId
          case BOOLEAN -> 1;
          case INT32 -> Integer.BYTES;
          case DOUBLE, INT64, DATE, 0x11 -> Long.BYTES; // 0x11: timestamp
          case DECIMAL128 -> 2 * Long.BYTES;
          case NULL, 0x06, (byte) 0xFF, 0x7F -> 0; // undefined, min key, max key
          case 0x0B -> regularExpression(bytes, value);
          default -> throw new IllegalStateException("BSON of type " + type);
        };
  }

  private static int regularExpression(byte[] bytes, int value) {
    int pattern = value(bytes, value - 1);
    return value(bytes, pattern - 1) - value;
  }
}
