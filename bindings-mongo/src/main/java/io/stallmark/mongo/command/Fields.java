package io.stallmark.mongo.command;

import io.stallmark.model.Arrangement;
import io.stallmark.model.Column;
import io.stallmark.model.Table;
import io.stallmark.model.Type;
import io.stallmark.model.Value;
import java.util.List;
import org.bson.BsonDateTime;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * How a table's columns become a document's fields. A primary key of one column is {@code _id}. One
 * of two unsigned columns of 32 bits is a number of 64 bits in {@code _id}, so that documents sort
 * as the rows do, and the columns are fields as well. Without a primary key {@code _id} is an
 * ObjectId of the server's.
 */
public final class Fields {

  /** The field that every document has and that is always indexed. */
  public static final String ID = "_id";

  private static final long MILLIS = 1000;

  private final Table table;
  private final List<String> key;
  private final String time;

  /**
   * @throws IllegalArgumentException when the primary key cannot be an {@code _id}
   */
  public Fields(Table table) {
    this.table = table;
    key = table.primaryKey();
    time = table.arrangement() instanceof Arrangement.TimeSeries series ? series.time() : "";
    boolean narrow =
        key.stream().allMatch(column -> table.column(column).type() instanceof Type.Unsigned32);
    if (key.size() > 2 || (key.size() == 2 && !narrow)) {
      throw new IllegalArgumentException(
          "Table "
              + table.name()
              + " has a primary key of "
              + key.size()
              + " columns; the mongo binding makes an _id of one, or of two unsigned ones of 32 bits");
    }
  }

  private static boolean is32Bit(Type type) {
    return type instanceof Type.Int32 || type instanceof Type.Unsigned32;
  }

  /** The field that holds a column. */
  public String name(String column) {
    return key.size() == 1 && isKey(column) ? ID : table.column(column).name();
  }

  boolean isKey(String column) {
    return key.contains(column);
  }

  /** Whether {@code _id} is made of two columns. */
  boolean isPaired() {
    return key.size() == 2;
  }

  /** The column in the upper half of a paired {@code _id}. */
  String first() {
    return key.get(0);
  }

  /** The column in the lower half of a paired {@code _id}. */
  String second() {
    return key.get(1);
  }

  /** A paired {@code _id}. */
  BsonValue pair(Value first, Value second) {
    String low =
        second instanceof Value.Slot slot
            ? slot.param()
            : Long.toString(((Value.Literal) second).number());
    if (first instanceof Value.Slot slot) {
      return Slot.pair(slot.param(), low);
    } else if (second instanceof Value.Literal literal) {
      return new BsonInt64(((Value.Literal) first).number() << Integer.SIZE | literal.number());
    }
    throw new IllegalArgumentException(
        "Column " + first() + " of table " + table.name() + " must be compared with a parameter");
  }

  /** A slot, or a literal of the column's own type. */
  BsonValue value(String column, Value value) {
    boolean date = column.equals(time);
    if (value instanceof Value.Slot slot) {
      return date ? Slot.date(slot.param()) : Slot.marker(slot.param());
    }
    long number = ((Value.Literal) value).number();
    Type type = table.column(column).type();
    if (date) {
      return new BsonDateTime(number * MILLIS);
    }
    if (is32Bit(type)) {
      return new BsonInt32(Math.toIntExact(number));
    }
    if (type instanceof Type.Int64) {
      return new BsonInt64(number);
    }
    if (type instanceof Type.Float64) {
      return new BsonDouble(number);
    }
    throw new IllegalArgumentException(
        "Column " + column + " of table " + table.name() + " is a text; it takes no number");
  }

  /** Whether a column is stored as a date and not as a number. */
  public boolean isDate(String column) {
    return column.equals(time);
  }

  /** What an insert puts into a column that it does not name: a document has no defaults. */
  BsonValue fill(Column column) {
    return switch (column.fill()) {
      case ZERO ->
          column.type() instanceof Type.Text
              ? new BsonString("")
              : value(column.name(), Value.literal(0));
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
