package io.stallmark.cli.own;

import static java.util.stream.Collectors.joining;

import io.stallmark.model.Column;
import io.stallmark.model.Column.Fill;
import io.stallmark.model.Op;
import io.stallmark.model.Order;
import io.stallmark.model.Predicate;
import io.stallmark.model.Select;
import io.stallmark.model.Table;
import io.stallmark.model.Type;
import io.stallmark.model.Value;
import io.stallmark.spi.DbException;
import io.stallmark.spi.PreparedOperation;
import io.stallmark.spi.Row;
import io.stallmark.spi.Session;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Function;

/** First file of statements for a table: a read, and an update and an insert in comments. */
final class FirstFile {

  private static final int LONGEST_WORD = 40;
  private static final int PATTERN = 8;
  private static final int LOOKED_AT = 1000; // rows
  private static final int MOST_WORDS = 20;

  /** Sources by the names of types whose values are not any text. */
  private static final Map<String, String> OTHERS =
      Map.of(
          "uuid", "text:########-####-4###-8###-############",
          "json", "words:{}",
          "jsonb", "words:{}",
          "time", "words:12:00:00",
          "timetz", "words:12:00:00",
          "interval", "words:1 day",
          "inet", "words:192.0.2.1",
          "cidr", "words:192.0.2.0/24");

  private final Table table;
  private final String commands;
  private final BiFunction<String, Type, String> converted;
  private final List<Column> key;
  private final List<Column> others;
  private final List<Column> inserted;

  /**
   * @param commands key of commands, for a database of documents; empty: the statements are SQL
   * @param converted expression for a parameter, for a column of a type
   */
  FirstFile(Table table, String commands, BiFunction<String, Type, String> converted) {
    this.table = table;
    this.commands = commands;
    this.converted = converted;
    List<Column> named = table.primaryKey().stream().map(table::column).toList();
    key = named.isEmpty() ? table.columns().subList(0, 1) : named;
    others = table.columns().stream().filter(column -> !key.contains(column)).toList();
    inserted =
        table.columns().stream().filter(column -> column.fill() != Fill.AUTO_INCREMENT).toList();
  }

  String text(Session session) throws DbException {
    List<String> lines = new ArrayList<>();
    lines.add("# Statements on " + table.name() + ", for 'stallmark run own --file'. In comments:");
    lines.add("# statements that change rows, with their values. docs/own-statements.md");
    lines.add("#");
    for (Column column : table.columns()) {
      lines.add("# " + column.name() + ": " + describe(column));
    }
    lines.add("values:");
    for (Column column : key) {
      lines.add("  " + name(column) + ": " + existing(session, column));
    }
    for (Column column : key.stream().filter(inserted::contains).toList()) {
      lines.add("#  new_" + name(column) + ": " + unused(column));
    }
    for (Column column : others) {
      lines.add("#  " + name(column) + ": " + found(session, column));
    }
    lines.add("transactions:");
    lines.addAll(transaction("read", read(), "  "));
    lines.add("    # with 'rows: 1' here, a key without a row is an unexpected result");
    if (!others.isEmpty()) { // without rows: some servers do not count a row that stays the same
      lines.addAll(transaction("change", update(others.get(0)), "#  "));
    }
    lines.addAll(transaction("add", insert(), "#  "));
    lines.add("#      rows: 1");
    return String.join("\n", lines) + "\n";
  }

  private List<String> transaction(String name, String statement, String indent) {
    return List.of(
        indent + name + ":",
        indent + "  steps:",
        indent + "  - " + (commands.isEmpty() ? "sql" : commands) + ": " + statement);
  }

  private String read() {
    return commands.isEmpty()
        ? "SELECT * FROM " + table.name() + " WHERE " + conditions()
        : "{find: " + table.name() + ", filter: {" + fields(key) + "}}";
  }

  private String update(Column changed) {
    return commands.isEmpty()
        ? "UPDATE "
            + table.name()
            + " SET "
            + changed.name()
            + " = "
            + parameter(name(changed), changed)
            + " WHERE "
            + conditions()
        : "{update: "
            + table.name()
            + ", updates: [{q: {"
            + fields(key)
            + "}, u: {$set: {"
            + fields(List.of(changed))
            + "}}}]}";
  }

  private String insert() {
    return commands.isEmpty()
        ? "INSERT INTO "
            + table.name()
            + " ("
            + each(inserted, Column::name)
            + ") VALUES ("
            + each(inserted, column -> parameter(fresh(column), column))
            + ")"
        : "{insert: "
            + table.name()
            + ", documents: [{"
            + each(inserted, column -> column.name() + ": \":" + fresh(column) + "\"")
            + "}]}";
  }

  /** Name of the value of a new row. */
  private String fresh(Column column) {
    return (key.contains(column) ? "new_" : "") + name(column);
  }

  private String conditions() {
    return key.stream()
        .map(column -> column.name() + " = " + parameter(name(column), column))
        .collect(joining(" AND "));
  }

  private String parameter(String value, Column column) {
    return converted.apply(":" + value, column.type());
  }

  private static String fields(List<Column> columns) {
    return each(columns, column -> column.name() + ": \":" + name(column) + "\"");
  }

  private static String each(List<Column> columns, Function<Column, String> text) {
    return columns.stream().map(text).collect(joining(", "));
  }

  /** Name of a column's value. */
  private static String name(Column column) {
    String name = column.name().replaceAll("^\\W|\\W$", "").replaceAll("\\W", "_");
    return name.matches("\\d.*") || name.equals("row") ? "_" + name : name;
  }

  private static String describe(Column column) {
    Type type = column.type();
    String word =
        type instanceof Type.Other other
            ? other.name()
            : type instanceof Type.Varchar text
                ? "text of up to " + text.length() + " characters"
                : type.getClass().getSimpleName().toLowerCase(Locale.ROOT);
    return word + (column.isNullable() ? ", can be NULL" : "");
  }

  /** Source of keys that exist: from the lowest to the greatest. */
  private String existing(Session session, Column column) throws DbException {
    if (isInteger(column.type())) {
      return "uniform:" + number(session, column, false) + ".." + number(session, column, true);
    }
    String first = word(session, column, false);
    String last = word(session, column, true);
    return first.isEmpty() || last.isEmpty()
        ? source(column.type())
        : "words:" + first + (first.equals(last) ? "" : "," + last);
  }

  /** Source of keys that do not exist. */
  private String unused(Column column) {
    return isInteger(column.type())
        ? "sequence:" + table.name() + "." + column.name()
        : source(column.type());
  }

  /** Name of a type of the database's own, in lower case; empty: it is one of the model's. */
  private static String kind(Type type) {
    return type instanceof Type.Other other ? other.name().toLowerCase(Locale.ROOT) : "";
  }

  /** Whether values of a type of a SQL database are found in the table only. */
  private boolean isOther(Type type) {
    return commands.isEmpty() && !kind(type).isEmpty() && !OTHERS.containsKey(kind(type));
  }

  private static boolean isInteger(Type type) {
    return Type.isNarrow(type) || Type.isWide(type);
  }

  private PreparedOperation end(Session session, Column column, boolean last) throws DbException {
    return read(session, column, List.of(new Order(column.name(), last)), 1);
  }

  private PreparedOperation read(Session session, Column column, List<Order> order, long rows)
      throws DbException {
    Op.Read read =
        new Op.Read(
            "read_column",
            List.of(),
            table,
            Select.columns(column.name()),
            new Predicate.All(),
            order,
            0,
            Value.literal(rows),
            null,
            false,
            false);
    return PreparedOperation.of(session, read);
  }

  /** Source of values of a column: words of some rows, where a type can be an enum. */
  private String found(Session session, Column column) throws DbException {
    String usual = source(column.type());
    if (!isOther(column.type()) || !usual.startsWith("text:")) {
      return usual;
    }
    Set<String> words = new TreeSet<>();
    read(session, column, List.of(), LOOKED_AT).execute(row -> words.add(word(row)));
    words.remove("");
    return words.isEmpty() || words.size() > MOST_WORDS
        ? usual
        : "words:" + String.join(",", words);
  }

  private long number(Session session, Column column, boolean last) throws DbException {
    return end(session, column, last).number(0);
  }

  /** Text of a key; empty: there is none, or it cannot be written here. */
  private String word(Session session, Column column, boolean last) throws DbException {
    boolean text = column.type() instanceof Type.Varchar || kind(column.type()).equals("uuid");
    if (!text && !isOther(column.type())) {
      return "";
    }
    String[] word = {""};
    end(session, column, last).execute(row -> word[0] = word(row));
    return word[0];
  }

  private static String word(Row row) throws DbException {
    byte[] bytes = new byte[LONGEST_WORD];
    int length = row.isNull(0) ? 0 : row.getText(0, bytes);
    String word = new String(bytes, 0, Math.min(LONGEST_WORD, length), StandardCharsets.UTF_8);
    return length <= LONGEST_WORD && word.matches("[\\w.@-]+") ? word : "";
  }

  private static String source(Type type) {
    if (isInteger(type)) {
      return "uniform:1..1000";
    }
    if (type instanceof Type.Bool) {
      return "uniform:0..1";
    }
    if (type instanceof Type.Timestamp || type instanceof Type.Date) {
      return "now";
    }
    String known = kind(type).startsWith("_") ? "words:{}" : OTHERS.get(kind(type)); // an array
    if (known != null) {
      return known;
    }
    boolean text = type instanceof Type.Varchar || type instanceof Type.Text;
    boolean number = type instanceof Type.Float64 || kind(type).matches("(decimal|numeric).*");
    long most = text ? Math.min(PATTERN, Type.mostBytes(type) / Type.UTF8_BYTES) : PATTERN;
    return number ? "uniform:0.00..999.99" : "text:" + "@".repeat((int) Math.max(1, most));
  }
}
