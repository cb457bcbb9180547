package io.stallmark.mongo.command;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.BsonType;
import org.bson.RawBsonDocument;
import org.bson.io.BsonInput;

/**
 * Growing buffer with a BSON document (bsonspec.org, 1.1), which is written from its start, or
 * received and read by offsets without decoding. The driver's {@code BasicOutputBuffer} takes twice
 * the time to write. Not thread-safe.
 */
public final class BsonBytes {

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

  private byte[] bytes;
  private int position;

  /**
   * @param size initial size in bytes; the content is zero
   */
  public BsonBytes(int size) {
    bytes = new byte[size];
  }

  /** Replaces the content by the next document of the input. */
  void receive(BsonInput input) {
    int length = input.readInt32();
    if (bytes.length < length) {
      bytes = new byte[Math.max(length, 2 * bytes.length)];
    }
    INT.set(bytes, 0, length);
    input.readBytes(bytes, Integer.BYTES, length - Integer.BYTES);
  }

  /** Returns the byte at an offset: the type of an element, or 0 at the end of a document. */
  byte type(int at) {
    return bytes[at];
  }

  int getInt(int at) {
    return (int) INT.get(bytes, at);
  }

  long getLong(int at) {
    return (long) LONG.get(bytes, at);
  }

  /** Returns names for {@link #find}. */
  static byte[][] names(Stream<String> names) {
    return names.map(name -> name.getBytes(StandardCharsets.UTF_8)).toArray(byte[][]::new);
  }

  /**
   * Finds fields of a document by their names.
   *
   * @param types receives the BSON type of each field; 0: the document does not have it
   * @param values receives the offset of each field's value
   */
  void find(int document, byte[][] names, byte[] types, int[] values) {
    Arrays.fill(types, (byte) 0);
    int at = document + Integer.BYTES;
    while (bytes[at] != 0) {
      int value = value(at);
      for (int i = 0; i < names.length; i++) {
        if (hasName(at, names[i])) {
          types[i] = bytes[at];
          values[i] = value;
        }
      }
      at = end(bytes[at], value);
    }
  }

  /** Returns the offset of the value of the element at offset {@code element}. */
  int value(int element) {
    int at = element + 1;
    while (bytes[at] != 0) {
      at++;
    }
    return at + 1;
  }

  private boolean hasName(int element, byte[] name) {
    int start = element + 1;
    for (int i = 0; i < name.length; i++) {
      if (bytes[start + i] != name[i]) {
        return false;
      }
    }
    return bytes[start + name.length] == 0;
  }

  /** Returns the offset after a value of this type at offset {@code value}. */
  int end(byte type, int value) {
    return value
        + switch (type) {
          case DOCUMENT, ARRAY, 0x0F -> getInt(value); // document, array, code with scope
          case STRING, 0x0D, 0x0E -> Integer.BYTES + getInt(value);
          case BINARY -> Integer.BYTES + 1 + getInt(value); // length, subtype, content
          case 0x07 -> 12; // ObjectId
          case BOOLEAN -> 1;
          case INT32 -> Integer.BYTES;
          case DOUBLE, INT64, DATE, 0x11 -> Long.BYTES; // 0x11: timestamp
          case DECIMAL128 -> 2 * Long.BYTES;
          case NULL, 0x06, (byte) 0xFF, 0x7F -> 0; // undefined, min key, max key
          case 0x0B -> value(value(value - 1) - 1) - value; // regular expression
          default -> throw new IllegalStateException("BSON of type " + BsonType.findByValue(type));
        };
  }

  /** Reads a number of type int32, int64 or double; servers return counts in any of them. */
  long integer(byte type, int value) {
    if (type == INT32) {
      return getInt(value);
    }
    return type == DOUBLE ? (long) Double.longBitsToDouble(getLong(value)) : getLong(value);
  }

  /**
   * Copies as much of the content as fits into the array.
   *
   * @return the length
   */
  int copy(int from, int length, byte[] into) {
    System.arraycopy(bytes, from, into, 0, Math.min(length, into.length));
    return length;
  }

  /** Returns a copy of the document at an offset. */
  BsonDocument document(int at) {
    return new RawBsonDocument(Arrays.copyOfRange(bytes, at, at + getInt(at)));
  }

  public byte[] array() {
    return bytes;
  }

  /** Number of bytes written. */
  public int position() {
    return position;
  }

  public void clear() {
    position = 0;
  }

  /**
   * Opens a document or array.
   *
   * @return its position, for {@link #close}
   */
  public int open() {
    return reserve(Integer.BYTES);
  }

  /** Closes a document or array and sets its length. */
  public void close(int document) {
    writeByte(0);
    INT.set(bytes, document, position - document);
  }

  /** Begins an item of an array. */
  public void beginItem(int type, int index) {
    writeByte(type);
    writeDecimal(index);
    writeByte(0);
  }

  private void writeDecimal(int value) {
    if (value >= 10) {
      writeDecimal(value / 10);
    }
    writeByte('0' + value % 10);
  }

  /** Removes what has been written from a position on. */
  public void cut(int from) {
    position = from;
  }

  /** Reserves bytes at the end and returns their position. */
  private int reserve(int count) {
    int at = position;
    position += count;
    if (position > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(position, 2 * bytes.length));
    }
    return at;
  }

  public void writeByte(int value) {
    int at = reserve(1);
    bytes[at] = (byte) value;
  }

  void writeInt32(int value) {
    int at = reserve(Integer.BYTES);
    INT.set(bytes, at, value);
  }

  public void writeInt64(long value) {
    int at = reserve(Long.BYTES);
    LONG.set(bytes, at, value);
  }

  void writeBytes(byte[] from, int length) {
    writeBytes(from, 0, length);
  }

  public void writeBytes(byte[] from, int offset, int length) {
    int at = reserve(length);
    System.arraycopy(from, offset, bytes, at, length);
  }
}
