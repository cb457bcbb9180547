package io.stallmark.mongo.command;

import io.stallmark.model.Assignment;
import io.stallmark.model.Column;
import io.stallmark.model.Op;
import io.stallmark.model.Predicate;
import io.stallmark.model.Table;
import io.stallmark.model.Value;
import io.stallmark.spi.Capability;
import io.stallmark.text.RefusedException;
import java.util.List;
import java.util.Locale;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Renders inserts, updates and deletes. The array of statements is the last field, as in the
 * driver's commands. Changes are update operators ({@code $set}, {@code $inc}) where they suffice,
 * otherwise an aggregation pipeline with one {@code $set} stage.
 */
final class WriteRenderer {

  private final Table table;
  private final DocumentFields fields;

  WriteRenderer(Table table) {
    this.table = table;
    fields = new DocumentFields(table);
  }

  MongoCommand insert(Op.Insert insert) {
    if (!insert.onConflict().isEmpty()) {
      List<Predicate> key =
          fields.identity().stream()
              .<Predicate>map(c -> new Predicate.Equal(c, given(insert, c)))
              .toList();
      return change(insert, new Predicate.AllOf(key), upsert(insert));
    }
    if (fields.isWhole()) {
      BsonSlot slot = BsonSlot.value(((Value.Slot) insert.values().get(0)).param());
      return write("insert", isOrdered(insert), "documents", slot);
    }
    BsonDocument document = new BsonDocument();
    List<String> parts = fields.key().parts();
    if (!parts.isEmpty()) {
      List<Value> values = parts.stream().map(part -> given(insert, part)).toList();
      document.append(DocumentFields.ID, fields.key().compose(values));
    }
    for (Column column : table.columns()) {
      document.append(fields.name(column.name()), fresh(insert, column));
    }
    return write("insert", isOrdered(insert), "documents", document);
  }

  private static boolean isOrdered(Op.Insert insert) {
    return switch (insert.form()) {
      case PLAIN -> true;
      case UNORDERED -> false;
      default ->
          throw new RefusedException(
              "mongo does not know an insert of the form "
                  + insert.form().name().toLowerCase(Locale.ROOT));
    };
  }

  MongoCommand update(Op.Update update) {
    for (Assignment assignment : update.assignments()) {
      if (fields.key().contains(assignment.column())) {
        throw new RefusedException(update.name() + " changes the primary key: _id is fixed");
      }
    }
    if (update.assignments().stream().noneMatch(Assignment.SubtractFloored.class::isInstance)) {
      return change(update, update.where(), operators(update.assignments()));
    }
    BsonDocument set = new BsonDocument();
    update.assignments().forEach(a -> set.append(fields.name(a.column()), changed(a)));
    return change(update, update.where(), pipeline(set));
  }

  MongoCommand delete(Op.Delete delete) {
    if (delete.firstBy() != null) {
      throw new RefusedException(
          delete.name() + ": MongoDB has no " + Capability.DELETE_FIRST.label());
    }
    int limit = FilterRenderer.isOneDocument(delete.where(), fields) ? 1 : 0;
    BsonDocument statement =
        new BsonDocument("q", FilterRenderer.of(delete.where(), fields))
            .append("limit", new BsonInt32(limit));
    return write("delete", true, "deletes", statement);
  }

  private MongoCommand write(String name, boolean ordered, String field, BsonValue statement) {
    return MongoCommand.of(
        new BsonDocument(name, new BsonString(table.name()))
            .append("ordered", BsonBoolean.valueOf(ordered))
            .append(field, new BsonArray(List.of(statement))));
  }

  /** Renders an update or upsert, as findOneAndUpdate if it returns the document before it. */
  private MongoCommand change(Op op, Predicate where, BsonValue change) {
    BsonDocument filter = FilterRenderer.of(where, fields);
    boolean one = FilterRenderer.isOneDocument(where, fields);
    if (op.replaced().isEmpty()) {
      BsonDocument statement = new BsonDocument("q", filter).append("u", change);
      if (op instanceof Op.Insert) {
        statement.append("upsert", BsonBoolean.TRUE);
      } else if (!one) {
        statement.append("multi", BsonBoolean.TRUE);
      }
      return write("update", true, "updates", fields.hinted(statement, where));
    }
    if (!one) {
      throw new RefusedException(op.name() + " can replace several documents");
    }
    BsonDocument command =
        new BsonDocument("findAndModify", new BsonString(table.name()))
            .append("query", filter)
            .append("fields", fields.projection(op.replaced()))
            .append("new", BsonBoolean.FALSE);
    if (op instanceof Op.Insert) {
      command.append("upsert", BsonBoolean.TRUE);
    }
    return new MongoCommand(
        fields.hinted(command.append("update", change), where), fields.results(op.replaced()));
  }

  private BsonDocument operators(List<Assignment> assignments) {
    BsonDocument set = new BsonDocument();
    BsonDocument inc = new BsonDocument();
    for (Assignment assignment : assignments) {
      String column = assignment.column();
      if (assignment instanceof Assignment.Set to) {
        set.append(fields.name(column), fields.value(column, to.value()));
      } else if (assignment instanceof Assignment.Add add) {
        inc.append(fields.name(column), fields.value(column, add.value()));
      }
    }
    BsonDocument change = new BsonDocument();
    if (!set.isEmpty()) {
      change.append("$set", set);
    }
    if (!inc.isEmpty()) {
      change.append("$inc", inc);
    }
    return change;
  }

  /** Returns the changes of an upsert, for an existing and for a new document. */
  private BsonValue upsert(Op.Insert insert) {
    BsonDocument set = new BsonDocument();
    BsonDocument onInsert = new BsonDocument();
    boolean simple = true;
    for (Column column : table.columns()) {
      String name = column.name();
      if (fields.identity().contains(name) && fields.key().parts().isEmpty()) {
        continue; // the server copies the query's values into a new document
      }
      BsonValue fresh = fresh(insert, column);
      Assignment assignment =
          insert.onConflict().stream()
              .filter(a -> a.column().equals(name))
              .findFirst()
              .orElse(null);
      if (assignment == null) {
        onInsert.append(fields.name(name), fresh);
      } else {
        simple &= isFresh(assignment, fresh);
      }
      set.append(fields.name(name), either(name, fresh, assignment));
    }
    if (!simple) {
      return pipeline(set);
    }
    BsonDocument change = operators(insert.onConflict());
    return onInsert.isEmpty() ? change : change.append("$setOnInsert", onInsert);
  }

  /** Whether the update operator gives a new document the same value as the insert. */
  private boolean isFresh(Assignment assignment, BsonValue fresh) {
    if (assignment instanceof Assignment.Set set) {
      return fields.value(set.column(), set.value()).equals(fresh);
    }
    // $inc treats a missing field as 0.
    return assignment instanceof Assignment.Add add
        && fields.value(add.column(), add.value()).equals(fresh);
  }

  private BsonValue fresh(Op.Insert insert, Column column) {
    return insert.columns().contains(column.name())
        ? fields.value(column.name(), given(insert, column.name()))
        : fields.fill(column);
  }

  private static Value given(Op.Insert insert, String column) {
    int given = insert.columns().indexOf(column);
    if (given < 0) {
      throw new RefusedException(insert.name() + " must name column " + column);
    }
    return insert.values().get(given);
  }

  /**
   * Returns an expression for the field's value: the insert's value in a new document, the changed
   * value in an existing one. The field is missing in a new document.
   */
  private BsonValue either(String column, BsonValue fresh, @Nullable Assignment assignment) {
    BsonValue first = literal(column, fresh);
    if (assignment == null && !table.column(column).isNullable()) {
      return call("$ifNull", field(column), first);
    }
    BsonValue changed = assignment == null ? field(column) : changed(assignment);
    if (changed.equals(first)) {
      return first;
    }
    BsonValue type = new BsonDocument("$type", field(column));
    return call("$cond", call("$eq", type, new BsonString("missing")), first, changed);
  }

  /** Returns the column's new value as an expression. */
  private BsonValue changed(Assignment assignment) {
    String column = assignment.column();
    if (assignment instanceof Assignment.Set set) {
      return literal(column, fields.value(column, set.value()));
    } else if (assignment instanceof Assignment.Add add) {
      return call("$add", field(column), fields.value(column, add.value()));
    }
    BsonValue by = fields.type(column).literal(((Assignment.SubtractFloored) assignment).by());
    BsonValue less = call("$subtract", field(column), by);
    return call("$cond", call("$gt", field(column), by), less, fields.type(column).literal(0));
  }

  /**
   * Returns the value as an expression. A text is quoted, because one that starts with a dollar
   * sign would be a field path.
   */
  private BsonValue literal(String column, BsonValue value) {
    return fields.type(column).isText() ? new BsonDocument("$literal", value) : value;
  }

  private BsonString field(String column) {
    return new BsonString("$" + fields.name(column));
  }

  private static BsonDocument call(String name, BsonValue... operands) {
    return new BsonDocument(name, new BsonArray(List.of(operands)));
  }

  private static BsonArray pipeline(BsonDocument set) {
    return new BsonArray(List.of(new BsonDocument("$set", set)));
  }
}
