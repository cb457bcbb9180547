package io.stallmark.mongo.command;

import io.stallmark.model.Predicate;
import org.bson.BsonArray;
import org.bson.BsonDocument;

/** Renders predicates as query documents. */
final class Filters {

  private Filters() {}

  static BsonDocument of(Predicate predicate, Fields fields) {
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
    return new BsonDocument(); // Predicate.All
  }

  /** Whether at most one document can match. */
  static boolean isOneDocument(Predicate predicate, Fields fields) {
    return predicate instanceof Predicate.Equal equal && fields.isKey(equal.column());
  }
}
