package io.stallmark.mongo.command;

import io.stallmark.model.Column;
import io.stallmark.model.Index;
import io.stallmark.model.Table;
import io.stallmark.model.TableLayout;
import io.stallmark.model.Type;
import io.stallmark.model.Value;
import java.math.BigDecimal;
import java.util.List;
import java.util.Set;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDecimal128;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.types.Decimal128;

/**
 * Maps the columns of a table to the fields of a document. {@link DocumentKey} maps the primary
 * key. Immutable.
 */
public final class DocumentFields {

  /** Field that every document has and that is always indexed. */
  public static final String ID = "_id";

  private static final long MILLIS = 1000;
  private static final long DAY_MILLIS = 86_400_000;

  private final Table table;
  private final DocumentKey key;
  private final String time;

  /**
   * @throws IllegalArgumentException when the primary key cannot be an {@code _id}
   */
  public DocumentFields(Table table) {
    this.table = table;
    key = new DocumentKey(table);
    time = table.arrangement() instanceof TableLayout.TimeSeries series ? series.time() : "";
  }

  DocumentKey key() {
    return key;
  }

  /** Name of the field that stores a column. */
  public String name(String column) {
    return key.is(column) ? ID : table.column(column).name();
  }

  /** Whether {@code _id} is binary data composed of several columns. */
  public boolean hasBytesId() {
    return key.isBytes();
  }

  /** Columns that identify a row: the primary key, otherwise the first unique index. */
  List<String> identity() {
    if (!table.primaryKey().isEmpty()) {
      return table.primaryKey();
    }
    return table.indexes().stream()
        .filter(Index::unique)
        .findFirst()
        .map(Index::columns)
        .orElseThrow(
            () -> new IllegalArgumentException("Table " + table.name() + " has no unique key"));
  }

  /** Whether at most one document can have given values in all of these columns. */
  boolean areUnique(Set<String> columns) {
    return (!table.primaryKey().isEmpty() && columns.containsAll(table.primaryKey()))
        || table.indexes().stream()
            .anyMatch(index -> index.unique() && columns.containsAll(index.columns()));
  }

  /** Returns a slot, or a literal of the column's type. */
  BsonValue value(String column, Value value) {
    if (value instanceof Value.Slot slot) {
      return isDate(column) ? SlotMarker.date(slot.param()) : SlotMarker.value(slot.param());
    }
    Type type = table.column(column).type();
    if (value instanceof Value.TextLiteral literal
        && (type instanceof Type.Text || type instanceof Type.Varchar)) {
      return new BsonString(literal.text());
    }
    if (value instanceof Value.Literal literal) {
      return isDate(column)
          ? new BsonDateTime(literal.number() * MILLIS)
          : number(column, type, literal.number());
    }
    throw new IllegalArgumentException("Column " + column + " does not take the value " + value);
  }

  private BsonValue number(String column, Type type, long number) {
    if (Type.isNarrow(type)) {
      return new BsonInt32(Math.toIntExact(number));
    } else if (Type.isWide(type)) {
      return new BsonInt64(number);
    } else if (type instanceof Type.Float64) {
      return new BsonDouble(number);
    } else if (type instanceof Type.Bool) {
      return BsonBoolean.valueOf(number != 0);
    } else if (type instanceof Type.Decimal decimal) {
      return new BsonDecimal128(new Decimal128(BigDecimal.valueOf(number, decimal.scale())));
    } else if (type instanceof Type.Date) {
      return new BsonDateTime(number * DAY_MILLIS);
    } else if (type instanceof Type.Timestamp) {
      return new BsonDateTime(number);
    }
    throw new IllegalArgumentException(
        "Column " + column + " of table " + table.name() + ": it takes no number");
  }

  /** Whether the column contains seconds that are stored as a date. */
  public boolean isDate(String column) {
    return column.equals(time);
  }

  private BsonValue zero(Column column) {
    Type type = column.type();
    if (type instanceof Type.Text || type instanceof Type.Varchar) {
      return new BsonString("");
    } else if (type instanceof Type.Bytes) {
      return new BsonBinary(new byte[0]);
    }
    return type instanceof Type.Document
        ? new BsonDocument()
        : value(column.name(), Value.literal(0));
  }

  /**
   * Returns the value of a column that an insert does not name, because documents have no defaults.
   */
  BsonValue fill(Column column) {
    return switch (column.fill()) {
      case ZERO -> zero(column);
      case NULL -> BsonNull.VALUE;
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
