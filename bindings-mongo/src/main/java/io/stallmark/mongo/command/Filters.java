package io.stallmark.mongo.command;

import io.stallmark.model.Predicate;
import io.stallmark.model.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Renders predicates as query documents. */
final class Filters {

  private Filters() {}

  static BsonDocument of(Predicate predicate, Fields fields) {
    List<Predicate> parts = new ArrayList<>(parts(predicate));
    BsonDocument filter = new BsonDocument();
    BsonValue id = takeId(parts, fields);
    if (id != null) {
      filter.append(Fields.ID, id);
    }
    return rest(filter, parts, fields);
  }

  /** By the columns as they are, for an index over them to serve. */
  static BsonDocument ofColumns(Predicate predicate, Fields fields) {
    return rest(new BsonDocument(), parts(predicate), fields);
  }

  private static BsonDocument rest(BsonDocument filter, List<Predicate> parts, Fields fields) {
    for (Predicate part : parts) {
      one(part, fields).forEach((name, condition) -> put(filter, name, condition));
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

  /**
   * What an {@code _id} of several columns must be where the first of them are fixed: a value, or a
   * range of them. Takes out of the predicates those that it stands for.
   */
  private static @Nullable BsonValue takeId(List<Predicate> parts, Fields fields) {
    List<String> columns = fields.parts();
    List<Value> fixed = new ArrayList<>();
    for (String column : columns) {
      Predicate.Equal equal = find(parts, Predicate.Equal.class, column);
      if (equal == null) {
        break;
      }
      parts.remove(equal);
      fixed.add(equal.value());
    }
    if (fixed.size() == columns.size()) {
      return fixed.isEmpty() ? null : fields.id(fixed);
    }
    Predicate.Between range = find(parts, Predicate.Between.class, columns.get(fixed.size()));
    Predicate.In in = find(parts, Predicate.In.class, columns.get(fixed.size()));
    if (in != null && fields.isBytes() && fixed.size() == columns.size() - 1) {
      parts.remove(in);
      return new BsonDocument("$in", ids(fixed, in.values(), fields));
    }
    if (fixed.isEmpty() && (range == null || fields.isPaired())) {
      return null;
    }
    if (range != null) {
      parts.remove(range);
    }
    return range(fixed, range, fields);
  }

  /** The last part takes these values in turn. */
  private static BsonValue ids(List<Value> fixed, List<Value> last, Fields fields) {
    BsonArray ids = new BsonArray();
    for (Value value : last) {
      List<Value> parts = new ArrayList<>(fixed);
      parts.add(value);
      ids.add(fields.id(parts));
    }
    return isEach(last) ? ids.get(0) : ids;
  }

  private static boolean isEach(List<Value> values) {
    return values.size() == 1 && values.get(0) instanceof Value.Each;
  }

  private static BsonValue range(
      List<Value> fixed, Predicate.@Nullable Between range, Fields fields) {
    List<Value> low = new ArrayList<>(fixed);
    List<Value> high = new ArrayList<>(fixed);
    if (range != null) {
      low.add(range.low());
      high.add(range.high());
    }
    long greatest = fields.isPaired() ? 0xFFFF_FFFFL : Long.MAX_VALUE;
    while (low.size() < fields.parts().size()) {
      low.add(Value.literal(0));
      high.add(Value.literal(greatest));
    }
    return new BsonDocument("$gte", fields.id(low)).append("$lte", fields.id(high));
  }

  private static <P extends Predicate> @Nullable P find(
      List<Predicate> parts, Class<P> kind, String column) {
    for (Predicate part : parts) {
      if (kind.isInstance(part) && column(part).equals(column)) {
        return kind.cast(part);
      }
    }
    return null;
  }

  private static String column(Predicate part) {
    if (part instanceof Predicate.Equal equal) {
      return equal.column();
    } else if (part instanceof Predicate.Between between) {
      return between.column();
    }
    return part instanceof Predicate.In in ? in.column() : "";
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
      if (isEach(in.values()) && in.values().get(0) instanceof Value.Each each) {
        BsonValue list = Slot.each(List.of(each.param()));
        return new BsonDocument(fields.name(in.column()), new BsonDocument("$in", list));
      }
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
    return fields.areUnique(fixed(predicate));
  }

  private static Set<String> fixed(Predicate predicate) {
    return parts(predicate).stream()
        .filter(Predicate.Equal.class::isInstance)
        .map(Filters::column)
        .collect(Collectors.toSet());
  }

  /** The field to sort by: {@code _id} sorts by its first part that is not fixed. */
  static String sortField(String column, Predicate where, Fields fields) {
    int place = fields.parts().indexOf(column);
    boolean sorts =
        place >= (fields.isPaired() ? 1 : 0)
            && fixed(where).containsAll(fields.parts().subList(0, place));
    return sorts ? Fields.ID : fields.name(column);
  }
}
