package io.stallmark.mongo.command;

import java.util.List;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonString;

/**
 * An operation as a MongoDB command: what {@code explain} prints and {@link CommandRequest}
 * compiles.
 *
 * @param document with a {@link SlotMarker} for every slot; without what depends on the connection:
 *     {@code lsid}, {@code $clusterTime}, {@code $db}, {@code txnNumber}, the concerns
 * @param fields of the documents returned, in the order of the row's columns; empty: as they come
 * @param counts whether an empty result means the number 0
 */
public record MongoCommand(BsonDocument document, List<ResultField> fields, boolean counts) {

  private static final Set<String> WRITES = Set.of("insert", "update", "delete", "findAndModify");

  public MongoCommand {
    fields = List.copyOf(fields);
  }

  /** A command that returns no documents. */
  static MongoCommand of(BsonDocument document) {
    return new MongoCommand(document, List.of(), false);
  }

  /**
   * The command that fetches the next batch of a cursor.
   *
   * @param cursor the parameter that holds the cursor's id
   */
  public static MongoCommand getMore(String collection, String cursor) {
    return of(
        new BsonDocument("getMore", SlotMarker.value(cursor))
            .append("collection", new BsonString(collection)));
  }

  /** "find", "update", … */
  public String name() {
    return document.getFirstKey();
  }

  /** The collection it works on. */
  public String collection() {
    return document.getString(name()).getValue();
  }

  public boolean isWrite() {
    return WRITES.contains(name());
  }

  /**
   * Whether drivers number the command ({@code txnNumber}) so that it could be sent twice: all
   * writes but those to an unknown number of documents (the "Retryable Writes" specification).
   */
  public boolean isRetryable() {
    return switch (name()) {
      case "insert", "findAndModify" -> true;
      case "update" ->
          each("updates")
              .noneMatch(u -> u.getBoolean("multi", BsonBoolean.FALSE).equals(BsonBoolean.TRUE));
      case "delete" -> each("deletes").allMatch(d -> d.getNumber("limit").intValue() == 1);
      default -> false;
    };
  }

  private java.util.stream.Stream<BsonDocument> each(String field) {
    return document.getArray(field, new BsonArray()).stream().map(v -> v.asDocument());
  }

  /** What {@code explain} shows. */
  public String toJson() {
    return document.toJson();
  }
}
