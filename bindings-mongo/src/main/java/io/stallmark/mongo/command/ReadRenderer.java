package io.stallmark.mongo.command;

import io.stallmark.model.Aggregate;
import io.stallmark.model.Index;
import io.stallmark.model.Op;
import io.stallmark.model.Order;
import io.stallmark.model.Select;
import io.stallmark.model.Value;
import io.stallmark.mongo.command.MongoCommand.ResultField;
import io.stallmark.text.RefusedException;
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
import org.jspecify.annotations.Nullable;

/** Renders a read as a find, distinct or aggregate command. */
final class ReadRenderer {

  private static final String ID = DocumentFields.ID;
  private static final BsonInt32 YES = new BsonInt32(1);
  private static final Value ONE = Value.literal(1);

  /** Documents of a reply to a streamed read. By default the server sends up to 16 MiB. */
  private static final int STREAMED_DOCUMENTS = 4000;

  private final Op.Read read;
  private final DocumentFields fields;
  private final BsonDocument filter;

  /** Whether the read uses an index on the columns that {@code _id} is composed of. */
  private final boolean byIndex;

  private ReadRenderer(Op.Read read) {
    this.read = read;
    fields = new DocumentFields(read.table());
    byIndex = read.index() != null && fields.key().isBytes();
    filter =
        byIndex
            ? FilterRenderer.ofColumns(read.where(), fields)
            : FilterRenderer.of(read.where(), fields);
  }

  static MongoCommand read(Op.Read read) {
    return new ReadRenderer(read).render();
  }

  private MongoCommand render() {
    Select select = read.select();
    if (select instanceof Select.Columns columns) {
      return find(columns);
    }
    if (read.limit() != null) {
      throw new RefusedException(read.name() + " limits a sum, a count or a distinct");
    }
    if (select instanceof Select.Distinct distinct) {
      return distinct(fields.name(distinct.column()));
    }
    if (select instanceof Select.Sum sum) {
      return sum(sum.column());
    }
    if (select instanceof Select.Aggregates aggregates) {
      BsonDocument group = new BsonDocument(ID, BsonNull.VALUE);
      return aggregate(false, figures(group, aggregates.figures()), stage("$group", group));
    }
    return select instanceof Select.Buckets buckets
        ? buckets(buckets)
        : count(((Select.Count) select).column());
  }

  private MongoCommand distinct(String field) {
    if (read.index() != null) {
      // Only MongoDB 7.1 and later support a hint here.
      throw new RefusedException(read.name() + ": MongoDB's distinct takes no index");
    }
    return MongoCommand.of(
        new BsonDocument("distinct", new BsonString(read.table().name()))
            .append("key", new BsonString(field))
            .append("query", filter));
  }

  private MongoCommand buckets(Select.Buckets buckets) {
    BsonValue value = number(buckets.column());
    BsonValue rest = call("$mod", value, new BsonInt64(buckets.width()));
    BsonDocument group = new BsonDocument(ID, call("$subtract", value, rest));
    List<String> names = new ArrayList<>(List.of(ID));
    names.addAll(figures(group, buckets.figures()));
    return aggregate(
        false, names, stage("$group", group), stage("$sort", new BsonDocument(ID, YES)));
  }

  /** Adds the aggregates to a group stage. Returns their field names. */
  private List<String> figures(BsonDocument group, List<Aggregate> figures) {
    List<String> names = new ArrayList<>();
    for (Aggregate figure : figures) {
      String name = figure.function().name().toLowerCase(Locale.ROOT) + "_" + figure.column();
      BsonValue value = number(figure.column());
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
  private BsonValue number(String column) {
    BsonString field = new BsonString("$" + fields.name(column));
    return fields.isDate(column)
        ? call("$divide", new BsonDocument("$toLong", field), new BsonInt64(1000))
        : field;
  }

  private MongoCommand find(Select.Columns columns) {
    BsonDocument find =
        new BsonDocument("find", new BsonString(read.table().name())).append("filter", filter);
    if (!read.orderBy().isEmpty()) {
      BsonDocument sort = new BsonDocument();
      for (Order order : read.orderBy()) {
        sort.append(
            byIndex
                ? order.column()
                : FilterRenderer.sortField(order.column(), read.where(), fields),
            new BsonInt32(order.descending() ? -1 : 1));
      }
      find.append("sort", sort);
    }
    if (read.skip() > 0) {
      find.append("skip", new BsonInt64(read.skip()));
    }
    if (columns.projected() && !fields.isWhole()) {
      find.append("projection", fields.projection(columns.names()));
    }
    if (ONE.equals(read.limit()) || FilterRenderer.isOneDocument(read.where(), fields)) {
      // As FindIterable.first() sends it: no cursor remains open.
      find.append("limit", YES).append("singleBatch", BsonBoolean.TRUE);
    } else if (read.limit() instanceof Value.Literal rows) {
      find.append("limit", new BsonInt32(Math.toIntExact(rows.number())));
    } else if (read.limit() instanceof Value.Slot rows) {
      find.append("limit", BsonSlot.value(rows.param()));
    }
    if (read.streamed()) {
      find.append(MongoCommand.BATCH, new BsonInt32(STREAMED_DOCUMENTS));
    }
    return columns.whole()
        ? new MongoCommand(hinted(find), fields.keyResults(columns.names()), false, fields)
        : new MongoCommand(hinted(find), fields.results(columns.names()));
  }

  private MongoCommand sum(String column) {
    String field = fields.name(column);
    BsonDocument group =
        new BsonDocument(ID, BsonNull.VALUE)
            .append("sum", new BsonDocument("$sum", new BsonString("$" + field)));
    BsonDocument project = new BsonDocument(field, YES);
    if (!field.equals(ID)) {
      project.append(ID, new BsonInt32(0));
    }
    BsonDocument command = pipeline(stage("$project", project), stage("$group", group));
    return new MongoCommand(
        command, List.of(new ResultField("sum", fields.type(column), -1)), false, null);
  }

  /**
   * Counts as MongoCollection.countDocuments does. The count command is not exact and not allowed
   * in transactions.
   */
  private MongoCommand count(@Nullable String column) {
    if (column != null && read.table().column(column).isNullable()) {
      throw new RefusedException(read.name() + " counts a column that may be NULL");
    }
    BsonDocument group = new BsonDocument(ID, YES).append("n", new BsonDocument("$sum", YES));
    return aggregate(true, List.of("n"), stage("$group", group));
  }

  /**
   * @param counts whether an empty result means the number 0
   * @param names fields of the result
   */
  private MongoCommand aggregate(boolean counts, List<String> names, BsonDocument... stages) {
    return new MongoCommand(
        pipeline(stages), names.stream().map(ResultField::computed).toList(), counts, null);
  }

  /** Returns the command with these stages after the one that selects the documents. */
  private BsonDocument pipeline(BsonDocument... stages) {
    BsonArray pipeline = new BsonArray(List.of(stage("$match", filter)));
    pipeline.addAll(List.of(stages));
    return hinted(
        new BsonDocument("aggregate", new BsonString(read.table().name()))
            .append("pipeline", pipeline)
            .append("cursor", new BsonDocument()));
  }

  private static BsonDocument stage(String name, BsonDocument stage) {
    return new BsonDocument(name, stage);
  }

  private static BsonDocument call(String name, BsonValue... operands) {
    return new BsonDocument(name, new BsonArray(List.of(operands)));
  }

  /**
   * Adds the index hint as a key and not as a name, because each loader uses different index names.
   */
  private BsonDocument hinted(BsonDocument command) {
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
                    new RefusedException(
                        "Table " + read.table().name() + " declares no index " + name));
    return command.append("hint", fields.key(index));
  }
}
