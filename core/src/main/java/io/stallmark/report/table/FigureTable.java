package io.stallmark.report.table;

import io.stallmark.report.FigureFormat;
import io.stallmark.report.TextLines;
import io.stallmark.result.LatencySummary;
import io.stallmark.result.Percentile;
import io.stallmark.text.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.StringJoiner;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Columns of a table, each declared once: for files by its name, for readers by its head. Files
 * have exact values, and readers have texts. Only texts of statements contain commas; files quote
 * them, as in RFC 4180.
 *
 * @param <T> object from which a row is made
 */
public final class FigureTable<T> {

  private static final int DIGITS = 9;
  private static final int FIGURE_DIGITS = 6;

  /** Column of a file. */
  private record Field<T>(String name, Function<T, ? extends @Nullable Object> value) {}

  /**
   * Column for readers.
   *
   * @param width minimum width in lines of fixed columns; negative: aligned to the left
   */
  private record Column<T>(String head, int width, boolean number, Function<T, String> text) {}

  /** Text of a file that is in quotes even if it need not be. */
  private record Sentence(String text) {}

  private final String name;
  private final List<Field<T>> fields = new ArrayList<>();
  private final List<Column<T>> columns = new ArrayList<>();

  /** Creates a table for readers only. */
  public FigureTable() {
    this("");
  }

  /**
   * Creates a table without columns.
   *
   * @param name name of the file
   */
  public FigureTable(String name) {
    this.name = name;
  }

  /**
   * Adds a column of the file.
   *
   * @param field name with the unit: {@code longest_ms}
   * @param value returns a text, a number, a flag or an optional count; null: not reported
   */
  public FigureTable<T> column(String field, Function<T, ? extends @Nullable Object> value) {
    fields.add(new Field<>(field, value));
    return this;
  }

  /** Adds a column of the file with sentences, which are in quotes. */
  public FigureTable<T> sentences(String field, Function<T, String> text) {
    return column(field, row -> new Sentence(text.apply(row)));
  }

  /** Adds percentiles of a histogram in nanoseconds to the file; empty if there is no sample. */
  public FigureTable<T> times(
      String prefix, List<Percentile> percentiles, Function<T, Histogram> times) {
    for (Percentile each : percentiles) {
      column(
          each.column(prefix),
          row -> {
            Histogram nanos = times.apply(row);
            return nanos.getTotalCount() == 0 ? null : Text.millis(each.of(nanos));
          });
    }
    return this;
  }

  /** Adds a figure for the file only, with at most six decimals. */
  public FigureTable<T> figure(String field, ToDoubleFunction<T> value) {
    return column(field, row -> FigureFormat.decimal(value.applyAsDouble(row), FIGURE_DIGITS));
  }

  /**
   * Adds a figure for the file, with at most six decimals, and for readers.
   *
   * @param digits decimals for readers
   */
  public FigureTable<T> figure(String field, String head, int digits, ToDoubleFunction<T> value) {
    figure(field, value);
    return texts(head, row -> FigureFormat.figure(value.applyAsDouble(row), digits));
  }

  /** Adds a column of labels. */
  public FigureTable<T> label(String head, Function<T, String> text) {
    return label(head, 0, text);
  }

  /** Adds a column of labels, at least this wide in lines of fixed columns. */
  public FigureTable<T> label(String head, int width, Function<T, String> text) {
    columns.add(new Column<>(head, width, false, text));
    return this;
  }

  /** Adds texts of numbers for readers. */
  public FigureTable<T> texts(String head, Function<T, String> text) {
    return texts(head, 0, text);
  }

  /** Adds texts of numbers for readers, at least this wide in lines of fixed columns. */
  public FigureTable<T> texts(String head, int width, Function<T, String> text) {
    columns.add(new Column<>(head, width, true, text));
    return this;
  }

  /** Adds percentiles in milliseconds for readers; – if too few samples support one. */
  public FigureTable<T> times(
      int width,
      List<Percentile> percentiles,
      ToLongFunction<T> count,
      Function<T, LatencySummary> times) {
    percentiles.forEach(
        each ->
            texts(
                each.label(),
                width,
                row -> FigureFormat.percentile(count.applyAsLong(row), each, times.apply(row))));
    return this;
  }

  /** Returns the name of the file. */
  public String name() {
    return name;
  }

  /** Returns the header line of the file. */
  public String head() {
    return fields.stream().map(Field::name).collect(Collectors.joining(",", "", "\n"));
  }

  /** Returns the line of a row in the file. */
  public String row(T of) {
    StringJoiner line = new StringJoiner(",", "", "\n");
    for (Field<T> field : fields) {
      line.add(text(field.value.apply(of)));
    }
    return line.toString();
  }

  /** Returns the content of a file with these rows. */
  public String content(Iterable<T> rows) {
    StringBuilder content = new StringBuilder(head());
    rows.forEach(row -> content.append(row(row)));
    return content.toString();
  }

  private static String text(@Nullable Object value) {
    if (value instanceof Boolean flag) {
      return flag ? "1" : "0";
    }
    if (value instanceof Double number) {
      return FigureFormat.decimal(number, DIGITS);
    }
    if (value instanceof OptionalLong count) {
      return count.isPresent() ? Long.toString(count.getAsLong()) : "";
    }
    if (value instanceof Sentence sentence) {
      return '"' + sentence.text.replace("\"", "\"\"") + '"';
    }
    return value == null ? "" : quoted(value.toString());
  }

  private static String quoted(String field) {
    for (int i = 0; i < field.length(); i++) {
      char c = field.charAt(i);
      if (c == ',' || c == '"' || c < ' ') {
        return '"' + field.replaceAll("\\p{Cntrl}", " ").replace("\"", "\"\"") + '"';
      }
    }
    return field;
  }

  /**
   * Returns a line of fixed columns.
   *
   * @param before indentation
   * @param between between two columns
   * @param of the row; null: the heads
   */
  public String line(String before, String between, @Nullable T of) {
    StringJoiner line = new StringJoiner(between, before, "");
    for (Column<T> column : columns) {
      String text = of == null ? column.head : column.text.apply(of);
      String gap = " ".repeat(Math.max(0, column.width - text.length()));
      line.add(column.number ? gap + text : text + gap);
    }
    return line.toString().stripTrailing();
  }

  /** Returns the heads, then a line for each row, with fixed columns and one space between them. */
  public List<String> lines(String before, List<T> rows) {
    List<String> lines = new ArrayList<>(List.of(line(before, " ", null)));
    rows.forEach(row -> lines.add(line(before, " ", row)));
    return lines;
  }

  /** Returns a line for the heads and for each row, with columns as wide as their texts. */
  public List<String> lines(List<T> rows) {
    List<String> lines = table("", "", rows).lines();
    return lines.subList(1, lines.size());
  }

  /** Returns the table for Markdown; the first column has words. */
  public List<String> markdown(List<T> rows) {
    return TextLines.markdown(table("", "", rows).cells());
  }

  /** Returns the table without the columns for readers whose heads are refused. */
  public FigureTable<T> shown(Predicate<String> heads) {
    FigureTable<T> shown = new FigureTable<>(name);
    shown.fields.addAll(fields);
    columns.stream().filter(each -> heads.test(each.head)).forEach(shown.columns::add);
    return shown;
  }

  /** Returns the table of texts. */
  public TextTable table(String id, String caption, List<T> rows) {
    return table(id, caption, "", rows, row -> "", row -> "");
  }

  /**
   * Returns the table of texts for a page.
   *
   * @param empty sentence for a table without rows
   * @param css returns the CSS classes of a row
   * @param link returns the target of the link in the first cell
   */
  public TextTable table(
      String id,
      String caption,
      String empty,
      List<T> rows,
      Function<T, String> css,
      Function<T, String> link) {
    return new TextTable(
        id,
        caption,
        empty,
        columns.stream().map(each -> new TextTable.Column(each.head, each.number)).toList(),
        rows.stream()
            .map(row -> new TextTable.Row(cells(row), css.apply(row), link.apply(row)))
            .toList());
  }

  /** Returns the texts of a row. */
  public List<String> cells(T row) {
    return columns.stream().map(column -> column.text.apply(row)).toList();
  }
}
