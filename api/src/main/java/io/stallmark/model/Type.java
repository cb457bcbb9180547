package io.stallmark.model;

/** The type of a column or a parameter. */
public sealed interface Type {

  Type INT8 = new Int8();
  Type INT32 = new Int32();
  Type UNSIGNED32 = new Unsigned32();
  Type INT64 = new Int64();
  Type UNSIGNED64 = new Unsigned64();
  Type FLOAT64 = new Float64();
  Type BOOLEAN = new Bool();
  Type DATE = new Date();
  Type TIMESTAMP = new Timestamp(true);

  /** A timestamp without fractions of a second. */
  Type SECONDS = new Timestamp(false);

  /** See {@link Untyped}. */
  Type UNTYPED = new Untyped();

  /** Whether the type is an integer of at most 32 bits. */
  static boolean isNarrow(Type type) {
    return type instanceof Int8 || type instanceof Int32 || type instanceof Unsigned32;
  }

  /** Whether the type is an integer of 64 bits. */
  static boolean isWide(Type type) {
    return type instanceof Int64 || type instanceof Unsigned64;
  }

  /**
   * Whether a value is a sequence of bytes, whose length is in {@code Args}. Values of other types
   * are numbers.
   */
  static boolean isSequence(Type type) {
    return type instanceof Text
        || type instanceof LongText
        || type instanceof Varchar
        || type instanceof Bytes
        || type instanceof Document
        || type instanceof Other;
  }

  /** Maximum size of a value in bytes. An integer of 8 or 32 bits counts as four bytes. */
  static long mostBytes(Type type) {
    if (type instanceof Text text) {
      return text.length();
    }
    if (type instanceof LongText text) {
      return text.most();
    }
    if (type instanceof Varchar text) {
      return text.ascii() ? text.length() : (long) text.length() * UTF8_BYTES;
    }
    if (type instanceof Other other) {
      return (long) other.length() * UTF8_BYTES;
    }
    if (type instanceof Bytes bytes) {
      return bytes.most();
    }
    if (type instanceof Document document) {
      return document.most();
    }
    return isNarrow(type) ? Integer.BYTES : Long.BYTES;
  }

  /** Maximum number of bytes of a character in UTF-8. */
  int UTF8_BYTES = 4;

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
   * A sequence of arbitrary bytes. A relational database may use a text type instead of a binary
   * one: LinkBench declares its data as text.
   *
   * @param most maximum number of bytes
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
   * @param length maximum number of bytes; a relational database pads values to this length (CHAR)
   */
  record Text(int length) implements Type {
    public Text {
      if (length < 1) {
        throw new IllegalArgumentException("A text of length " + length);
      }
    }
  }

  /**
   * ASCII text of a type that declares no length (TEXT). Document databases store it as bytes. Such
   * are the fields of YCSB.
   *
   * @param most maximum number of bytes that the workload stores
   */
  record LongText(int most) implements Type {
    public LongText {
      if (most < 1) {
        throw new IllegalArgumentException("A text of at most " + most + " bytes");
      }
    }
  }

  /**
   * Text of varying length in UTF-8.
   *
   * @param length maximum number of characters
   * @param ascii whether all characters are ASCII, so that a key of 255 characters has 255 bytes
   */
  record Varchar(int length, boolean ascii) implements Type {

    /** Creates a type of text with any characters. */
    public Varchar(int length) {
      this(length, false);
    }

    public Varchar {
      if (length < 1) {
        throw new IllegalArgumentException("A varchar of length " + length);
      }
    }
  }

  /**
   * An exact decimal number. {@code Args} and rows contain the unscaled integer: 12.50 of scale 2
   * is 1250.
   *
   * @param precision maximum number of digits, 1 to 18
   * @param scale number of digits after the decimal point
   */
  record Decimal(int precision, int scale) implements Type {

    private static final int MOST_DIGITS = 18; // what fits into 64 bits

    public Decimal {
      if (precision < 1 || precision > MOST_DIGITS || scale < 0 || scale > precision) {
        throw new IllegalArgumentException("A decimal of " + precision + ", " + scale);
      }
    }
  }

  /**
   * A type that is not modelled, of a column of a table of the user's. Values are the server's
   * texts in UTF-8, such as that of a decimal or a date.
   *
   * @param name name of the type on the server
   * @param length maximum number of characters
   */
  record Other(String name, int length) implements Type {}

  /**
   * A type that each value of a parameter has anew: an integer of 64 bits, a double, a boolean or a
   * text. The statement decides what it stands for, where the server can tell. Rows contain texts.
   */
  record Untyped() implements Type {}

  /** True or false. {@code Args} and rows contain 1 or 0. */
  record Bool() implements Type {}

  /** A calendar day. {@code Args} and rows contain the number of days since 1970-01-01. */
  record Date() implements Type {}

  /**
   * A point in time without a time zone. {@code Args} and rows contain milliseconds since 1970 in
   * UTC.
   *
   * @param millis whether a relational database stores milliseconds; otherwise values are whole
   *     seconds
   */
  record Timestamp(boolean millis) implements Type {}

  /**
   * A nested document. The database stores it and only the workload interprets it. Its bytes are
   * BSON where the database has {@code Capability.BSON}, and JSON in UTF-8 elsewhere.
   *
   * @param most maximum number of bytes
   * @param array whether it is an array: a document whose names are 0, 1, 2 and so on
   */
  record Document(int most, boolean array) implements Type {

    /** Creates a type of documents that are no arrays. */
    public Document(int most) {
      this(most, false);
    }

    public Document {
      if (most < 1) {
        throw new IllegalArgumentException("A document of at most " + most + " bytes");
      }
    }
  }
}
