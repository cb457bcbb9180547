package io.stallmark.jdbc;

import io.stallmark.model.Aggregate;
import io.stallmark.model.Aggregate.Function;
import io.stallmark.model.Assignment;
import io.stallmark.model.Op;
import io.stallmark.model.Order;
import io.stallmark.model.Predicate;
import io.stallmark.model.Select;
import io.stallmark.model.Type;
import io.stallmark.model.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Renders operations to SQL. Where sysbench 1.0 has the same statement, the text is identical to
 * that of its Lua scripts. Golden files and statement digests on the server can then be compared.
 */
final class SqlRenderer {

  private static final Pattern NAMED = Pattern.compile(":([A-Za-z_][A-Za-z0-9_]*)");

  private final SqlDialect dialect;

  SqlRenderer(SqlDialect dialect) {
    this.dialect = dialect;
  }

  /**
   * @param count number of rows of an insert, or of values of a list; ignored by other operations
   * @throws IllegalArgumentException when the dialect cannot express the operation exactly
   */
  SqlText render(Op op, int count) {
    SqlText.Builder sql = new SqlText.Builder(op, count);
    if (op instanceof Op.Read read) {
      read(sql, read);
    } else if (op instanceof Op.Insert insert) {
      return insert(sql, insert, count);
    } else if (op instanceof Op.Update update) {
      update(sql, update);
    } else if (op instanceof Op.Delete delete) {
      where(sql.add("DELETE FROM ").add(quote(delete.table().name())), delete.where());
    } else if (op instanceof Op.Native text) {
      verbatim(sql, text);
    }
    return sql.build();
  }

  private void read(SqlText.Builder sql, Op.Read read) {
    sql.add("SELECT ").add(selection(read.select()));
    sql.add(" FROM ").add(quote(read.table().name()));
    String hint = read.index() == null ? "" : dialect.indexHint(read.index());
    sql.add(hint.isEmpty() ? "" : " " + hint);
    where(sql, read.where());
    if (read.select() instanceof Select.Buckets buckets) {
      String start = bucket(buckets);
      sql.add(" GROUP BY " + start + " ORDER BY " + start);
    }
    if (!read.orderBy().isEmpty()) {
      sql.add(" ORDER BY ")
          .add(read.orderBy().stream().map(this::order).collect(Collectors.joining(", ")));
    }
    if (read.limit() > 0) {
      sql.add(" ").add(dialect.limit(read.limit()));
      sql.add(read.skip() > 0 ? " OFFSET " + read.skip() : "");
    }
    sql.add(read.forUpdate() ? " FOR UPDATE" : "");
  }

  private String selection(Select select) {
    if (select instanceof Select.Columns columns) {
      return list(columns.names());
    } else if (select instanceof Select.Distinct distinct) {
      return "DISTINCT " + quote(distinct.column());
    } else if (select instanceof Select.Sum sum) {
      return "SUM(" + quote(sum.column()) + ")";
    } else if (select instanceof Select.Count count) {
      // Lower case as in sysbench's select_random_ranges; other scripts of sysbench write SUM.
      return count.column() == null ? "COUNT(*)" : "count(" + quote(count.column()) + ")";
    }
    if (select instanceof Select.Aggregates aggregates) {
      return figures(aggregates.figures());
    } else if (select instanceof Select.Buckets buckets) {
      return bucket(buckets) + ", " + figures(buckets.figures());
    }
    throw new IllegalArgumentException("No SQL for " + select);
  }

  private String figures(List<Aggregate> figures) {
    return figures.stream().map(this::figure).collect(Collectors.joining(", "));
  }

  private String figure(Aggregate figure) {
    String function = figure.function() == Function.AVERAGE ? "AVG" : figure.function().name();
    return function + "(" + quote(figure.column()) + ")";
  }

  private String bucket(Select.Buckets buckets) {
    String column = quote(buckets.column());
    return column + " - " + column + " % " + buckets.width();
  }

  private String order(Order order) {
    return quote(order.column()) + (order.descending() ? " DESC" : "");
  }

  /** Renders an insert with one group of question marks per row; the slots are those of one row. */
  private SqlText insert(SqlText.Builder sql, Op.Insert insert, int rows) {
    if (insert.form() == Op.Insert.Form.STREAM) {
      return stream(insert);
    } else if (insert.onConflict().isEmpty()) {
      int groups = insert.form() == Op.Insert.Form.BULK ? 1 : rows;
      plainInsert(sql, insert, groups);
      String end = dialect.insertEnd(insert);
      SqlText all = sql.add(end.isEmpty() ? "" : " " + end).build();
      return new SqlText(all.text(), all.slots().subList(0, all.slots().size() / groups));
    }
    dialect.upsert(new UpsertText(this, insert, sql));
    return sql.build();
  }

  /** Adds an insert of {@code rows} rows that fails on a duplicate key, unless its form differs. */
  void plainInsert(SqlText.Builder sql, Op.Insert insert, int rows) {
    sql.add(dialect.insertInto(insert.form())).add(" ").add(quote(insert.table().name()));
    sql.add(" (").add(list(insert.columns())).add(") VALUES ");
    for (int i = 0; i < rows; i++) {
      values(sql.add(i == 0 ? "(" : ", ("), insert);
      sql.add(")");
    }
  }

  /** Adds the values of one row. */
  void values(SqlText.Builder sql, Op.Insert insert) {
    String comma = "";
    for (Value value : insert.values()) {
      value(sql.add(comma), value);
      comma = ", ";
    }
  }

  /**
   * Renders an insert with streamed rows. The text has no question marks; the slots are those of
   * one row, in column order.
   */
  private SqlText stream(Op.Insert insert) {
    SqlText.Builder line = new SqlText.Builder(insert, 1);
    List<String> columns = new ArrayList<>();
    Map<String, String> constants = new LinkedHashMap<>();
    for (int i = 0; i < insert.values().size(); i++) {
      String column = insert.columns().get(i);
      Value value = insert.values().get(i);
      if (isLiteral(value)) {
        constants.put(quote(column), literal(value));
      } else {
        value(line, value);
        columns.add(column);
      }
    }
    boolean bytes = insert.params().stream().anyMatch(p -> p.type() instanceof Type.Bytes);
    String text = dialect.insertText(quote(insert.table().name()), list(columns), constants, bytes);
    return new SqlText(text, line.build().slots());
  }

  private void update(SqlText.Builder sql, Op.Update update) {
    sql.add("UPDATE ").add(quote(update.table().name())).add(" SET ");
    assignments(sql, update.assignments(), "");
    where(sql, update.where());
  }

  /**
   * @param row prefix of a column on the right-hand side: empty, or a table name and a full stop
   */
  void assignments(SqlText.Builder sql, List<Assignment> assignments, String row) {
    String comma = "";
    for (Assignment assignment : assignments) {
      assigned(sql.add(comma).add(quote(assignment.column())).add("="), assignment, row);
      comma = ", ";
    }
  }

  /** Adds the condition that at least one of the assignments changes its column. */
  void changes(SqlText.Builder sql, List<Assignment> assignments, String row) {
    String or = "";
    for (Assignment assignment : assignments) {
      sql.add(or).add(row + quote(assignment.column())).add(" IS DISTINCT FROM ");
      assigned(sql, assignment, row);
      or = " OR ";
    }
  }

  private void assigned(SqlText.Builder sql, Assignment assignment, String row) {
    String column = row + quote(assignment.column());
    if (assignment instanceof Assignment.Set set) {
      value(sql, set.value());
    } else if (assignment instanceof Assignment.Add add) {
      value(sql.add(column).add("+"), add.value());
    } else if (assignment instanceof Assignment.SubtractFloored lower) {
      // Not GREATEST: the subtraction fails when the result of an unsigned column is negative.
      sql.add("CASE WHEN %1$s<=%2$d THEN 0 ELSE %1$s-%2$d END".formatted(column, lower.by()));
    }
  }

  private void where(SqlText.Builder sql, Predicate predicate) {
    if (!(predicate instanceof Predicate.All)) {
      predicate(sql.add(" WHERE "), predicate);
    }
  }

  private void predicate(SqlText.Builder sql, Predicate predicate) {
    if (predicate instanceof Predicate.Equal equal) {
      value(sql.add(quote(equal.column())).add("="), equal.value());
    } else if (predicate instanceof Predicate.Between between) {
      value(sql.add(quote(between.column())).add(" BETWEEN "), between.low());
      value(sql.add(" AND "), between.high());
    } else if (predicate instanceof Predicate.AtLeast least) {
      value(sql.add(quote(least.column())).add(">="), least.value());
    } else if (predicate instanceof Predicate.AtMost most) {
      value(sql.add(quote(most.column())).add("<="), most.value());
    } else if (predicate instanceof Predicate.In in) {
      sql.add(quote(in.column())).add(" IN (");
      String comma = "";
      for (Value value : in.values()) {
        value(sql.add(comma), value);
        comma = ", ";
      }
      sql.add(")");
    } else if (predicate instanceof Predicate.AnyOf any) {
      joined(sql, any.predicates(), " OR ");
    } else if (predicate instanceof Predicate.AllOf all) {
      joined(sql, all.predicates(), " AND ");
    } else {
      // An alternative that selects every row.
      sql.add("1=1");
    }
  }

  /** Joins conditions. Only an OR inside an AND needs parentheses. */
  private void joined(SqlText.Builder sql, List<Predicate> predicates, String word) {
    String between = "";
    for (Predicate predicate : predicates) {
      boolean inner = word.equals(" AND ") && predicate instanceof Predicate.AnyOf;
      predicate(sql.add(between).add(inner ? "(" : ""), predicate);
      sql.add(inner ? ")" : "");
      between = word;
    }
  }

  private void value(SqlText.Builder sql, Value value) {
    if (value instanceof Value.Slot slot) {
      sql.slot(slot.param());
    } else if (value instanceof Value.Each each) {
      sql.list(each.param());
    } else {
      sql.add(literal(value));
    }
  }

  private String literal(Value value) {
    return value instanceof Value.TextLiteral literal
        ? dialect.literal(literal.text())
        : Long.toString(((Value.Literal) value).number());
  }

  private static boolean isLiteral(Value value) {
    return value instanceof Value.Literal || value instanceof Value.TextLiteral;
  }

  /**
   * Adds a native text with parameters written as {@code :name}. A name that is not declared stays
   * as it is.
   */
  private void verbatim(SqlText.Builder sql, Op.Native op) {
    String text = op.texts().get(dialect.name());
    if (text == null) {
      throw new IllegalArgumentException(
          op.name() + " has no text for " + dialect.name() + ", only for " + op.texts().keySet());
    }
    Matcher matcher = NAMED.matcher(text);
    int end = 0;
    while (matcher.find()) {
      String name = matcher.group(1);
      if (op.params().stream().anyMatch(p -> p.name().equals(name))) {
        sql.add(text.substring(end, matcher.start())).slot(name);
        end = matcher.end();
      }
    }
    sql.add(text.substring(end));
  }

  private String list(List<String> columns) {
    return columns.stream().map(this::quote).collect(Collectors.joining(", "));
  }

  String quote(String identifier) {
    return dialect.quote(identifier);
  }
}
