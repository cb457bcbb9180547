package io.stallmark.mongo.command;

import io.stallmark.model.Param;
import io.stallmark.model.Type;
import java.util.List;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * A place in a command whose value changes from execution to execution. In a rendered command it is
 * the string {@code "?name"}, which is what {@code explain} shows.
 *
 * @param offset of the value in the skeleton, in bytes
 * @param param which of the operation's parameters fills it
 */
record Slot(int offset, int param, Type type) {

  /** Bytes of an empty BSON string: its length and the closing zero. */
  static final int EMPTY_TEXT = 5;

  private static final String SIGN = "?";

  static BsonString marker(String param) {
    return new BsonString(SIGN + param);
  }

  /** The index of the parameter that the value stands for; null: it is an ordinary value. */
  static @Nullable Integer parameter(BsonValue value, List<Param> params) {
    if (!value.isString() || !value.asString().getValue().startsWith(SIGN)) {
      return null;
    }
    String name = value.asString().getValue().substring(SIGN.length());
    for (int i = 0; i < params.size(); i++) {
      if (params.get(i).name().equals(name)) {
        return i;
      }
    }
    throw new IllegalArgumentException("There is no parameter " + name + " for the slot " + value);
  }

  /** Bytes that the value takes in the skeleton; a text is empty there. */
  int width() {
    if (type instanceof Type.Text) {
      return EMPTY_TEXT;
    }
    return type instanceof Type.Int32 ? Integer.BYTES : Long.BYTES;
  }

  /** The most bytes that a text adds to the skeleton. */
  int growth() {
    return type instanceof Type.Text text ? text.length() : 0;
  }
}
