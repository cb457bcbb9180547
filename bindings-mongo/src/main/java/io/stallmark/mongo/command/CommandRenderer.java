package io.stallmark.mongo.command;

import io.stallmark.model.Index;
import io.stallmark.model.Op;
import io.stallmark.model.Table;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.json.JsonParseException;

/**
 * Renders operations as the commands that the driver's own CRUD calls would send, shaped as
 * tmcallaghan/sysbench-mongodb has them where it has them. The one place where text is made.
 */
public final class CommandRenderer {

  private CommandRenderer() {}

  /**
   * @param binding the name under which a {@link Op.Native} holds its text
   * @throws IllegalArgumentException when MongoDB cannot do it exactly; the message says what
   */
  public static MongoCommand render(Op op, String binding) {
    if (op instanceof Op.Read read) {
      return ReadRenderer.read(read);
    }
    if (op instanceof Op.Insert insert) {
      return WriteRenderer.insert(insert);
    }
    if (op instanceof Op.Update update) {
      return WriteRenderer.update(update);
    }
    if (op instanceof Op.Delete delete) {
      return WriteRenderer.delete(delete);
    }
    return nativeText((Op.Native) op, binding);
  }

  private static MongoCommand nativeText(Op.Native op, String binding) {
    String text = op.texts().get(binding);
    if (text == null) {
      throw new IllegalArgumentException(
          op.name() + " has no text for the " + binding + " binding");
    }
    try {
      BsonDocument command = BsonDocument.parse(text);
      command.replaceAll((name, value) -> marked(value));
      return MongoCommand.of(command);
    } catch (JsonParseException e) {
      throw new IllegalArgumentException(
          op.name() + ": its text for the " + binding + " binding is no JSON: " + e.getMessage(),
          e);
    }
  }

  /** The value with a slot for every string that names one: {@code "?name"}. */
  private static BsonValue marked(BsonValue value) {
    if (value instanceof BsonDocument document) {
      document.replaceAll((name, field) -> marked(field));
    } else if (value instanceof BsonArray array) {
      array.replaceAll(CommandRenderer::marked);
    } else if (value instanceof BsonString string && string.getValue().startsWith("?")) {
      return SlotMarker.value(string.getValue().substring(1));
    }
    return value;
  }

  /** An index's key document, ascending. */
  public static BsonDocument key(Index index, DocumentFields fields) {
    BsonDocument key = new BsonDocument();
    index.columns().forEach(column -> key.append(fields.name(column), new BsonInt32(1)));
    return key;
  }

  /**
   * Creates a table's secondary indexes; they get the names that every MongoDB tool gives: {@code
   * k_1}.
   */
  public static BsonDocument createIndexes(Table table) {
    DocumentFields fields = new DocumentFields(table);
    BsonArray indexes = new BsonArray();
    for (Index index : table.indexes()) {
      BsonDocument key = key(index, fields);
      BsonDocument definition =
          new BsonDocument("key", key)
              .append("name", new BsonString(String.join("_1_", key.keySet()) + "_1"));
      if (index.unique()) {
        definition.append("unique", BsonBoolean.TRUE);
      }
      indexes.add(definition);
    }
    return new BsonDocument("createIndexes", new BsonString(table.name()))
        .append("indexes", indexes);
  }
}
