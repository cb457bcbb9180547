package io.stallmark.mongo.command;

import io.stallmark.model.Param;
import io.stallmark.model.Type;
import io.stallmark.model.Value;
import io.stallmark.mongo.command.BsonTemplate.Element;
import io.stallmark.spi.Args;
import java.util.List;
import java.util.stream.Collectors;
import org.bson.BsonString;
import org.bson.BsonType;

/**
 * A placeholder in a rendered command for a value that varies between executions. Its text, which
 * {@code explain} prints, is one of these: {@code "?name"} for a value of the parameter's type;
 * {@code "?date(name)"} for seconds that are stored as a date; {@code "?high<<32|low"} for two
 * numbers that are composed into one of 64 bits; {@code "?key(a,b,c)"} for numbers that are
 * composed into a binary key; {@code "?each(list)"} for an array of a list's numbers; {@code
 * "?each(a,list)"} and {@code "?each(a<<32|list)"} for an array of keys, one for each number of a
 * list. Immutable.
 */
final class BsonSlot extends BsonString {

  /** Marks a part that is a number and not a parameter. */
  private static final int LITERAL = -1;

  /** How the parts are combined into a value. */
  private enum Kind {
    VALUE,
    DATE,
    PAIR,
    KEY,
    EACH,
    EACH_PAIR
  }

  private final Kind kind;
  private final List<Value> parts;

  private BsonSlot(Kind kind, List<Value> parts, String text) {
    super(text);
    this.kind = kind;
    this.parts = List.copyOf(parts);
  }

  static BsonSlot value(String param) {
    return new BsonSlot(Kind.VALUE, List.of(Value.slot(param)), "?" + param);
  }

  static BsonSlot date(String param) {
    return new BsonSlot(Kind.DATE, List.of(Value.slot(param)), "?date(" + param + ")");
  }

  /**
   * @param high a parameter
   * @param low another parameter or a number
   */
  static BsonSlot pair(Value.Slot high, Value low) {
    return new BsonSlot(Kind.PAIR, List.of(high, low), "?" + high.param() + "<<32|" + text(low));
  }

  /**
   * Returns an array of numbers of 64 bits, one for each number of a list.
   *
   * @param parts the number that all have in common, then the list
   */
  static BsonSlot pairs(List<Value> parts) {
    return new BsonSlot(
        Kind.EACH_PAIR, parts, "?each(" + text(parts.get(0)) + "<<32|" + text(parts.get(1)) + ")");
  }

  /**
   * @param parts parameters and numbers; only the last can be a list
   */
  static BsonSlot key(List<Value> parts) {
    boolean each = parts.get(parts.size() - 1) instanceof Value.Each;
    String names = parts.stream().map(BsonSlot::text).collect(Collectors.joining(","));
    return each
        ? new BsonSlot(Kind.EACH, parts, "?each(" + names + ")")
        : new BsonSlot(Kind.KEY, parts, "?key(" + names + ")");
  }

  private static String text(Value part) {
    if (part instanceof Value.Literal literal) {
      return Long.toString(literal.number());
    }
    return part instanceof Value.Slot || part instanceof Value.Each ? name(part) : part.toString();
  }

  private static String name(Value part) {
    return part instanceof Value.Slot slot ? slot.param() : ((Value.Each) part).param();
  }

  /** Type of the value. */
  BsonType type(List<Param> params) {
    return switch (kind) {
      case VALUE -> FieldType.of(last(params).type()).bson();
      case DATE -> FieldType.SECONDS.bson();
      case PAIR -> BsonType.INT64;
      case KEY -> BsonType.BINARY;
      case EACH, EACH_PAIR -> BsonType.ARRAY;
    };
  }

  /** Slot of the parameter that can be NULL; negative: the value is never NULL. */
  int nullable(List<Param> params) {
    boolean single = kind == Kind.VALUE || kind == Kind.DATE;
    return single && last(params).nullable() ? params.indexOf(last(params)) : LITERAL;
  }

  private Param last(List<Param> params) {
    return params.get(index(name(parts.get(parts.size() - 1)), params));
  }

  /**
   * Compiles the value for the parameters of an operation.
   *
   * @throws IllegalArgumentException when the operation does not have one of the parameters
   */
  Element compile(List<Param> params) {
    Numbers numbers = numbers(params);
    int last = numbers.slots[parts.size() - 1];
    return switch (kind) {
      case VALUE -> {
        FieldType type = FieldType.of(params.get(last).type());
        yield (args, row, out) -> type.write(args, row, last, out);
      }
      case DATE -> (args, row, out) -> FieldType.SECONDS.write(args, row, last, out);
      case PAIR ->
          (args, row, out) ->
              out.writeInt64(
                  numbers.get(args, row, 0, 0) << Integer.SIZE | numbers.get(args, row, 1, 0));
      case KEY -> (args, row, out) -> numbers.writeKey(args, row, 0, out);
      case EACH -> each(numbers, params.get(last).type(), last);
      case EACH_PAIR -> pairs(numbers, last);
    };
  }

  private static Element pairs(Numbers numbers, int list) {
    return (args, row, out) -> {
      int start = out.open();
      int count = args.getLength(row, list);
      for (int i = 0; i < count; i++) {
        out.beginItem(BsonType.INT64.getValue(), i);
        out.writeInt64(numbers.get(args, row, 0, 0) << Integer.SIZE | numbers.get(args, row, 1, i));
      }
      out.close(start);
    };
  }

  private static Element each(Numbers numbers, Type type, int list) {
    boolean keys = numbers.slots.length > 1;
    boolean narrow = Type.isNarrow(type);
    BsonType number = narrow ? BsonType.INT32 : BsonType.INT64;
    return (args, row, out) -> {
      int start = out.open();
      int count = args.getLength(row, list);
      for (int i = 0; i < count; i++) {
        out.beginItem((keys ? BsonType.BINARY : number).getValue(), i);
        if (keys) {
          numbers.writeKey(args, row, i, out);
        } else if (narrow) {
          out.writeInt32((int) args.getOfList(list, i));
        } else {
          out.writeInt64(args.getOfList(list, i));
        }
      }
      out.close(start);
    };
  }

  private boolean isList() {
    return kind == Kind.EACH || kind == Kind.EACH_PAIR;
  }

  private Numbers numbers(List<Param> params) {
    Numbers numbers = new Numbers(parts.size(), parts.size() - (isList() ? 1 : 0));
    for (int i = 0; i < parts.size(); i++) {
      numbers.slots[i] = LITERAL;
      if (parts.get(i) instanceof Value.Literal literal) {
        numbers.literals[i] = literal.number();
      } else {
        numbers.slots[i] = index(name(parts.get(i)), params);
      }
    }
    return numbers;
  }

  private int index(String name, List<Param> params) {
    for (int i = 0; i < params.size(); i++) {
      if (params.get(i).name().equals(name)) {
        return i;
      }
    }
    throw new IllegalArgumentException("There is no parameter " + name + " for the slot " + this);
  }

  /** Numbers that a value is composed of. */
  private static final class Numbers {

    /** Slot of each part, or {@link #LITERAL}. */
    private final int[] slots;

    private final long[] literals;

    /** Index of the part that is a list. */
    private final int list;

    Numbers(int parts, int list) {
      slots = new int[parts];
      literals = new long[parts];
      this.list = list;
    }

    /**
     * @param index index into the list
     */
    long get(Args args, int row, int part, int index) {
      if (part == list) {
        return args.getOfList(slots[part], index);
      }
      return slots[part] == LITERAL ? literals[part] : args.getLong(row, slots[part]);
    }

    /** Writes the parts with the most significant byte first, so that keys sort like the parts. */
    void writeKey(Args args, int row, int index, BsonBytes out) {
      out.writeInt32(slots.length * Long.BYTES);
      out.writeByte(0); // subtype 0: generic binary
      for (int i = 0; i < slots.length; i++) {
        out.writeInt64(Long.reverseBytes(get(args, row, i, index)));
      }
    }
  }
}
