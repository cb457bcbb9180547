package io.stallmark.mongo.command;

import io.stallmark.model.Param;
import io.stallmark.model.Type;
import io.stallmark.spi.Args;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bson.BsonBinary;
import org.bson.BsonBinaryWriter;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * A place in a command whose value changes from execution to execution. In a rendered command it is
 * a string, which is what {@code explain} shows: {@code "?name"}, {@code "?date(name)"} for seconds
 * that become a date, {@code "?high<<32|low"} for two numbers that become one of 64 bits, {@code
 * "?key(a,b,c)"} for numbers that become the bytes of a key, {@code "?each(list)"} and {@code
 * "?each(a,list)"} for an array of a list's numbers or of as many keys.
 */
final class Slot {

  /** Bytes of an empty BSON string: its length and the closing zero. */
  static final int EMPTY_TEXT = 5;

  /** Bytes of empty BSON binary data: its length and its subtype. */
  static final int EMPTY_BINARY = 5;

  /** Bytes of an empty BSON array: its length and the closing zero. */
  static final int EMPTY_ARRAY = 5;

  /** How the value is written. */
  enum Form {
    INT32,
    INT64,
    DOUBLE,
    TEXT,
    BINARY,
    DATE,
    PAIR,
    KEY,
    EACH
  }

  private static final Pattern MARKER =
      Pattern.compile(
          "\\?(?:date\\((?<date>\\w+)\\)|key\\((?<key>[\\w,]+)\\)|each\\((?<each>[\\w,]+)\\)"
              + "|(?<name>\\w+)(?:<<32\\|(?<low>\\w+))?)");

  /** Of an array's element: its type, its number and the closing zero. */
  private static final int WIDEST_NAME = 12;

  private static final long MILLIS = 1000;

  /** A number in the place of a parameter. */
  private static final int LITERAL = -1;

  private static final byte NONE = 0;

  private final Form form;
  private final int[] params;
  private final long[] literals;
  private final int textLength;
  private int offset;

  /** Of an array: the type of its elements. */
  private final byte element;

  private Slot(Form form, int[] params, long[] literals, int textLength, byte element) {
    this.form = form;
    this.params = params;
    this.literals = literals;
    this.textLength = textLength;
    this.element = element;
  }

  static BsonString marker(String param) {
    return new BsonString("?" + param);
  }

  static BsonString date(String param) {
    return new BsonString("?date(" + param + ")");
  }

  /**
   * @param low another parameter or a number
   */
  static BsonString pair(String param, String low) {
    return new BsonString("?" + param + "<<32|" + low);
  }

  /**
   * @param parts parameters and numbers
   */
  static BsonString key(List<String> parts) {
    return new BsonString("?key(" + String.join(",", parts) + ")");
  }

  /**
   * @param parts parameters and numbers; the last is a list
   */
  static BsonString each(List<String> parts) {
    return new BsonString("?each(" + String.join(",", parts) + ")");
  }

  /** What the value stands for, still without its place; null: it is an ordinary value. */
  static @Nullable Slot of(BsonValue value, List<Param> params) {
    if (!value.isString() || !value.asString().getValue().startsWith("?")) {
      return null;
    }
    Matcher marker = MARKER.matcher(value.asString().getValue());
    if (!marker.matches()) {
      throw unknown(value.asString().getValue().substring(1), value);
    }
    String key = marker.group("key");
    String low = marker.group("low");
    if (key != null) {
      return composed(Form.KEY, key.split(","), params, value);
    } else if (marker.group("each") != null) {
      return composed(Form.EACH, marker.group("each").split(","), params, value);
    } else if (low != null) {
      return composed(Form.PAIR, new String[] {marker.group("name"), low}, params, value);
    }
    String date = marker.group("date");
    int param = index(date != null ? date : marker.group("name"), params, value);
    Type type = params.get(param).type();
    int text = type instanceof Type.Text t ? t.length() : 0;
    return new Slot(
        date != null ? Form.DATE : form(type), new int[] {param}, new long[1], text, NONE);
  }

  private static Slot composed(Form form, String[] parts, List<Param> params, BsonValue value) {
    int[] indexes = new int[parts.length];
    long[] literals = new long[parts.length];
    for (int i = 0; i < parts.length; i++) {
      boolean literal = Character.isDigit(parts[i].charAt(0));
      indexes[i] = literal ? LITERAL : index(parts[i], params, value);
      literals[i] = literal ? Long.parseLong(parts[i]) : 0;
    }
    int most = 0;
    byte element = NONE;
    if (form == Form.EACH) {
      Param list = params.get(indexes[parts.length - 1]);
      element =
          parts.length > 1
              ? BsonBytes.BINARY
              : Type.isNarrow(list.type()) ? BsonBytes.INT32 : BsonBytes.INT64;
      most =
          list.most() * (WIDEST_NAME + (parts.length == 1 ? Long.BYTES : keyWidth(parts.length)));
    }
    return new Slot(form, indexes, literals, most, element);
  }

  private static Form form(Type type) {
    if (type instanceof Type.Text) {
      return Form.TEXT;
    } else if (type instanceof Type.Bytes) {
      return Form.BINARY;
    } else if (type instanceof Type.Float64) {
      return Form.DOUBLE;
    }
    return Type.isNarrow(type) ? Form.INT32 : Form.INT64;
  }

  private static int index(String name, List<Param> params, BsonValue value) {
    for (int i = 0; i < params.size(); i++) {
      if (params.get(i).name().equals(name)) {
        return i;
      }
    }
    throw unknown(name, value);
  }

  private static IllegalArgumentException unknown(String name, BsonValue value) {
    return new IllegalArgumentException("There is no parameter " + name + " for the slot " + value);
  }

  /** Gives it its place: where the value begins in the skeleton, in bytes. */
  Slot at(int place) {
    offset = place;
    return this;
  }

  int offset() {
    return offset;
  }

  /** Bytes that the value takes in the skeleton; a text is empty there. */
  int width() {
    return switch (form) {
      case TEXT -> EMPTY_TEXT;
      case BINARY -> EMPTY_BINARY;
      case EACH -> EMPTY_ARRAY;
      case INT32 -> Integer.BYTES;
      case KEY -> keyWidth(params.length);
      default -> Long.BYTES;
    };
  }

  /** Whether its length differs from execution to execution. */
  boolean varies() {
    return form == Form.TEXT || form == Form.BINARY || form == Form.EACH;
  }

  /** The most bytes that a text or a list adds to the skeleton; bytes add as many as they have. */
  int growth() {
    return textLength;
  }

  /** Whether it can add more than {@link #growth}. */
  boolean hasExtra() {
    return form == Form.BINARY;
  }

  /** What it adds beyond that. */
  int extra(Args args, int row) {
    return form == Form.BINARY ? args.getLength(row, params[0]) : 0;
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
      case INT32 -> writer.writeInt32(0);
      case DOUBLE -> writer.writeDouble(0);
      case DATE -> writer.writeDateTime(0);
      default -> writer.writeInt64(0);
    }
  }

  /**
   * Writes the value.
   *
   * @return where it ends
   */
  int write(Args args, int row, byte[] into, int at) {
    return switch (form) {
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

  private int binary(Args args, int row, byte[] into, int at) {
    int length = args.getLength(row, params[0]);
    BsonBytes.putInt(into, at, length);
    into[at + Integer.BYTES] = 0; // the subtype: any bytes
    System.arraycopy(args.getText(row, params[0]), 0, into, at + EMPTY_BINARY, length);
    return at + EMPTY_BINARY + length;
  }

  private int each(Args args, int row, byte[] into, int at) {
    int last = params.length - 1;
    int count = args.getLength(row, params[last]);
    int to = at + Integer.BYTES;
    for (int i = 0; i < count; i++) {
      into[to] = element;
      to = BsonBytes.putDecimal(into, to + 1, i);
      into[to++] = 0;
      if (element == BsonBytes.BINARY) {
        to = key(args, row, into, to, i);
      } else if (element == BsonBytes.INT32) {
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
   * @param index of the value of a list that is the last part
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

  /** A number of 64 bits as it is stored; a double travels as its bits. */
  private long number(Args args, int row) {
    return switch (form) {
      case DATE -> args.getLong(row, params[0]) * MILLIS;
      case PAIR -> part(args, row, 0) << Integer.SIZE | part(args, row, 1);
      default -> args.getLong(row, params[0]);
    };
  }
}
