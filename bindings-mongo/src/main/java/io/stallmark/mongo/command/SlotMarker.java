package io.stallmark.mongo.command;

import io.stallmark.model.Value;
import java.util.List;
import java.util.stream.Collectors;
import org.bson.BsonString;

/**
 * A place in a rendered command whose value changes from execution to execution. It prints as the
 * string that {@code explain} shows: {@code "?name"} for a value of the parameter's type, {@code
 * "?date(name)"} for seconds that become a date, {@code "?high<<32|low"} for two numbers that
 * become one of 64 bits, {@code "?key(a,b,c)"} for numbers that become the bytes of a key, {@code
 * "?each(list)"} and {@code "?each(a,list)"} for an array of a list's numbers or of as many keys.
 * Immutable.
 */
final class SlotMarker extends BsonString {

  /** How the parts become a value. */
  enum Kind {
    VALUE,
    DATE,
    PAIR,
    KEY,
    EACH
  }

  private final Kind kind;
  private final List<Value> parts;

  private SlotMarker(Kind kind, List<Value> parts, String text) {
    super(text);
    this.kind = kind;
    this.parts = List.copyOf(parts);
  }

  static SlotMarker value(String param) {
    return new SlotMarker(Kind.VALUE, List.of(Value.slot(param)), "?" + param);
  }

  static SlotMarker date(String param) {
    return new SlotMarker(Kind.DATE, List.of(Value.slot(param)), "?date(" + param + ")");
  }

  /**
   * @param high a parameter
   * @param low another parameter or a number
   */
  static SlotMarker pair(Value.Slot high, Value low) {
    String text = "?" + high.param() + "<<32|" + text(low);
    return new SlotMarker(Kind.PAIR, List.of(high, low), text);
  }

  /**
   * @param parts parameters and numbers; a list may be the last of them
   */
  static SlotMarker key(List<Value> parts) {
    boolean each = parts.get(parts.size() - 1) instanceof Value.Each;
    String names = parts.stream().map(SlotMarker::text).collect(Collectors.joining(","));
    return each
        ? new SlotMarker(Kind.EACH, parts, "?each(" + names + ")")
        : new SlotMarker(Kind.KEY, parts, "?key(" + names + ")");
  }

  private static String text(Value part) {
    if (part instanceof Value.Slot slot) {
      return slot.param();
    }
    if (part instanceof Value.Each each) {
      return each.param();
    }
    return part instanceof Value.Literal literal
        ? Long.toString(literal.number())
        : part.toString();
  }

  Kind kind() {
    return kind;
  }

  List<Value> parts() {
    return parts;
  }
}
