package io.stallmark.mongo.command;

import io.stallmark.model.Arrangement;
import io.stallmark.model.Column;
import io.stallmark.model.Index;
import io.stallmark.model.Table;
import io.stallmark.model.Type;
import io.stallmark.model.Value;
import java.util.List;
import java.util.Set;
import org.bson.BsonBinary;
import org.bson.BsonDateTime;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * How a table's columns become a document's fields. A primary key of one column is {@code _id}. One
 * of several unsigned columns is put together in {@code _id} so that documents sort as the rows do,
 * and the columns are fields as well: two of 32 bits are a number of 64 bits, others are bytes,
 * eight a column. Without a primary key {@code _id} is an ObjectId of the server's.
 */
public final class Fields {

  /** The field that every document has and that is always indexed. */
  public static final String ID = "_id";

  private static final long MILLIS = 1000;

  private final Table table;
  private final List<String> key;
  private final String time;
  private final boolean paired;

  /**
   * @throws IllegalArgumentException when the primary key cannot be an {@code _id}
   */
  public Fields(Table table) {
    this.table = table;
    key = table.primaryKey();
    time = table.arrangement() instanceof Arrangement.TimeSeries series ? series.time() : "";
    boolean unsigned = key.stream().allMatch(column -> isUnsigned(table.column(column).type()));
    if (key.size() > 1 && !unsigned) {
      throw new IllegalArgumentException(
          "Table "
              + table.name()
              + " has a primary key of "
              + key.size()
              + " columns; the mongo binding makes an _id of one, or of unsigned ones");
    }
    paired =
        key.size() == 2
            && key.stream().allMatch(k -> table.column(k).type() instanceof Type.Unsigned32);
  }

  private static boolean isUnsigned(Type type) {
    return type instanceof Type.Unsigned32 || type instanceof Type.Unsigned64;
  }

  /** The field that holds a column. */
  public String name(String column) {
    return key.size() == 1 && isKey(column) ? ID : table.column(column).name();
  }

  boolean isKey(String column) {
    return key.contains(column);
  }

  /** The columns that {@code _id} is put together from, in the key's order; none: it is not. */
  List<String> parts() {
    return key.size() > 1 ? key : List.of();
  }

  /** Whether {@code _id} is a number of two columns. */
  boolean isPaired() {
    return paired;
  }

  /** Whether {@code _id} is the bytes of several columns. */
  public boolean isBytes() {
    return key.size() > 1 && !paired;
  }

  /** The columns by which a row is known: the primary key, or else the first unique index. */
  List<String> identity() {
    if (!key.isEmpty()) {
      return key;
    }
    return table.indexes().stream()
        .filter(Index::unique)
        .findFirst()
        .map(Index::columns)
        .orElseThrow(
            () -> new IllegalArgumentException("Table " + table.name() + " has no unique key"));
  }

  /** Whether no two documents agree in all of these columns. */
  boolean areUnique(Set<String> columns) {
    return (!key.isEmpty() && columns.containsAll(key))
        || table.indexes().stream()
            .anyMatch(index -> index.unique() && columns.containsAll(index.columns()));
  }

  /** An {@code _id} put together from a value for each of its parts. */
  BsonValue id(List<Value> values) {
    if (paired) {
      return pair(values.get(0), values.get(1));
    }
    List<String> parts = values.stream().map(Fields::part).toList();
    boolean each = values.get(values.size() - 1) instanceof Value.Each;
    return each ? Slot.each(parts) : Slot.key(parts);
  }

  private static String part(Value value) {
    if (value instanceof Value.Slot slot) {
      return slot.param();
    }
    return value instanceof Value.Each each
        ? each.param()
        : Long.toString(((Value.Literal) value).number());
  }

  private BsonValue pair(Value first, Value second) {
    if (first instanceof Value.Slot slot) {
      return Slot.pair(slot.param(), part(second));
    } else if (second instanceof Value.Literal literal) {
      return new BsonInt64(((Value.Literal) first).number() << Integer.SIZE | literal.number());
    }
    throw new IllegalArgumentException(
        "Column "
            + key.get(0)
            + " of table "
            + table.name()
            + " must be compared with a parameter");
  }

  /** A slot, or a literal of the column's own type. */
  BsonValue value(String column, Value value) {
    boolean date = column.equals(time);
    if (value instanceof Value.Slot slot) {
      return date ? Slot.date(slot.param()) : Slot.marker(slot.param());
    }
    if (!(value instanceof Value.Literal literal)) {
      throw new IllegalArgumentException("Column " + column + " takes one value, not a list");
    }
    long number = literal.number();
    Type type = table.column(column).type();
    if (date) {
      return new BsonDateTime(number * MILLIS);
    }
    if (Type.isNarrow(type)) {
      return new BsonInt32(Math.toIntExact(number));
    }
    if (type instanceof Type.Int64 || type instanceof Type.Unsigned64) {
      return new BsonInt64(number);
    }
    if (type instanceof Type.Float64) {
      return new BsonDouble(number);
    }
    throw new IllegalArgumentException(
        "Column " + column + " of table " + table.name() + ": it takes no number");
  }

  /** Whether a column is stored as a date and not as a number. */
  public boolean isDate(String column) {
    return column.equals(time);
  }

  private BsonValue zero(Column column) {
    if (column.type() instanceof Type.Text) {
      return new BsonString("");
    }
    return column.type() instanceof Type.Bytes
        ? new BsonBinary(new byte[0])
        : value(column.name(), Value.literal(0));
  }

  /** What an insert puts into a column that it does not name: a document has no defaults. */
  BsonValue fill(Column column) {
    return switch (column.fill()) {
      case ZERO -> zero(column);
      case REQUIRED ->
          throw new IllegalArgumentException(
              "An insert into " + table.name() + " must name column " + column.name());
      case AUTO_INCREMENT ->
          throw new IllegalArgumentException(
              "MongoDB does not number documents: an insert into "
                  + table.name()
                  + " must name column "
                  + column.name());
    };
  }
}
