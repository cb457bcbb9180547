package io.stallmark.mongo.command;

import io.stallmark.model.Param;
import io.stallmark.model.Type;
import io.stallmark.spi.Args;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bson.BsonBinaryWriter;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * A place in a command whose value changes from execution to execution. In a rendered command it is
 * a string, which is what {@code explain} shows: {@code "?name"}, {@code "?date(name)"} for seconds
 * that become a date, {@code "?high<<32|low"} for two numbers that become one of 64 bits.
 *
 * @param offset of the value in the skeleton, in bytes
 * @param param which of the operation's parameters fills it
 * @param low of a pair: which parameter fills the lower half; −1: the literal does
 * @param literal of a pair
 */
record Slot(int offset, Form form, int param, int low, long literal, int textLength) {

  /** Bytes of an empty BSON string: its length and the closing zero. */
  static final int EMPTY_TEXT = 5;

  /** How the value is written. */
  enum Form {
    INT32,
    INT64,
    DOUBLE,
    TEXT,
    DATE,
    PAIR
  }

  private static final Pattern MARKER =
      Pattern.compile("\\?(?:date\\((?<date>\\w+)\\)|(?<name>\\w+)(?:<<32\\|(?<low>\\w+))?)");
  private static final long MILLIS = 1000;

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

  /** What the value stands for, still without its place; null: it is an ordinary value. */
  static @Nullable Slot of(BsonValue value, List<Param> params) {
    if (!value.isString() || !value.asString().getValue().startsWith("?")) {
      return null;
    }
    Matcher marker = MARKER.matcher(value.asString().getValue());
    if (!marker.matches()) {
      throw unknown(value.asString().getValue().substring(1), value);
    }
    String date = marker.group("date");
    String name = date != null ? date : marker.group("name");
    int param = index(name, params, value);
    Type type = params.get(param).type();
    String low = marker.group("low");
    if (low != null) {
      boolean literal = Character.isDigit(low.charAt(0));
      return new Slot(
          0,
          Form.PAIR,
          param,
          literal ? -1 : index(low, params, value),
          literal ? Long.parseLong(low) : 0,
          0);
    }
    int text = type instanceof Type.Text t ? t.length() : 0;
    return new Slot(0, date != null ? Form.DATE : form(type), param, -1, 0, text);
  }

  private static Form form(Type type) {
    if (type instanceof Type.Text) {
      return Form.TEXT;
    } else if (type instanceof Type.Int32 || type instanceof Type.Unsigned32) {
      return Form.INT32;
    }
    return type instanceof Type.Int64 ? Form.INT64 : Form.DOUBLE;
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

  Slot at(int place) {
    return new Slot(place, form, param, low, literal, textLength);
  }

  /** Bytes that the value takes in the skeleton; a text is empty there. */
  int width() {
    return switch (form) {
      case TEXT -> EMPTY_TEXT;
      case INT32 -> Integer.BYTES;
      default -> Long.BYTES;
    };
  }

  /** The most bytes that a text adds to the skeleton. */
  int growth() {
    return textLength;
  }

  void writePlaceholder(BsonBinaryWriter writer) {
    switch (form) {
      case TEXT -> writer.writeString("");
      case INT32 -> writer.writeInt32(0);
      case DOUBLE -> writer.writeDouble(0);
      case DATE -> writer.writeDateTime(0);
      default -> writer.writeInt64(0);
    }
  }

  /** A number of 64 bits as it is stored; a double travels as its bits. */
  long number(Args args, int row) {
    long number = args.getLong(row, param);
    return switch (form) {
      case DATE -> number * MILLIS;
      case PAIR -> number << Integer.SIZE | (low < 0 ? literal : args.getLong(row, low));
      default -> number;
    };
  }
}
