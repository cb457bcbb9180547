package io.stallmark.mongo.command;

import io.stallmark.model.Assignment;
import io.stallmark.model.Column;
import io.stallmark.model.Op;
import io.stallmark.model.Predicate;
import io.stallmark.model.Table;
import io.stallmark.model.Value;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Renders the changes of an update: update operators ({@code $set}, {@code $inc}) where they
 * suffice, otherwise an aggregation pipeline with one {@code $set} stage.
 */
final class UpdateRenderer {

  private final Table table;
  private final DocumentFields fields;

  UpdateRenderer(Table table) {
    this.table = table;
    fields = new DocumentFields(table);
  }

  BsonValue update(String name, List<Assignment> assignments) {
    for (Assignment assignment : assignments) {
      if (fields.key().contains(assignment.column())) {
        throw new IllegalArgumentException(name + " changes the primary key: _id is fixed");
      }
    }
    if (assignments.stream().noneMatch(Assignment.SubtractFloored.class::isInstance)) {
      return operators(assignments);
    }
    BsonDocument set = new BsonDocument();
    assignments.forEach(a -> set.append(fields.name(a.column()), changed(a)));
    return pipeline(set);
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

  /** Returns the condition that selects the document with the same key. */
  Predicate identity(Op.Insert insert) {
    List<Predicate> parts = new ArrayList<>();
    fields.identity().forEach(c -> parts.add(new Predicate.Equal(c, given(insert, c))));
    return new Predicate.AllOf(parts);
  }

  /** Returns the changes of an upsert, for an existing and for a new document. */
  BsonValue upsert(Op.Insert insert) {
    BsonDocument set = new BsonDocument();
    BsonDocument onInsert = new BsonDocument();
    boolean simple = true;
    for (Column column : table.columns()) {
      String name = column.name();
      if (isInQuery(name)) {
        continue;
      }
      BsonValue fresh = fresh(insert, column);
      Assignment assignment = assignment(insert, name);
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

  /**
   * Whether the column is in the query: the server copies the query's values into a new document.
   */
  private boolean isInQuery(String column) {
    return fields.identity().contains(column) && fields.key().parts().isEmpty();
  }

  private BsonValue fresh(Op.Insert insert, Column column) {
    return insert.columns().contains(column.name())
        ? fields.value(column.name(), given(insert, column.name()))
        : fields.fill(column);
  }

  private static Value given(Op.Insert insert, String column) {
    int given = insert.columns().indexOf(column);
    if (given < 0) {
      throw new IllegalArgumentException(insert.name() + " must name column " + column);
    }
    return insert.values().get(given);
  }

  private static @Nullable Assignment assignment(Op.Insert insert, String column) {
    return insert.onConflict().stream()
        .filter(a -> a.column().equals(column))
        .findFirst()
        .orElse(null);
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
    BsonValue by =
        fields.value(column, Value.literal(((Assignment.SubtractFloored) assignment).by()));
    BsonValue zero = fields.value(column, Value.literal(0));
    BsonValue less = call("$subtract", field(column), by);
    return call("$cond", call("$gt", field(column), by), less, zero);
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
