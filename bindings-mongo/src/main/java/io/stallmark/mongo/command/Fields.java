package io.stallmark.mongo.command;

import io.stallmark.model.Column;
import io.stallmark.model.Table;
import io.stallmark.model.Type;
import io.stallmark.model.Value;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;

/** How a table's columns become a document's fields: the primary key is {@code _id}. */
public final class Fields {

  /** The field that every document has and that is always indexed. */
  public static final String ID = "_id";

  private final Table table;

  /**
   * @throws IllegalArgumentException when the table has no primary key of exactly one column
   */
  public Fields(Table table) {
    if (table.primaryKey().size() != 1) {
      throw new IllegalArgumentException(
          "Table "
              + table.name()
              + " has a primary key of "
              + table.primaryKey().size()
              + " columns; the mongo binding maps exactly one to _id");
    }
    this.table = table;
  }

  /** The field that holds a column. */
  public String name(String column) {
    return isKey(column) ? ID : table.column(column).name();
  }

  boolean isKey(String column) {
    return table.primaryKey().get(0).equals(column);
  }

  /** A slot, or a literal of the column's own type. */
  BsonValue value(String column, Value value) {
    if (value instanceof Value.Slot slot) {
      return Slot.marker(slot.param());
    }
    long number = ((Value.Literal) value).number();
    Type type = table.column(column).type();
    if (type instanceof Type.Int32) {
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
