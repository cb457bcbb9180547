package io.stallmark.mongo.wire;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.bson.BsonSerializationException;

/**
 * Iterator over the elements of a BSON document in bytes from a network, by offsets, without
 * decoding. Its methods throw {@link BsonSerializationException} where the bytes are no BSON. Not
 * thread-safe.
 */
public final class BsonElements {

  public static final byte DOUBLE = 0x01;
  public static final byte STRING = 0x02;
  public static final byte DOCUMENT = 0x03;
  public static final byte ARRAY = 0x04;
  public static final byte INT32 = 0x10;
  public static final byte INT64 = 0x12;

  /** Length of an empty document, bytes. */
  public static final int EMPTY_DOCUMENT = 5;

  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final byte[] bytes;
  private final int end;
  private final boolean bare; // documents without types and names
  private byte type;
  private int name;
  private int value;
  private int next;

  /**
   * Starts before the first element.
   *
   * @param document offset of the document
   * @param limit offset at which the document has to end at the latest
   */
  public BsonElements(byte[] bytes, int document, int limit) {
    this(bytes, document + Integer.BYTES, end(bytes, document, limit) - 1, false);
  }

  private BsonElements(byte[] bytes, int next, int end, boolean bare) {
    this.bytes = bytes;
    this.next = next;
    this.end = end;
    this.bare = bare;
  }

  /** Returns the documents between two offsets as those of an array, without names. */
  static BsonElements ofDocuments(byte[] bytes, int from, int to) {
    return new BsonElements(bytes, from, to, true);
  }

  public static int getInt(byte[] bytes, int at) {
    return (int) INT.get(bytes, at);
  }

  public static void setInt(byte[] bytes, int at, int value) {
    INT.set(bytes, at, value);
  }

  public static long getLong(byte[] bytes, int at) {
    return (long) LONG.get(bytes, at);
  }

  /** Returns the offset after the document at an offset. */
  public static int end(byte[] bytes, int document, int limit) {
    if (document < 0 || document > limit - EMPTY_DOCUMENT || limit > bytes.length) {
      throw malformed("document", document);
    }
    int length = getInt(bytes, document);
    if (length < EMPTY_DOCUMENT || length > limit - document || bytes[document + length - 1] != 0) {
      throw malformed("document", document);
    }
    return document + length;
  }

  /** Advances to the next element; false: there is none. */
  public boolean next() {
    if (next >= end) {
      return false;
    }
    type = bare ? DOCUMENT : bytes[next];
    name = bare ? next - 1 : next + 1;
    value = bare ? next : afterText(name);
    int length = valueLength();
    if (length < 0 || length > end - value) {
      throw malformed("value", value);
    }
    next = value + length;
    return true;
  }

  /** Advances to the next element that is a document; false: there is none. */
  boolean nextDocument() {
    while (next()) {
      if (isDocument()) {
        return true;
      }
    }
    return false;
  }

  public byte type() {
    return type;
  }

  public String name() {
    return new String(bytes, name, value - 1 - name, StandardCharsets.UTF_8);
  }

  /** Whether the element has this name, which is ASCII. */
  public boolean named(String other) {
    if (value - 1 - name != other.length()) {
      return false;
    }
    for (int i = 0; i < other.length(); i++) {
      if (bytes[name + i] != other.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  /** Offset of the element. */
  public int start() {
    return name - 1;
  }

  /** Offset after the element. */
  public int after() {
    return next;
  }

  /** Offset of the value. */
  public int value() {
    return value;
  }

  /** Length of the value, bytes. */
  public int length() {
    return next - value;
  }

  public boolean isDocument() {
    return type == DOCUMENT;
  }

  public boolean isArray() {
    return type == ARRAY;
  }

  /** Returns the elements of a value that is a document or an array. */
  public BsonElements elements() {
    return new BsonElements(bytes, value, next);
  }

  /** Returns the text of a value that is a string; empty: it is of another type. */
  public String text() {
    return type == STRING
        ? new String(
            bytes, value + Integer.BYTES, length() - Integer.BYTES - 1, StandardCharsets.UTF_8)
        : "";
  }

  /** Returns the integral part of a value that is a number; 0: it is of another type. */
  public long integer() {
    return switch (type) {
      case INT32 -> getInt(bytes, value);
      case INT64 -> getLong(bytes, value);
      case DOUBLE -> (long) Double.longBitsToDouble(getLong(bytes, value));
      default -> 0;
    };
  }

  /** Returns the offset after a text and its zero byte, which has to be before {@code limit}. */
  static int afterText(byte[] bytes, int from, int limit, String what) {
    for (int at = from; at < limit; at++) {
      if (bytes[at] == 0) {
        return at + 1;
      }
    }
    throw malformed(what, from);
  }

  private int afterText(int from) {
    return afterText(bytes, from, end, "text");
  }

  private int valueLength() {
    return switch (type) {
      case DOCUMENT, ARRAY -> end(bytes, value, end) - value;
      case 0x0F -> size(Integer.BYTES + EMPTY_DOCUMENT, 0); // code with scope
      case STRING, 0x0D, 0x0E -> size(1, Integer.BYTES); // with JavaScript code, symbol
      case 0x05 -> size(0, Integer.BYTES + 1); // binary: length, subtype, content
      case 0x07 -> 12; // ObjectId
      case 0x08 -> 1; // boolean
      case INT32 -> Integer.BYTES;
      case DOUBLE, INT64, 0x09, 0x11 -> Long.BYTES; // with date, timestamp
      case 0x13 -> 2 * Long.BYTES; // decimal
      case 0x0A, 0x06, (byte) 0xFF, 0x7F -> 0; // null, undefined, min key, max key
      case 0x0B -> afterText(afterText(value)) - value; // regular expression
      case 0x0C -> size(1, Integer.BYTES + 12); // reference to another collection
      default -> throw malformed("type " + type, value);
    };
  }

  /** Returns the size that stands at the value's start, plus {@code further} bytes. */
  private int size(int least, int further) {
    if (end - value < Integer.BYTES) {
      throw malformed("size", value);
    }
    int size = getInt(bytes, value);
    if (size < least || size > end - value) {
      throw malformed("size", value);
    }
    return size + further;
  }

  static BsonSerializationException malformed(String what, int at) {
    return new BsonSerializationException("No BSON " + what + " at byte " + at);
  }
}
