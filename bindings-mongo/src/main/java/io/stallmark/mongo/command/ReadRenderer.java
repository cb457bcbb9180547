package io.stallmark.mongo.command;

import io.stallmark.model.Aggregate;
import io.stallmark.model.Index;
import io.stallmark.model.Op;
import io.stallmark.model.Order;
import io.stallmark.model.Select;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;

/** Renders reads as find, distinct or aggregate commands. */
final class ReadRenderer {

  private static final BsonInt32 NO = new BsonInt32(0);
  private static final BsonInt32 YES = new BsonInt32(1);

  private ReadRenderer() {}

  static MongoCommand read(Op.Read read) {
    DocumentFields fields = new DocumentFields(read.table());
    BsonDocument filter =
        isByIndex(read, fields)
            ? FilterRenderer.ofColumns(read.where(), fields)
            : FilterRenderer.of(read.where(), fields);
    Select select = read.select();
    if (select instanceof Select.Columns columns) {
      return find(read, columns, filter, fields);
    }
    if (read.limit() > 0) {
      throw new IllegalArgumentException(read.name() + " limits a sum, a count or a distinct");
    }
    if (select instanceof Select.Distinct distinct) {
      if (read.index() != null) {
        // Only MongoDB 7.1 and later support a hint here.
        throw new IllegalArgumentException(read.name() + ": MongoDB's distinct takes no index");
      }
      return MongoCommand.of(
          new BsonDocument("distinct", new BsonString(read.table().name()))
              .append("key", new BsonString(fields.name(distinct.column())))
              .append("query", filter));
    }
    if (select instanceof Select.Sum sum) {
      return sum(read, fields.name(sum.column()), filter, fields);
    }
    if (select instanceof Select.Aggregates aggregates) {
      return aggregates(read, aggregates.figures(), filter, fields);
    }
    if (select instanceof Select.Buckets buckets) {
      return buckets(read, buckets, filter, fields);
    }
    return count(read, filter, fields);
  }

  private static List<ResultField> computed(List<String> names) {
    return names.stream().map(ResultField::computed).toList();
  }

  /** Whether the read uses an index on the columns that {@code _id} is composed of. */
  private static boolean isByIndex(Op.Read read, DocumentFields fields) {
    return read.index() != null && fields.hasBytesId();
  }

  private static MongoCommand aggregates(
      Op.Read read, List<Aggregate> figures, BsonDocument filter, DocumentFields fields) {
    BsonDocument group = new BsonDocument(DocumentFields.ID, BsonNull.VALUE);
    List<String> names = figures(group, figures, fields);
    BsonArray pipeline =
        new BsonArray(
            List.of(new BsonDocument("$match", filter), new BsonDocument("$group", group)));
    return new MongoCommand(aggregate(read, pipeline, fields), computed(names));
  }

  private static MongoCommand buckets(
      Op.Read read, Select.Buckets buckets, BsonDocument filter, DocumentFields fields) {
    BsonValue value = number(buckets.column(), fields);
    BsonValue rest =
        new BsonDocument("$mod", new BsonArray(List.of(value, new BsonInt64(buckets.width()))));
    BsonDocument start = new BsonDocument("$subtract", new BsonArray(List.of(value, rest)));
    BsonDocument group = new BsonDocument(DocumentFields.ID, start);
    List<String> names = new ArrayList<>(List.of(DocumentFields.ID));
    names.addAll(figures(group, buckets.figures(), fields));
    BsonArray pipeline =
        new BsonArray(
            List.of(
                new BsonDocument("$match", filter),
                new BsonDocument("$group", group),
                new BsonDocument("$sort", new BsonDocument(DocumentFields.ID, YES))));
    return new MongoCommand(aggregate(read, pipeline, fields), computed(names));
  }

  /** Adds the aggregates to a group stage. Returns their field names. */
  private static List<String> figures(
      BsonDocument group, List<Aggregate> figures, DocumentFields fields) {
    List<String> names = new ArrayList<>();
    for (Aggregate figure : figures) {
      String name = figure.function().name().toLowerCase(Locale.ROOT) + "_" + figure.column();
      BsonValue value = number(figure.column(), fields);
      group.append(
          name,
          switch (figure.function()) {
            case COUNT -> new BsonDocument("$sum", YES);
            case MIN -> new BsonDocument("$min", value);
            case MAX -> new BsonDocument("$max", value);
            case SUM -> new BsonDocument("$sum", value);
            case AVERAGE -> new BsonDocument("$avg", value);
          });
      names.add(name);
    }
    return names;
  }

  /** Returns a column as an expression; a date as seconds since 1970. */
  private static BsonValue number(String column, DocumentFields fields) {
    BsonString field = new BsonString("$" + fields.name(column));
    return fields.isDate(column)
        ? new BsonDocument(
            "$divide",
            new BsonArray(List.of(new BsonDocument("$toLong", field), new BsonInt64(1000))))
        : field;
  }

  private static MongoCommand find(
      Op.Read read, Select.Columns columns, BsonDocument filter, DocumentFields fields) {
    BsonDocument find =
        new BsonDocument("find", new BsonString(read.table().name())).append("filter", filter);
    if (!read.orderBy().isEmpty()) {
      BsonDocument sort = new BsonDocument();
      for (Order order : read.orderBy()) {
        sort.append(
            isByIndex(read, fields)
                ? order.column()
                : FilterRenderer.sortField(order.column(), read.where(), fields),
            new BsonInt32(order.descending() ? -1 : 1));
      }
      find.append("sort", sort);
    }
    if (read.skip() > 0) {
      find.append("skip", new BsonInt64(read.skip()));
    }
    if (!columns.whole()) {
      find.append("projection", fields.projection(columns.names()));
    }
    boolean one = read.limit() == 1 || FilterRenderer.isOneDocument(read.where(), fields);
    if (one) {
      // As FindIterable.first() sends it: no cursor remains open.
      find.append("limit", YES).append("singleBatch", BsonBoolean.TRUE);
    } else if (read.limit() > 0) {
      find.append("limit", new BsonInt32(Math.toIntExact(read.limit())));
    }
    List<ResultField> results =
        columns.names().stream()
            .map(
                name ->
                    columns.whole()
                        ? ResultField.ofKey(name, fields)
                        : ResultField.of(name, fields))
            .toList();
    return new MongoCommand(
        hinted(find, read, fields), results, false, columns.whole() ? fields : null);
  }

  private static MongoCommand sum(
      Op.Read read, String field, BsonDocument filter, DocumentFields fields) {
    BsonDocument group =
        new BsonDocument(DocumentFields.ID, BsonNull.VALUE)
            .append("sum", new BsonDocument("$sum", new BsonString("$" + field)));
    BsonDocument project = new BsonDocument(field, YES).append(DocumentFields.ID, NO);
    if (field.equals(DocumentFields.ID)) {
      project = new BsonDocument(DocumentFields.ID, YES);
    }
    BsonArray pipeline =
        new BsonArray(
            List.of(
                new BsonDocument("$match", filter),
                new BsonDocument("$project", project),
                new BsonDocument("$group", group)));
    return new MongoCommand(aggregate(read, pipeline, fields), computed(List.of("sum")));
  }

  /**
   * Counts as MongoCollection.countDocuments does. The count command is not exact and not allowed
   * in transactions.
   */
  private static MongoCommand count(Op.Read read, BsonDocument filter, DocumentFields fields) {
    String column = ((Select.Count) read.select()).column();
    if (column != null && read.table().column(column).isNullable()) {
      throw new IllegalArgumentException(read.name() + " counts a column that may be NULL");
    }
    BsonDocument group =
        new BsonDocument(DocumentFields.ID, YES).append("n", new BsonDocument("$sum", YES));
    BsonArray pipeline =
        new BsonArray(
            List.of(new BsonDocument("$match", filter), new BsonDocument("$group", group)));
    return new MongoCommand(aggregate(read, pipeline, fields), computed(List.of("n")), true, null);
  }

  private static BsonDocument aggregate(Op.Read read, BsonArray pipeline, DocumentFields fields) {
    return hinted(
        new BsonDocument("aggregate", new BsonString(read.table().name()))
            .append("pipeline", pipeline)
            .append("cursor", new BsonDocument()),
        read,
        fields);
  }

  /**
   * Adds the index hint as a key and not as a name, because each loader uses different index names.
   */
  private static BsonDocument hinted(BsonDocument command, Op.Read read, DocumentFields fields) {
    String name = read.index();
    if (name == null) {
      return fields.hinted(command, read.where());
    }
    Index index =
        read.table().indexes().stream()
            .filter(i -> i.name().equals(name))
            .findFirst()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "Table " + read.table().name() + " declares no index " + name));
    return command.append("hint", fields.key(index));
  }
}
