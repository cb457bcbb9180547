package io.stallmark.mongo.command;

import io.stallmark.model.Column;
import io.stallmark.model.Index;
import io.stallmark.model.Predicate;
import io.stallmark.model.Table;
import io.stallmark.model.TableLayout;
import io.stallmark.model.Value;
import io.stallmark.mongo.command.MongoCommand.ResultField;
import io.stallmark.text.RefusedException;
import io.stallmark.text.Text;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Maps the columns of a table to the fields of a document. {@link DocumentKey} maps the primary
 * key. Immutable.
 */
public final class DocumentFields {

  /** Field that every document has and that is always indexed. */
  public static final String ID = "_id";

  private final Table table;
  private final DocumentKey key;
  private final String time;

  /**
   * @throws RefusedException when the primary key cannot be an {@code _id}
   */
  public DocumentFields(Table table) {
    this.table = table;
    key = new DocumentKey(table);
    time = table.arrangement() instanceof TableLayout.TimeSeries series ? series.time() : "";
  }

  /** Whether the only column is the whole document. */
  boolean isWhole() {
    return table.arrangement() instanceof TableLayout.Existing;
  }

  DocumentKey key() {
    return key;
  }

  /** Name of the field that stores a column. */
  public String name(String column) {
    return key.is(column) ? ID : table.column(column).name();
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
        .orElseThrow(() -> new RefusedException("Table " + table.name() + " has no unique key"));
  }

  /** Whether at most one document can have given values in all of these columns. */
  boolean areUnique(Set<String> columns) {
    return (!table.primaryKey().isEmpty() && columns.containsAll(table.primaryKey()))
        || table.indexes().stream()
            .anyMatch(index -> index.unique() && columns.containsAll(index.columns()));
  }

  /** Returns the key document of an index, ascending. */
  public BsonDocument key(Index index) {
    BsonDocument fieldsOfKey = new BsonDocument();
    index.columns().forEach(column -> fieldsOfKey.append(name(column), new BsonInt32(1)));
    return fieldsOfKey;
  }

  /** Returns the projection of these columns, without an {@code _id} that none of them is. */
  BsonDocument projection(List<String> columns) {
    BsonDocument projection = new BsonDocument();
    columns.forEach(column -> projection.append(name(column), new BsonInt32(1)));
    if (!projection.containsKey(ID)) {
      projection.append(ID, new BsonInt32(0));
    }
    return projection;
  }

  /** Returns the fields that store these columns. */
  List<ResultField> results(List<String> columns) {
    if (isWhole()) {
      return List.of(ResultField.DOCUMENT);
    }
    return columns.stream().map(name -> new ResultField(name(name), type(name), -1)).toList();
  }

  /**
   * Returns the fields of columns in documents that may disagree with the table's declaration. A
   * column of the key is read from {@code _id}, by which the documents are found and sorted.
   */
  List<ResultField> keyResults(List<String> columns) {
    return columns.stream()
        .map(
            name -> {
              int part = key.parts().indexOf(name);
              return new ResultField(part < 0 ? name(name) : ID, type(name), part);
            })
        .toList();
  }

  /**
   * Adds a hint to a command or statement whose conditions fix all columns of a unique index, if
   * the server could choose another index. A composed {@code _id} needs none.
   */
  BsonDocument hinted(BsonDocument command, Predicate where) {
    if (table.primaryKey().isEmpty() && table.indexes().size() > 1) {
      Set<String> fixed = FilterRenderer.fixed(where, Predicate.Equal.class, Predicate.In.class);
      table.indexes().stream()
          .filter(index -> index.unique() && fixed.containsAll(index.columns()))
          .findFirst()
          .ifPresent(index -> command.append("hint", key(index)));
    }
    return command;
  }

  /** BSON form of a column's values. */
  FieldType type(String column) {
    return isDate(column) ? FieldType.SECONDS : FieldType.of(table.column(column).type());
  }

  /** Returns a slot, or a literal of the column's type. */
  BsonValue value(String column, Value value) {
    if (value instanceof Value.Slot slot) {
      return isDate(column) ? BsonSlot.date(slot.param()) : BsonSlot.value(slot.param());
    }
    FieldType type = type(column);
    if (value instanceof Value.TextLiteral literal && type.isText()) {
      return new BsonString(literal.text());
    }
    if (value instanceof Value.Literal literal) {
      return type.literal(literal.number());
    }
    throw new RefusedException("Column " + column + " does not accept the value " + value);
  }

  /** Whether the column contains seconds that are stored as a date. */
  public boolean isDate(String column) {
    return column.equals(time);
  }

  /**
   * Describes how a document differs from the table's declaration, as a sentence with the table and
   * the {@code _id}; null: not at all.
   */
  public @Nullable String mismatch(BsonDocument document) {
    List<String> differences = new ArrayList<>(differences(document));
    Set<String> declared = new HashSet<>(Set.of(ID));
    table.columns().forEach(column -> declared.add(name(column.name())));
    for (String field : document.keySet()) {
      if (!declared.contains(field)) {
        differences.add("has a field " + field + ", which is not declared");
      }
    }
    BsonDocument id = new BsonDocument(ID, document.get(ID, BsonNull.VALUE));
    return differences.isEmpty()
        ? null
        : Text.format(
            "A document of %s with %s %s.",
            table.name(), id.toJson(), String.join(", ", differences));
  }

  /** Describes fields that are missing or of another type, and an {@code _id} of other columns. */
  public List<String> differences(BsonDocument document) {
    List<String> differences = new ArrayList<>();
    if (key.disagrees(document)) {
      differences.add("has an _id that is not made of " + String.join(", ", key.parts()));
    }
    for (Column column : table.columns()) {
      String field = name(column.name());
      BsonValue value = document.get(field);
      if (value == null && !column.isNullable()) {
        differences.add("has no field " + field);
      } else if (value != null
          && !(value.isNull() && column.isNullable())
          && !type(column.name()).accepts(value.getBsonType())) {
        differences.add("has a field " + field + " of BSON type " + value.getBsonType());
      }
    }
    return differences;
  }

  /**
   * Returns the value of a column that an insert does not name, because documents have no defaults.
   */
  BsonValue fill(Column column) {
    return switch (column.fill()) {
      case ZERO -> type(column.name()).zero();
      case NULL -> BsonNull.VALUE;
      case REQUIRED ->
          throw new RefusedException(
              "An insert into " + table.name() + " must name column " + column.name());
      case AUTO_INCREMENT ->
          throw new RefusedException(
              "MongoDB does not number documents: an insert into %s must name column %s",
              table.name(), column.name());
    };
  }
}
