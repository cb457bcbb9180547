package io.stallmark.mongo.command;

import io.stallmark.model.Column;
import io.stallmark.model.Op;
import io.stallmark.model.Predicate;
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
    DocumentFields fields = new DocumentFields(insert.table());
    UpdateRenderer changes = new UpdateRenderer(insert.table());
    Predicate where = changes.identity(insert);
    BsonDocument filter = FilterRenderer.of(where, fields);
    BsonValue change = changes.upsert(insert);
    if (!insert.replaced().isEmpty()) {
      return findAndModify(insert, insert.table(), filter, change, where);
    }
    BsonDocument statement =
        new BsonDocument("q", filter).append("u", change).append("upsert", BsonBoolean.TRUE);
    return write("update", insert.table(), "updates", fields.hinted(statement, where));
  }

  /** Renders a change that returns the document before it, as findOneAndUpdate does. */
  private static MongoCommand findAndModify(
      Op op, Table table, BsonDocument filter, BsonValue change, Predicate where) {
    DocumentFields fields = new DocumentFields(table);
    BsonDocument command =
        new BsonDocument("findAndModify", new BsonString(table.name()))
            .append("query", filter)
            .append("fields", fields.projection(op.replaced()))
            .append("new", BsonBoolean.FALSE);
    if (op instanceof Op.Insert) {
      command.append("upsert", BsonBoolean.TRUE);
    }
    List<ResultField> results =
        op.replaced().stream().map(name -> ResultField.of(name, fields)).toList();
    return new MongoCommand(fields.hinted(command.append("update", change), where), results);
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
    BsonDocument filter = FilterRenderer.of(update.where(), fields);
    boolean one = FilterRenderer.isOneDocument(update.where(), fields);
    if (!update.replaced().isEmpty()) {
      if (!one) {
        throw new IllegalArgumentException(update.name() + " can replace several documents");
      }
      return findAndModify(update, update.table(), filter, change, update.where());
    }
    BsonDocument statement = new BsonDocument("q", filter).append("u", change);
    if (!one) {
      statement.append("multi", BsonBoolean.TRUE);
    }
    return write("update", update.table(), "updates", fields.hinted(statement, update.where()));
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
