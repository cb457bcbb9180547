package io.stallmark.mongo.command;

import io.stallmark.model.Value;
import java.util.List;
import java.util.stream.Collectors;
import org.bson.BsonString;

/**
 * A placeholder in a rendered command for a value that varies between executions. Its text, which
 * {@code explain} prints, is one of these: {@code "?name"} for a value of the parameter's type;
 * {@code "?date(name)"} for seconds that are stored as a date; {@code "?high<<32|low"} for two
 * numbers that are composed into one of 64 bits; {@code "?key(a,b,c)"} for numbers that are
 * composed into a binary key; {@code "?each(list)"} for an array of a list's numbers; {@code
 * "?each(a,list)"} for an array of keys, one for each number of a list. Immutable.
 */
final class SlotMarker extends BsonString {

  /** How the parts are combined into a value. */
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
   * @param parts parameters and numbers; only the last can be a list
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
