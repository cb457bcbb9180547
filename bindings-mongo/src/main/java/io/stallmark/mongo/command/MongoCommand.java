package io.stallmark.mongo.command;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonNumber;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * An operation as a MongoDB command. {@code explain} prints it and {@link CommandRequest} compiles
 * it.
 *
 * @param document the command with a {@link BsonSlot} for every slot, without the fields that
 *     depend on the connection: {@code lsid}, {@code $clusterTime}, {@code $db}, {@code txnNumber},
 *     the concerns
 * @param fields fields of the documents returned, in the order of the row's columns; empty: in the
 *     order of the document
 * @param counts whether an empty result means the number 0
 * @param whole declaration that each returned document is compared with; null: none
 */
public record MongoCommand(
    BsonDocument document,
    List<ResultField> fields,
    boolean counts,
    @Nullable DocumentFields whole) {

  /**
   * A field of the documents that a command returns, as a column of a row.
   *
   * @param type form in which dates and exact numbers are read
   * @param part index of the column among the parts of a composed {@code _id}, from which it is
   *     read; negative: the field's value is the column's
   */
  public record ResultField(String name, FieldType type, int part) {

    /** The whole document. */
    static final ResultField DOCUMENT = new ResultField("", FieldType.SECONDS, -1);

    /** Creates a field that the command computes. */
    static ResultField computed(String name) {
      return new ResultField(name, FieldType.SECONDS, -1);
    }
  }

  /** Field with the number of documents of a reply. */
  static final String BATCH = "batchSize";

  private static final Set<String> WRITES = Set.of("insert", "update", "delete", "findAndModify");

  public MongoCommand {
    fields = List.copyOf(fields);
  }

  MongoCommand(BsonDocument document, List<ResultField> fields) {
    this(document, fields, false, null);
  }

  /** Creates a command whose documents have no declared fields. */
  static MongoCommand of(BsonDocument document) {
    return new MongoCommand(document, List.of());
  }

  /**
   * Creates the command that fetches the next batch of a cursor.
   *
   * @param cursor name of the parameter that contains the cursor's id
   */
  public MongoCommand getMore(String cursor) {
    BsonDocument more =
        new BsonDocument("getMore", BsonSlot.value(cursor))
            .append("collection", new BsonString(collection()));
    BsonValue batch = document.get(BATCH);
    return of(batch == null ? more : more.append(BATCH, batch));
  }

  /** Name of the command, such as "find" or "update". */
  public String name() {
    return document.getFirstKey();
  }

  /** Collection of the command; empty: it has none. */
  public String collection() {
    return document.get(name()) instanceof BsonString collection ? collection.getValue() : "";
  }

  public boolean isWrite() {
    return WRITES.contains(name());
  }

  /**
   * Whether drivers add a {@code txnNumber} to the command, so that it can be retried. The
   * "Retryable Writes" specification includes all writes except those that can change several
   * documents.
   */
  public boolean isRetryable() {
    return switch (name()) {
      case "insert", "findAndModify" -> true;
      case "update" -> each("updates").noneMatch(u -> BsonBoolean.TRUE.equals(u.get("multi")));
      case "delete" ->
          each("deletes")
              .allMatch(d -> d.get("limit") instanceof BsonNumber limit && limit.intValue() == 1);
      default -> false;
    };
  }

  /** The documents of an array; none if a native text has something else there. */
  private Stream<BsonDocument> each(String field) {
    BsonArray array = document.get(field) instanceof BsonArray found ? found : new BsonArray();
    return array.stream().filter(BsonValue::isDocument).map(BsonValue::asDocument);
  }

  /** Text of the command for {@code explain}. */
  public String toJson() {
    return document.toJson();
  }
}
