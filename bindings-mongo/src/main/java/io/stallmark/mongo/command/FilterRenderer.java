package io.stallmark.mongo.command;

import io.stallmark.model.Predicate;
import io.stallmark.model.Value;
import io.stallmark.text.RefusedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Renders predicates as query documents. */
final class FilterRenderer {

  private FilterRenderer() {}

  static BsonDocument of(Predicate predicate, DocumentFields fields) {
    List<Predicate> parts = new ArrayList<>(parts(predicate));
    BsonDocument filter = new BsonDocument();
    BsonValue id = fields.key().takeCondition(parts);
    if (id != null) {
      filter.append(DocumentFields.ID, id);
    }
    return rest(filter, parts, fields);
  }

  /**
   * Renders the predicate on the columns and not on a composed {@code _id}, so that an index on the
   * columns can be used.
   */
  static BsonDocument ofColumns(Predicate predicate, DocumentFields fields) {
    return rest(new BsonDocument(), parts(predicate), fields);
  }

  private static BsonDocument rest(
      BsonDocument filter, List<Predicate> parts, DocumentFields fields) {
    for (Predicate part : parts) {
      one(part, fields).forEach((name, condition) -> put(filter, name, condition));
    }
    return filter;
  }

  private static List<Predicate> parts(Predicate predicate) {
    return predicate instanceof Predicate.AllOf all ? all.predicates() : List.of(predicate);
  }

  /** Adds a condition; combines two bounds of one field into one condition. */
  private static void put(BsonDocument filter, String name, BsonValue condition) {
    BsonValue other = filter.put(name, condition);
    if (other == null) {
      return;
    }
    if (!(other instanceof BsonDocument first)
        || !(condition instanceof BsonDocument second)
        || second.keySet().stream().anyMatch(first::containsKey)) {
      throw new RefusedException("Two conditions on " + name);
    }
    BsonDocument both = first.clone();
    both.putAll(second);
    filter.put(name, both);
  }

  /** Whether the values are those of a list parameter. */
  static boolean isEach(List<Value> values) {
    return values.size() == 1 && values.get(0) instanceof Value.Each;
  }

  /** Column of a condition on one column; empty: the condition is on several columns. */
  static String column(Predicate part) {
    if (part instanceof Predicate.Equal equal) {
      return equal.column();
    } else if (part instanceof Predicate.Between between) {
      return between.column();
    } else if (part instanceof Predicate.AtLeast least) {
      return least.column();
    } else if (part instanceof Predicate.AtMost most) {
      return most.column();
    }
    return part instanceof Predicate.In in ? in.column() : "";
  }

  private static BsonDocument one(Predicate predicate, DocumentFields fields) {
    if (predicate instanceof Predicate.AnyOf any) {
      BsonArray alternatives = new BsonArray();
      any.predicates().forEach(p -> alternatives.add(of(p, fields)));
      return new BsonDocument("$or", alternatives);
    }
    if (predicate instanceof Predicate.AllOf all) {
      return of(all, fields);
    }
    if (predicate instanceof Predicate.All) {
      return new BsonDocument();
    }
    return new BsonDocument(fields.name(column(predicate)), condition(predicate, fields));
  }

  /** Renders the condition on the field of one column. */
  private static BsonValue condition(Predicate predicate, DocumentFields fields) {
    String column = column(predicate);
    if (predicate instanceof Predicate.Equal equal) {
      return fields.value(column, equal.value());
    } else if (predicate instanceof Predicate.AtLeast least) {
      return new BsonDocument("$gte", fields.value(column, least.value()));
    } else if (predicate instanceof Predicate.AtMost most) {
      return new BsonDocument("$lte", fields.value(column, most.value()));
    } else if (predicate instanceof Predicate.Between between) {
      return new BsonDocument("$gte", fields.value(column, between.low()))
          .append("$lte", fields.value(column, between.high()));
    }
    List<Value> values = ((Predicate.In) predicate).values();
    return new BsonDocument(
        "$in",
        isEach(values)
            ? BsonSlot.key(values)
            : new BsonArray(values.stream().map(value -> fields.value(column, value)).toList()));
  }

  /** Whether at most one document can match. */
  static boolean isOneDocument(Predicate predicate, DocumentFields fields) {
    return fields.areUnique(fixed(predicate, Predicate.Equal.class));
  }

  /** Columns of the conditions of these kinds, all of which must be true. */
  static Set<String> fixed(Predicate predicate, Class<?>... kinds) {
    return parts(predicate).stream()
        .filter(part -> List.of(kinds).contains(part.getClass()))
        .map(FilterRenderer::column)
        .collect(Collectors.toSet());
  }

  /** Returns the field to sort by. */
  static String sortField(String column, Predicate where, DocumentFields fields) {
    return fields.key().sortsBy(column, fixed(where, Predicate.Equal.class))
        ? DocumentFields.ID
        : fields.name(column);
  }
}
