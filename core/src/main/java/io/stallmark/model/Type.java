package io.stallmark.model;

/** What a column or a parameter holds. */
public sealed interface Type {

  Type INT32 = new Int32();
  Type UNSIGNED32 = new Unsigned32();
  Type INT64 = new Int64();
  Type FLOAT64 = new Float64();

  /** A signed 32-bit integer. */
  record Int32() implements Type {}

  /** An integer from 0 to 2^31 − 1, declared unsigned where the database has such a type. */
  record Unsigned32() implements Type {}

  /** A signed 64-bit integer. */
  record Int64() implements Type {}

  /** An IEEE 754 double. */
  record Float64() implements Type {}

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
