package io.stallmark.jdbc;

import static java.util.stream.Collectors.joining;

import io.stallmark.model.Aggregate;
import io.stallmark.model.Aggregate.Function;
import io.stallmark.model.Assignment;
import io.stallmark.model.NamedParameters;
import io.stallmark.model.Op;
import io.stallmark.model.Order;
import io.stallmark.model.Param;
import io.stallmark.model.Predicate;
import io.stallmark.model.Select;
import io.stallmark.model.Table;
import io.stallmark.model.TableLayout;
import io.stallmark.model.Type;
import io.stallmark.model.Value;
import io.stallmark.spi.Capability;
import io.stallmark.text.RefusedException;
import io.stallmark.text.Text;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.stream.Stream;

/**
 * Renders one operation to SQL. Where sysbench 1.0 has the same statement, the text is identical to
 * that of its Lua scripts. Golden files and statement digests on the server can then be compared.
 *
 * <p>A dialect composes an insert that changes an existing row with the public methods. Parts may
 * be added in any order and repeatedly; their parameters follow the same order.
 */
public final class SqlRenderer {

  private final SqlDialect dialect;
  private final Op op;
  private final int count;
  private final boolean quotes;
  private final StringBuilder text = new StringBuilder();
  private List<Integer> slots = new ArrayList<>();

  private SqlRenderer(SqlDialect dialect, Op op, int count) {
    this.dialect = dialect;
    this.op = op;
    this.count = count;
    quotes = isOfExistingTable(op);
  }

  /** Whether an operation is on a table of the user's. */
  static boolean isOfExistingTable(Op op) {
    return (op instanceof Op.Read read && isExisting(read.table()))
        || (op instanceof Op.Insert insert && isExisting(insert.table()));
  }

  private static boolean isExisting(Table table) {
    return table.arrangement() instanceof TableLayout.Existing;
  }

  /**
   * @param count number of rows of an insert, or of values of a list; ignored by other operations
   * @throws RefusedException when the dialect cannot express the operation exactly
   */
  static SqlRenderer render(SqlDialect dialect, Op op, int count) {
    SqlRenderer renderer = new SqlRenderer(dialect, op, count);
    renderer.render();
    return renderer;
  }

  /** The text, with a question mark for each parameter. */
  String text() {
    return text.toString();
  }

  /** Slot of each parameter in the order of the text; for a batch, those of one row. */
  List<Integer> slots() {
    return slots;
  }

  private void render() {
    if (!op.replaced().isEmpty()) {
      throw new RefusedException(op.name() + ": no dialect has " + Capability.OLD_VALUES.label());
    }
    if (op instanceof Op.Read read) {
      read(read);
    } else if (op instanceof Op.Insert insert) {
      insert(insert);
    } else if (op instanceof Op.Update update) {
      add("UPDATE " + update.table().name() + " SET ");
      assignments(update.assignments(), "");
      where(update.where());
    } else if (op instanceof Op.Delete delete) {
      if (delete.firstBy() == null) {
        deleteAll(delete);
      } else {
        dialect.deleteFirst(this, delete);
      }
    } else if (op instanceof Op.Native verbatim) {
      verbatim(verbatim);
    }
  }

  private void read(Op.Read read) {
    add("SELECT " + selection(read.select()) + " FROM " + table(read.table()));
    String hint = read.index() == null ? "" : dialect.indexHint(read.index());
    add(hint.isEmpty() ? "" : " " + hint);
    where(read.where());
    if (read.select() instanceof Select.Buckets buckets) {
      String start = bucket(buckets);
      add(" GROUP BY " + start + " ORDER BY " + start);
    }
    if (!read.orderBy().isEmpty()) {
      add(" ORDER BY ");
      add(read.orderBy().stream().map(this::order).collect(joining(", ")));
    }
    if (read.limit() != null) {
      add(" LIMIT ").value(read.limit());
      add(read.skip() > 0 ? " OFFSET " + read.skip() : "");
    }
    add(read.forUpdate() ? dialect.forUpdate() : "");
  }

  private String selection(Select select) {
    if (select instanceof Select.Columns columns) {
      return list(columns.names().stream().map(this::selected).toList());
    } else if (select instanceof Select.Distinct distinct) {
      return "DISTINCT " + distinct.column();
    } else if (select instanceof Select.Sum sum) {
      return "SUM(" + sum.column() + ")";
    } else if (select instanceof Select.Count counted) {
      // Lower case as in sysbench's select_random_ranges; other scripts of sysbench write SUM.
      return counted.column() == null ? "COUNT(*)" : "count(" + counted.column() + ")";
    } else if (select instanceof Select.Aggregates aggregates) {
      return figures(aggregates.figures());
    } else if (select instanceof Select.Buckets buckets) {
      return bucket(buckets) + ", " + figures(buckets.figures());
    }
    throw new IllegalArgumentException("No SQL for " + select);
  }

  private String figures(List<Aggregate> figures) {
    return figures.stream().map(this::figure).collect(joining(", "));
  }

  private String figure(Aggregate figure) {
    String function = figure.function() == Function.AVERAGE ? "AVG" : figure.function().name();
    return function + "(" + name(figure.column()) + ")";
  }

  private String bucket(Select.Buckets buckets) {
    String column = buckets.column();
    return column + " - " + column + " % " + buckets.width();
  }

  private String order(Order order) {
    return name(order.column()) + (order.descending() ? " DESC" : "");
  }

  private void insert(Op.Insert insert) {
    if (insert.form() == Op.Insert.Form.STREAM) {
      // The rows follow the text, which therefore has no question marks.
      add(dialect.insertText(insert, list(names(insert.columns()))));
    } else if (!insert.onConflict().isEmpty()) {
      dialect.requiredUpsert().compose(this);
    } else {
      int groups = insert.form() == Op.Insert.Form.BULK ? 1 : count;
      insert(insert, groups);
      String end = dialect.insertEnd(insert);
      add(end.isEmpty() ? "" : " " + end);
      slots = slots.subList(0, slots.size() / groups);
    }
  }

  private void insert(Op.Insert insert, int rows) {
    add(dialect.insertInto(insert.form()) + " " + table() + " (" + list(columns()));
    add(") VALUES ");
    for (int i = 0; i < rows; i++) {
      add(i == 0 ? "(" : ", (").values().add(")");
    }
  }

  /** Adds a literal piece of SQL. */
  public SqlRenderer add(String piece) {
    text.append(piece);
    return this;
  }

  /** Adds a delete of all rows that the predicate selects. */
  public SqlRenderer deleteAll(Op.Delete delete) {
    add("DELETE FROM " + delete.table().name()).where(delete.where());
    return this;
  }

  /** Adds a delete of the first rows by their keys, which a sub-query reads. */
  SqlRenderer deleteByKeys(Op.Delete delete) {
    String column = delete.firstBy();
    add(
        Text.format(
            "DELETE FROM %1$s WHERE %2$s IN (SELECT %2$s FROM %1$s",
            delete.table().name(), column));
    where(delete.where());
    return add(" ORDER BY " + column + " LIMIT " + delete.rows() + ")");
  }

  /** Adds the plain insert of one row, without the part that handles a conflict. */
  public SqlRenderer insert() {
    insert(inserted(), 1);
    return this;
  }

  /** Adds the values of the inserted row, separated by commas. */
  public SqlRenderer values() {
    return each(inserted().values(), ", ", this::value);
  }

  /**
   * Adds the assignments to an existing row, separated by commas.
   *
   * @param row prefix of a column of the existing row: empty, or the table name and a full stop
   */
  public SqlRenderer assignments(String row) {
    return assignments(inserted().onConflict(), row);
  }

  /**
   * Adds the condition that at least one assignment changes a value.
   *
   * @param row prefix as in {@link #assignments}
   */
  public SqlRenderer changes(String row) {
    return each(
        inserted().onConflict(),
        " OR ",
        assignment -> {
          add(row + assignment.column() + " IS DISTINCT FROM ");
          assigned(assignment, row);
        });
  }

  /** Name of the table as written in the text. */
  public String table() {
    return table(inserted().table());
  }

  /** Columns of the insert as written in the text. */
  public List<String> columns() {
    return names(inserted().columns());
  }

  /** Columns of the primary key as written in the text. */
  public List<String> key() {
    return inserted().table().primaryKey();
  }

  private String selected(String column) {
    if (!quotes) {
      return column;
    }
    Type type = ((Op.Read) op).table().column(column).type();
    boolean text = type instanceof Type.Other || type instanceof Type.Varchar;
    return text ? dialect.asText(name(column)) : name(column);
  }

  private List<String> names(List<String> plain) {
    return plain.stream().map(this::name).toList();
  }

  private String table(Table table) {
    return quotes
        ? Stream.of(table.name().split("\\.", -1)).map(dialect::quoted).collect(joining("."))
        : table.name();
  }

  /** Name of a column as written in the text; of a table of the user's, quoted. */
  private String name(String plain) {
    return quotes ? dialect.quoted(plain) : plain;
  }

  private Op.Insert inserted() {
    return (Op.Insert) op;
  }

  private SqlRenderer assignments(List<Assignment> assignments, String row) {
    return each(
        assignments,
        ", ",
        assignment -> {
          add(assignment.column() + "=");
          assigned(assignment, row);
        });
  }

  private void assigned(Assignment assignment, String row) {
    String column = row + assignment.column();
    if (assignment instanceof Assignment.Set set) {
      value(set.value());
    } else if (assignment instanceof Assignment.Add add) {
      add(column + "+").value(add.value());
    } else if (assignment instanceof Assignment.SubtractFloored lower) {
      // Not GREATEST: the subtraction fails when the result of an unsigned column is negative.
      add(Text.format("CASE WHEN %1$s<=%2$d THEN 0 ELSE %1$s-%2$d END", column, lower.by()));
    }
  }

  private void where(Predicate predicate) {
    if (!(predicate instanceof Predicate.All)) {
      add(" WHERE ").predicate(predicate);
    }
  }

  private void predicate(Predicate predicate) {
    if (predicate instanceof Predicate.Equal equal) {
      add(equal.column() + "=").value(equal.value());
    } else if (predicate instanceof Predicate.Between between) {
      add(name(between.column()) + " BETWEEN ").value(between.low());
      add(" AND ").value(between.high());
    } else if (predicate instanceof Predicate.AtLeast least) {
      add(least.column() + ">=").value(least.value());
    } else if (predicate instanceof Predicate.AtMost most) {
      add(most.column() + "<=").value(most.value());
    } else if (predicate instanceof Predicate.In in) {
      add(in.column() + " IN (").each(in.values(), ", ", this::value).add(")");
    } else if (predicate instanceof Predicate.AnyOf any) {
      each(any.predicates(), " OR ", this::predicate);
    } else if (predicate instanceof Predicate.AllOf all) {
      each(all.predicates(), " AND ", this::conjunct);
    } else {
      add("1=1"); // an alternative that selects every row
    }
  }

  /** Adds a condition of an AND, of which only an OR needs parentheses. */
  private void conjunct(Predicate predicate) {
    boolean parentheses = predicate instanceof Predicate.AnyOf;
    add(parentheses ? "(" : "").predicate(predicate);
    add(parentheses ? ")" : "");
  }

  private void value(Value value) {
    if (value instanceof Value.Slot slot) {
      slot(slot.param());
    } else if (value instanceof Value.Each each) {
      each(Collections.nCopies(count, each.param()), ", ", this::slot);
    } else if (value instanceof Value.TextLiteral literal) {
      add(dialect.literal(literal.text()));
    } else if (value instanceof Value.Literal literal) {
      text.append(literal.number());
    }
  }

  /** Adds a question mark and the slot of the parameter. */
  private void slot(String param) {
    slots.add(slotOf(op, param));
    add("?");
  }

  /** Index of the parameter among those that the operation declares. */
  static int slotOf(Op op, String param) {
    List<Param> params = op.params();
    for (int i = 0; i < params.size(); i++) {
      if (params.get(i).name().equals(param)) {
        return i;
      }
    }
    throw new IllegalArgumentException(op.name() + " declares no parameter " + param);
  }

  /**
   * Adds a native text with parameters written as {@code :name}.
   *
   * @throws RefusedException if the operation does not declare one of them
   */
  private void verbatim(Op.Native op) {
    String words = op.texts().getOrDefault(dialect.name(), op.texts().get(Op.Native.SQL));
    if (words == null) {
      throw new RefusedException(
          op.name() + " has no text for " + dialect.name() + ", only for " + op.texts().keySet());
    }
    boolean escapes = !dialect.literal("\\").equals("'\\'");
    Matcher matcher = NamedParameters.in(words, escapes);
    int end = 0;
    while (matcher.find()) {
      String name = matcher.group(1);
      if (name != null) {
        add(words.substring(end, matcher.start())).slot(name);
        end = matcher.end();
      }
    }
    add(words.substring(end));
  }

  private <T> SqlRenderer each(List<? extends T> items, String between, Consumer<T> add) {
    for (int i = 0; i < items.size(); i++) {
      add(i == 0 ? "" : between);
      add.accept(items.get(i));
    }
    return this;
  }

  private String list(List<String> columns) {
    return String.join(", ", columns);
  }
}
