package io.stallmark.report.file;

import io.stallmark.report.FigureFormat;
import io.stallmark.result.Percentile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Name and columns of a CSV file. Only texts of statements contain commas; they are quoted, as in
 * RFC 4180.
 *
 * @param <T> object from which a row is written
 */
public final class CsvTable<T> {

  private static final int DIGITS = 9;

  private record Column<T>(String name, Function<T, ? extends @Nullable Object> value) {}

  private final String file;
  private final List<Column<T>> columns = new ArrayList<>();

  public CsvTable(String file) {
    this.file = file;
  }

  /**
   * Adds a column.
   *
   * @param name name with the unit: {@code longest_ms}
   * @param value returns a text, a number, a flag or an optional number; null: not reported
   */
  public CsvTable<T> column(String name, Function<T, ? extends @Nullable Object> value) {
    columns.add(new Column<>(name, value));
    return this;
  }

  /** Adds percentiles of a histogram in nanoseconds; fields are empty if there is no sample. */
  CsvTable<T> times(String prefix, List<Percentile> percentiles, Function<T, Histogram> times) {
    for (Percentile each : percentiles) {
      column(
          each.column(prefix),
          row -> {
            Histogram nanos = times.apply(row);
            return nanos.getTotalCount() == 0 ? null : FigureFormat.exactMillis(each.of(nanos));
          });
    }
    return this;
  }

  /** Returns the name of the file. */
  public String file() {
    return file;
  }

  /** Returns the header line. */
  public String head() {
    return line(columns.stream().map(Column::name));
  }

  /** Returns the line of a row. */
  public String row(T of) {
    return line(columns.stream().map(column -> text(column.value.apply(of))));
  }

  /** Returns the content of a file with these rows. */
  public String content(Iterable<T> rows) {
    StringBuilder content = new StringBuilder(head());
    rows.forEach(row -> content.append(row(row)));
    return content.toString();
  }

  private static String line(Stream<String> fields) {
    return fields.collect(Collectors.joining(",", "", "\n"));
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
    if (value instanceof OptionalDouble number) {
      return text(number.orElse(Double.NaN));
    }
    return value == null ? "" : quoted(value.toString());
  }

  private static String quoted(String field) {
    boolean plain = field.chars().noneMatch(c -> c == ',' || c == '"' || c < ' ');
    return plain ? field : '"' + field.replaceAll("\\p{Cntrl}", " ").replace("\"", "\"\"") + '"';
  }

  /**
   * CSV file to which rows are appended. When {@link #append} returns, the operating system has the
   * row. Thread-safe: threads that outlive the run may append rows, which are ignored after {@link
   * #close}.
   */
  static final class CsvFile<T> implements Closeable {

    private final Path directory;
    private final CsvTable<T> table;
    private @Nullable AppendFile file;
    private boolean closed;

    /** Creates the file with the first row. */
    CsvFile(Path directory, CsvTable<T> table) {
      this.directory = directory;
      this.table = table;
    }

    /** Creates the file with its header line. */
    static <T> CsvFile<T> begin(Path directory, CsvTable<T> table) throws IOException {
      CsvFile<T> csv = new CsvFile<>(directory, table);
      csv.opened();
      return csv;
    }

    synchronized void append(T row) throws IOException {
      if (!closed) {
        opened().append(table.row(row));
      }
    }

    private AppendFile opened() throws IOException {
      AppendFile opened = file;
      if (opened == null) {
        opened = new AppendFile(directory.resolve(table.file()));
        opened.append(table.head());
        file = opened;
      }
      return opened;
    }

    @Override
    public synchronized void close() throws IOException {
      closed = true;
      if (file != null) {
        file.close();
      }
    }
  }
}
