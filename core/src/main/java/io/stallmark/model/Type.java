package io.stallmark.model;

/** What a column or a parameter holds. */
public sealed interface Type {

  Type INT8 = new Int8();
  Type INT32 = new Int32();
  Type UNSIGNED32 = new Unsigned32();
  Type INT64 = new Int64();
  Type UNSIGNED64 = new Unsigned64();
  Type FLOAT64 = new Float64();

  /** Whether it is an integer that fits into 32 bits. */
  static boolean isNarrow(Type type) {
    return type instanceof Int8 || type instanceof Int32 || type instanceof Unsigned32;
  }

  /** The most bytes that a value takes, a narrow integer four of them. */
  static long mostBytes(Type type) {
    if (type instanceof Text text) {
      return text.length();
    }
    if (type instanceof Bytes bytes) {
      return bytes.most();
    }
    return isNarrow(type) ? Integer.BYTES : Long.BYTES;
  }

  /** A signed 8-bit integer. */
  record Int8() implements Type {}

  /** A signed 32-bit integer. */
  record Int32() implements Type {}

  /** An integer from 0 to 2^31 − 1, declared unsigned where the database has such a type. */
  record Unsigned32() implements Type {}

  /** A signed 64-bit integer. */
  record Int64() implements Type {}

  /** An integer from 0 to 2^63 − 1, declared unsigned where the database has such a type. */
  record Unsigned64() implements Type {}

  /** An IEEE 754 double. */
  record Float64() implements Type {}

  /**
   * Any bytes. A relational database need not take them for binary: LinkBench declares its data as
   * text.
   *
   * @param most of them that it may hold
   */
  record Bytes(int most) implements Type {
    public Bytes {
      if (most < 1) {
        throw new IllegalArgumentException("At most " + most + " bytes");
      }
    }
  }

  /**
   * ASCII text.
   *
   * @param length the most bytes it may hold; a relational database pads to it (CHAR)
   */
  record Text(int length) implements Type {
    public Text {
      if (length < 1) {
        throw new IllegalArgumentException("A text of length " + length);
      }
    }
  }
}
