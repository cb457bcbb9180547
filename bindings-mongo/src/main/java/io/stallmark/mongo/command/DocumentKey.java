package io.stallmark.mongo.command;

import io.stallmark.model.Predicate;
import io.stallmark.model.Table;
import io.stallmark.model.Type;
import io.stallmark.model.Value;
import io.stallmark.text.RefusedException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Maps the primary key of a table to its documents. A key of one column is {@code _id}. A key of
 * several unsigned columns is composed into {@code _id} so that documents sort like the rows; its
 * columns are fields as well. Two columns of 32 bits are composed into a number of 64 bits, all
 * others into binary data of eight bytes per column. Without a primary key the server sets an
 * ObjectId. Immutable.
 */
final class DocumentKey {

  private static final long MOST_UNSIGNED32 = 0xFFFF_FFFFL;

  private final String table;
  private final List<String> columns;
  private final boolean pair;

  /**
   * @throws RefusedException when the primary key cannot be an {@code _id}
   */
  DocumentKey(Table table) {
    this.table = table.name();
    columns = table.primaryKey();
    List<Type> types = columns.stream().map(column -> table.column(column).type()).toList();
    if (columns.size() > 1 && !types.stream().allMatch(DocumentKey::isUnsigned)) {
      throw new RefusedException(
          "Table %s has a primary key of %s columns; the mongo binding supports one column, or"
              + " several unsigned columns",
          table.name(), columns.size());
    }
    pair = types.size() == 2 && types.stream().allMatch(Type.Unsigned32.class::isInstance);
  }

  private static boolean isUnsigned(Type type) {
    return type instanceof Type.Unsigned32 || type instanceof Type.Unsigned64;
  }

  boolean contains(String column) {
    return columns.contains(column);
  }

  /** Whether this column is stored as {@code _id}. */
  boolean is(String column) {
    return columns.size() == 1 && contains(column);
  }

  /** Columns that {@code _id} is composed of, in the key's order; empty: it is not composed. */
  List<String> parts() {
    return columns.size() > 1 ? columns : List.of();
  }

  /** Whether {@code _id} is binary data composed of several columns. */
  boolean isBytes() {
    return columns.size() > 1 && !pair;
  }

  /** Composes an {@code _id} from one value for each of its parts. */
  BsonValue compose(List<Value> values) {
    if (!pair) {
      return BsonSlot.key(values);
    }
    if (values.get(1) instanceof Value.Each) {
      return BsonSlot.pairs(values);
    }
    if (values.get(0) instanceof Value.Slot high) {
      return BsonSlot.pair(high, values.get(1));
    }
    if (values.get(0) instanceof Value.Literal high && values.get(1) instanceof Value.Literal low) {
      return new BsonInt64(high.number() << Integer.SIZE | low.number());
    }
    throw new RefusedException(
        "Column " + columns.get(0) + " of table " + table + " must be compared with a parameter");
  }

  /** Reads one of the numbers that a binary {@code _id} at an offset is composed of. */
  static long part(BsonBytes bytes, int value, int part) {
    return Long.reverseBytes(bytes.getLong(value + Integer.BYTES + 1 + part * Long.BYTES));
  }

  /** Returns one of the numbers that an {@code _id} of 64 bits is composed of. */
  static long ofPair(long id, int part) {
    return part == 0 ? id >>> Integer.SIZE : id & MOST_UNSIGNED32;
  }

  /** Whether a composed {@code _id} disagrees with the fields of its columns. */
  boolean disagrees(BsonDocument document) {
    List<String> parts = parts();
    if (parts.isEmpty() || !parts.stream().allMatch(document::isNumber)) {
      return false; // no composed key, or a finding of its own
    }
    ByteBuffer key = ByteBuffer.allocate(parts.size() * Long.BYTES);
    parts.forEach(part -> key.putLong(document.getNumber(part).longValue()));
    BsonValue id =
        pair
            ? new BsonInt64(key.getLong(0) << Integer.SIZE | key.getLong(Long.BYTES))
            : new BsonBinary(key.array());
    return !id.equals(document.get(DocumentFields.ID));
  }

  /**
   * Removes the conditions that a composed {@code _id} can express from the list: equality of its
   * first parts and a range of the next one, or a list of values of the last one.
   *
   * @return the condition on {@code _id}; null: none
   */
  @Nullable BsonValue takeCondition(List<Predicate> conditions) {
    List<Value> fixed = new ArrayList<>();
    for (String column : parts()) {
      Predicate.Equal equal = find(conditions, Predicate.Equal.class, column);
      if (equal == null) {
        break;
      }
      conditions.remove(equal);
      fixed.add(equal.value());
    }
    if (fixed.size() == parts().size()) {
      return fixed.isEmpty() ? null : compose(fixed);
    }
    String next = columns.get(fixed.size());
    Predicate.In in = find(conditions, Predicate.In.class, next);
    if (in != null
        && fixed.size() == columns.size() - 1
        && (isBytes() || FilterRenderer.isEach(in.values()))) {
      conditions.remove(in);
      return new BsonDocument("$in", composeEach(fixed, in.values()));
    }
    Bounds bounds = pair && fixed.isEmpty() ? Bounds.NONE : Bounds.take(conditions, next);
    return fixed.isEmpty() && bounds.equals(Bounds.NONE) ? null : range(fixed, bounds);
  }

  /** Composes an {@code _id} for each value of the last part. */
  private BsonValue composeEach(List<Value> fixed, List<Value> last) {
    BsonArray ids = new BsonArray();
    for (Value value : last) {
      List<Value> values = new ArrayList<>(fixed);
      values.add(value);
      ids.add(compose(values));
    }
    return FilterRenderer.isEach(last) ? ids.get(0) : ids;
  }

  private BsonDocument range(List<Value> fixed, Bounds bounds) {
    List<Value> low = new ArrayList<>(fixed);
    List<Value> high = new ArrayList<>(fixed);
    if (bounds.low != null) {
      low.add(bounds.low);
    }
    if (bounds.high != null) {
      high.add(bounds.high);
    }
    fill(low, 0);
    fill(high, pair ? MOST_UNSIGNED32 : Long.MAX_VALUE);
    return new BsonDocument("$gte", compose(low)).append("$lte", compose(high));
  }

  private void fill(List<Value> values, long rest) {
    while (values.size() < columns.size()) {
      values.add(Value.literal(rest));
    }
  }

  /**
   * Whether {@code _id} sorts like the column among documents with equal values in the fixed
   * columns.
   */
  boolean sortsBy(String column, Set<String> fixed) {
    int part = parts().indexOf(column);
    return part >= (pair ? 1 : 0) && fixed.containsAll(parts().subList(0, part));
  }

  private static <P extends Predicate> @Nullable P find(
      List<Predicate> conditions, Class<P> kind, String column) {
    for (Predicate condition : conditions) {
      if (kind.isInstance(condition) && FilterRenderer.column(condition).equals(column)) {
        return kind.cast(condition);
      }
    }
    return null;
  }

  /** Lower and upper bound of a column, both included; null: unbounded. */
  private record Bounds(@Nullable Value low, @Nullable Value high) {

    static final Bounds NONE = new Bounds(null, null);

    static Bounds take(List<Predicate> conditions, String column) {
      Predicate.Between between = find(conditions, Predicate.Between.class, column);
      if (between != null) {
        conditions.remove(between);
        return new Bounds(between.low(), between.high());
      }
      Predicate.AtLeast least = find(conditions, Predicate.AtLeast.class, column);
      Predicate.AtMost most = find(conditions, Predicate.AtMost.class, column);
      conditions.removeIf(condition -> condition == least || condition == most);
      return new Bounds(least == null ? null : least.value(), most == null ? null : most.value());
    }
  }
}
