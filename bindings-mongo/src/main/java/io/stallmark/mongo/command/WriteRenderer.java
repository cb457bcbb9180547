package io.stallmark.mongo.command;

import io.stallmark.model.Column;
import io.stallmark.model.Op;
import io.stallmark.model.Table;
import io.stallmark.model.Value;
import java.util.List;
import java.util.Locale;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * Renders inserts, updates and deletes. The array of statements is the last field, as in the
 * driver's commands.
 */
final class WriteRenderer {

  private WriteRenderer() {}

  static MongoCommand insert(Op.Insert insert) {
    return insert.onConflict().isEmpty() ? plainInsert(insert) : upsert(insert);
  }

  private static MongoCommand upsert(Op.Insert insert) {
    UpdateRenderer changes = new UpdateRenderer(insert.table());
    BsonDocument statement =
        new BsonDocument("q", changes.identity(insert))
            .append("u", changes.upsert(insert))
            .append("upsert", BsonBoolean.TRUE);
    return write("update", insert.table(), "updates", statement);
  }

  private static MongoCommand plainInsert(Op.Insert insert) {
    Table table = insert.table();
    DocumentFields fields = new DocumentFields(table);
    BsonDocument document = new BsonDocument();
    List<String> parts = fields.key().parts();
    if (!parts.isEmpty()) {
      List<Value> values = parts.stream().map(part -> given(insert, part)).toList();
      document.append(DocumentFields.ID, fields.key().compose(values));
    }
    for (Column column : table.columns()) {
      int given = insert.columns().indexOf(column.name());
      document.append(
          fields.name(column.name()),
          given < 0
              ? fields.fill(column)
              : fields.value(column.name(), insert.values().get(given)));
    }
    return MongoCommand.of(
        new BsonDocument("insert", new BsonString(table.name()))
            .append("ordered", BsonBoolean.valueOf(isOrdered(insert)))
            .append("documents", new BsonArray(List.of(document))));
  }

  private static boolean isOrdered(Op.Insert insert) {
    return switch (insert.form()) {
      case PLAIN -> true;
      case UNORDERED -> false;
      default ->
          throw new IllegalArgumentException(
              "mongo does not know an insert of the form "
                  + insert.form().name().toLowerCase(Locale.ROOT));
    };
  }

  private static Value given(Op.Insert insert, String column) {
    int given = insert.columns().indexOf(column);
    if (given < 0) {
      throw new IllegalArgumentException(
          "An insert into " + insert.table().name() + " must name column " + column);
    }
    return insert.values().get(given);
  }

  static MongoCommand update(Op.Update update) {
    DocumentFields fields = new DocumentFields(update.table());
    BsonValue change =
        new UpdateRenderer(update.table()).update(update.name(), update.assignments());
    BsonDocument statement =
        new BsonDocument("q", FilterRenderer.of(update.where(), fields)).append("u", change);
    if (!FilterRenderer.isOneDocument(update.where(), fields)) {
      statement.append("multi", BsonBoolean.TRUE);
    }
    return write("update", update.table(), "updates", statement);
  }

  static MongoCommand delete(Op.Delete delete) {
    DocumentFields fields = new DocumentFields(delete.table());
    int limit = FilterRenderer.isOneDocument(delete.where(), fields) ? 1 : 0;
    BsonDocument statement =
        new BsonDocument("q", FilterRenderer.of(delete.where(), fields))
            .append("limit", new BsonInt32(limit));
    return write("delete", delete.table(), "deletes", statement);
  }

  private static MongoCommand write(
      String name, Table table, String field, BsonDocument statement) {
    return MongoCommand.of(
        new BsonDocument(name, new BsonString(table.name()))
            .append("ordered", BsonBoolean.TRUE)
            .append(field, new BsonArray(List.of(statement))));
  }
}
