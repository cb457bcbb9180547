package io.stallmark.mongo.command;

import io.stallmark.model.Param;
import io.stallmark.model.Type;
import io.stallmark.model.Value;
import io.stallmark.spi.Args;
import java.util.List;
import org.bson.BsonBinary;
import org.bson.BsonBinaryWriter;
import org.bson.types.Decimal128;

/**
 * A {@link SlotMarker} compiled for the parameters of an operation: the offset of the value in the
 * command's bytes, and its encoding. Immutable except for its offset; used by one thread.
 */
final class BsonSlot {

  /** Size in bytes of an empty BSON string: its length and the terminating zero. */
  static final int EMPTY_TEXT = 5;

  /** Size in bytes of empty BSON binary data: its length and its subtype. */
  static final int EMPTY_BINARY = 5;

  /** Size in bytes of an empty BSON array or document: its length and the terminating zero. */
  static final int EMPTY_ARRAY = 5;

  /** Encoding of the value. */
  enum Form {
    INT32,
    INT64,
    DOUBLE,
    TEXT,
    BINARY,
    DOCUMENT,
    BOOLEAN,
    DECIMAL,
    DAY,
    TIMESTAMP,
    DATE,
    PAIR,
    KEY,
    EACH
  }

  /**
   * Maximum size in bytes of the header of an array element: its type, its index and the
   * terminating zero.
   */
  private static final int WIDEST_NAME = 12;

  private static final long MILLIS = 1000;
  private static final long DAY_MILLIS = 86_400_000;

  /** Marks a part that is a number and not a parameter. */
  private static final int LITERAL = -1;

  private static final byte NONE = 0;

  private final Form form;
  private final int[] params;
  private final long[] literals;
  private final int growth;
  private int offset;
  private int header;

  /** For an array, the type of its elements; for a decimal, its scale. */
  private final byte detail;

  private final boolean nullable;

  private BsonSlot(
      Form form, int[] params, long[] literals, int growth, byte detail, boolean nullable) {
    this.form = form;
    this.params = params;
    this.literals = literals;
    this.growth = growth;
    this.detail = detail;
    this.nullable = nullable;
  }

  /**
   * Compiles a marker.
   *
   * @throws IllegalArgumentException when it names a parameter that the operation does not have
   */
  static BsonSlot of(SlotMarker marker, List<Param> params) {
    List<Value> parts = marker.parts();
    int[] indexes = new int[parts.size()];
    long[] literals = new long[parts.size()];
    for (int i = 0; i < indexes.length; i++) {
      indexes[i] = LITERAL;
      if (parts.get(i) instanceof Value.Literal literal) {
        literals[i] = literal.number();
      } else {
        indexes[i] = index(parts.get(i), params, marker);
      }
    }
    int last = indexes[indexes.length - 1];
    return switch (marker.kind()) {
      case VALUE -> value(params.get(last), indexes);
      case DATE -> new BsonSlot(Form.DATE, indexes, literals, 0, NONE, params.get(last).nullable());
      case PAIR -> new BsonSlot(Form.PAIR, indexes, literals, 0, NONE, false);
      case KEY -> new BsonSlot(Form.KEY, indexes, literals, 0, NONE, false);
      case EACH -> each(params.get(last), indexes, literals);
    };
  }

  private static BsonSlot value(Param param, int[] indexes) {
    Type type = param.type();
    int growth = type instanceof Type.Text text ? text.length() : 0;
    byte scale = type instanceof Type.Decimal decimal ? (byte) decimal.scale() : NONE;
    return new BsonSlot(form(type), indexes, new long[1], growth, scale, param.nullable());
  }

  private static BsonSlot each(Param list, int[] indexes, long[] literals) {
    boolean keys = indexes.length > 1;
    byte number = Type.isNarrow(list.type()) ? BsonBytes.INT32 : BsonBytes.INT64;
    int most = list.most() * (WIDEST_NAME + (keys ? keyWidth(indexes.length) : Long.BYTES));
    return new BsonSlot(
        Form.EACH, indexes, literals, most, keys ? BsonBytes.BINARY : number, false);
  }

  private static Form form(Type type) {
    if (type instanceof Type.Text || type instanceof Type.Varchar) {
      return Form.TEXT;
    } else if (type instanceof Type.Bytes) {
      return Form.BINARY;
    } else if (type instanceof Type.Document) {
      return Form.DOCUMENT;
    } else if (type instanceof Type.Float64) {
      return Form.DOUBLE;
    } else if (type instanceof Type.Bool) {
      return Form.BOOLEAN;
    } else if (type instanceof Type.Decimal) {
      return Form.DECIMAL;
    } else if (type instanceof Type.Date) {
      return Form.DAY;
    } else if (type instanceof Type.Timestamp) {
      return Form.TIMESTAMP;
    }
    return Type.isNarrow(type) ? Form.INT32 : Form.INT64;
  }

  private static int index(Value part, List<Param> params, SlotMarker marker) {
    String name = part instanceof Value.Slot slot ? slot.param() : ((Value.Each) part).param();
    for (int i = 0; i < params.size(); i++) {
      if (params.get(i).name().equals(name)) {
        return i;
      }
    }
    throw new IllegalArgumentException("There is no parameter " + name + " for the slot " + marker);
  }

  /**
   * Sets the position of the slot in the template.
   *
   * @param element offset of the element's type and name, in bytes
   * @param value offset of the element's value, in bytes
   */
  BsonSlot at(int element, int value) {
    offset = value;
    header = value - element;
    return this;
  }

  int offset() {
    return offset;
  }

  /**
   * Size in bytes of the value in the template, where texts, binary data, lists and documents are
   * empty.
   */
  int width() {
    return switch (form) {
      case TEXT -> EMPTY_TEXT;
      case BINARY -> EMPTY_BINARY;
      case EACH, DOCUMENT -> EMPTY_ARRAY;
      case BOOLEAN -> 1;
      case DECIMAL -> 2 * Long.BYTES;
      case INT32 -> Integer.BYTES;
      case KEY -> keyWidth(params.length);
      default -> Long.BYTES;
    };
  }

  /** Whether the length of the value varies between executions. */
  boolean varies() {
    return nullable || form == Form.EACH || form == Form.TEXT || hasExtra();
  }

  /** Maximum number of bytes that a text of fixed length or a list adds to the template. */
  int growth() {
    return growth;
  }

  /** Whether the value adds its length in bytes to the template. */
  boolean hasExtra() {
    return form == Form.BINARY || form == Form.DOCUMENT || (form == Form.TEXT && growth == 0);
  }

  /** Number of bytes that the value adds in addition to {@link #growth}. */
  int extra(Args args, int row) {
    return hasExtra() ? Math.max(0, args.getLength(row, params[0])) : 0;
  }

  void writePlaceholder(BsonBinaryWriter writer) {
    switch (form) {
      case TEXT -> writer.writeString("");
      case BINARY -> writer.writeBinaryData(new BsonBinary(new byte[0]));
      case KEY -> writer.writeBinaryData(new BsonBinary(new byte[params.length * Long.BYTES]));
      case EACH -> {
        writer.writeStartArray();
        writer.writeEndArray();
      }
      case DOCUMENT -> {
        writer.writeStartDocument();
        writer.writeEndDocument();
      }
      case BOOLEAN -> writer.writeBoolean(false);
      case DECIMAL -> writer.writeDecimal128(Decimal128.POSITIVE_ZERO);
      case INT32 -> writer.writeInt32(0);
      case DOUBLE -> writer.writeDouble(0);
      case DATE, DAY, TIMESTAMP -> writer.writeDateTime(0);
      default -> writer.writeInt64(0);
    }
  }

  /**
   * Writes the value.
   *
   * @return offset after the value
   */
  int write(Args args, int row, byte[] into, int at) {
    if (nullable && args.isNull(row, params[0])) {
      into[at - header] = BsonBytes.NULL;
      return at;
    }
    return switch (form) {
      case DOCUMENT -> document(args, row, into, at);
      case DECIMAL -> BsonBytes.putDecimal128(into, at, args.getLong(row, params[0]), detail);
      case BOOLEAN -> {
        into[at] = (byte) args.getLong(row, params[0]);
        yield at + 1;
      }
      case TEXT -> text(args, row, into, at);
      case BINARY -> binary(args, row, into, at);
      case KEY -> key(args, row, into, at, 0);
      case EACH -> each(args, row, into, at);
      case INT32 -> {
        BsonBytes.putInt(into, at, (int) args.getLong(row, params[0]));
        yield at + Integer.BYTES;
      }
      default -> {
        BsonBytes.putLong(into, at, number(args, row));
        yield at + Long.BYTES;
      }
    };
  }

  private int text(Args args, int row, byte[] into, int at) {
    int length = args.getLength(row, params[0]);
    BsonBytes.putInt(into, at, length + 1);
    System.arraycopy(args.getText(row, params[0]), 0, into, at + Integer.BYTES, length);
    into[at + Integer.BYTES + length] = 0;
    return at + EMPTY_TEXT + length;
  }

  private int document(Args args, int row, byte[] into, int at) {
    int length = args.getLength(row, params[0]);
    System.arraycopy(args.getText(row, params[0]), 0, into, at, length);
    return at + length;
  }

  private int binary(Args args, int row, byte[] into, int at) {
    int length = args.getLength(row, params[0]);
    BsonBytes.putInt(into, at, length);
    into[at + Integer.BYTES] = 0; // subtype 0: generic binary
    System.arraycopy(args.getText(row, params[0]), 0, into, at + EMPTY_BINARY, length);
    return at + EMPTY_BINARY + length;
  }

  private int each(Args args, int row, byte[] into, int at) {
    int last = params.length - 1;
    int count = args.getLength(row, params[last]);
    int to = at + Integer.BYTES;
    for (int i = 0; i < count; i++) {
      into[to] = detail;
      to = BsonBytes.putDecimal(into, to + 1, i);
      into[to++] = 0;
      if (detail == BsonBytes.BINARY) {
        to = key(args, row, into, to, i);
      } else if (detail == BsonBytes.INT32) {
        BsonBytes.putInt(into, to, (int) args.getOfList(params[last], i));
        to += Integer.BYTES;
      } else {
        BsonBytes.putLong(into, to, args.getOfList(params[last], i));
        to += Long.BYTES;
      }
    }
    into[to++] = 0;
    BsonBytes.putInt(into, at, to - at);
    return to;
  }

  private static int keyWidth(int parts) {
    return EMPTY_BINARY + parts * Long.BYTES;
  }

  /**
   * @param index index into the list that is the last part
   */
  private int key(Args args, int row, byte[] into, int at, int index) {
    BsonBytes.putInt(into, at, params.length * Long.BYTES);
    into[at + Integer.BYTES] = 0;
    int to = at + EMPTY_BINARY;
    for (int i = 0; i < params.length; i++) {
      boolean ofList = form == Form.EACH && i == params.length - 1;
      BsonBytes.putSorted(into, to, ofList ? args.getOfList(params[i], index) : part(args, row, i));
      to += Long.BYTES;
    }
    return to;
  }

  private long part(Args args, int row, int i) {
    return params[i] == LITERAL ? literals[i] : args.getLong(row, params[i]);
  }

  /** Returns a 64-bit number as it is stored; a double as its bits. */
  private long number(Args args, int row) {
    return switch (form) {
      case DATE -> args.getLong(row, params[0]) * MILLIS;
      case DAY -> args.getLong(row, params[0]) * DAY_MILLIS;
      case PAIR -> part(args, row, 0) << Integer.SIZE | part(args, row, 1);
      default -> args.getLong(row, params[0]);
    };
  }
}
