package io.stallmark.mongo.command;

import io.stallmark.model.Predicate;
import io.stallmark.model.Value;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Renders predicates as query documents. */
final class Filters {

  private static final Value LEAST = Value.literal(0);
  private static final Value GREATEST = Value.literal(0xFFFF_FFFFL);

  private Filters() {}

  static BsonDocument of(Predicate predicate, Fields fields) {
    List<Predicate> parts = parts(predicate);
    BsonDocument filter = new BsonDocument();
    Predicate.Equal first = onFirst(parts, fields);
    Predicate second = first == null ? null : onSecond(parts, fields);
    if (first != null) {
      filter.append(Fields.ID, id(first.value(), second, fields));
    }
    for (Predicate part : parts) {
      if (part != first && part != second) {
        one(part, fields).forEach((name, condition) -> put(filter, name, condition));
      }
    }
    return filter;
  }

  private static List<Predicate> parts(Predicate predicate) {
    return predicate instanceof Predicate.AllOf all ? all.predicates() : List.of(predicate);
  }

  private static void put(BsonDocument filter, String name, BsonValue condition) {
    if (filter.put(name, condition) != null) {
      throw new IllegalArgumentException("Two conditions on " + name);
    }
  }

  private static Predicate.@Nullable Equal onFirst(List<Predicate> parts, Fields fields) {
    for (Predicate part : parts) {
      if (fields.isPaired()
          && part instanceof Predicate.Equal equal
          && equal.column().equals(fields.first())) {
        return equal;
      }
    }
    return null;
  }

  private static @Nullable Predicate onSecond(List<Predicate> parts, Fields fields) {
    for (Predicate part : parts) {
      if ((part instanceof Predicate.Equal equal && equal.column().equals(fields.second()))
          || (part instanceof Predicate.Between between
              && between.column().equals(fields.second()))) {
        return part;
      }
    }
    return null;
  }

  /** What a paired key must be when its first column is fixed: a number or a range of them. */
  private static BsonValue id(Value first, @Nullable Predicate second, Fields fields) {
    if (second instanceof Predicate.Equal equal) {
      return fields.pair(first, equal.value());
    }
    Predicate.Between range =
        second instanceof Predicate.Between between
            ? between
            : new Predicate.Between(fields.second(), LEAST, GREATEST);
    return new BsonDocument("$gte", fields.pair(first, range.low()))
        .append("$lte", fields.pair(first, range.high()));
  }

  private static BsonDocument one(Predicate predicate, Fields fields) {
    if (predicate instanceof Predicate.Equal equal) {
      return new BsonDocument(
          fields.name(equal.column()), fields.value(equal.column(), equal.value()));
    }
    if (predicate instanceof Predicate.Between between) {
      String column = between.column();
      return new BsonDocument(
          fields.name(column),
          new BsonDocument("$gte", fields.value(column, between.low()))
              .append("$lte", fields.value(column, between.high())));
    }
    if (predicate instanceof Predicate.In in) {
      BsonArray values = new BsonArray();
      in.values().forEach(value -> values.add(fields.value(in.column(), value)));
      return new BsonDocument(fields.name(in.column()), new BsonDocument("$in", values));
    }
    if (predicate instanceof Predicate.AnyOf any) {
      BsonArray alternatives = new BsonArray();
      any.predicates().forEach(p -> alternatives.add(of(p, fields)));
      return new BsonDocument("$or", alternatives);
    }
    if (predicate instanceof Predicate.AllOf all) {
      return of(all, fields);
    }
    return new BsonDocument(); // Predicate.All
  }

  /** Whether at most one document can match. */
  static boolean isOneDocument(Predicate predicate, Fields fields) {
    if (fields.isPaired()) {
      BsonValue id = of(predicate, fields).get(Fields.ID);
      return id != null && !id.isDocument();
    }
    return predicate instanceof Predicate.Equal equal && fields.isKey(equal.column());
  }

  /** The field to sort by: a paired key sorts by its second column where the first is fixed. */
  static String sortField(String column, Predicate where, Fields fields) {
    return fields.isPaired()
            && column.equals(fields.second())
            && onFirst(parts(where), fields) != null
        ? Fields.ID
        : fields.name(column);
  }
}
