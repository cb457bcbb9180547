package io.stallmark.report.file;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Name and columns of a CSV file. Fields contain no comma and no line end.
 *
 * @param <T> object from which a row is written
 */
public record CsvTable<T>(String file, List<Column<T>> columns) {

  /**
   * Column of a CSV file.
   *
   * @param name name with the unit: {@code longest_ms}
   * @param field returns the text of the field; empty: not reported
   */
  public record Column<T>(String name, Function<T, String> field) {}

  /** Returns the header line. */
  public String head() {
    return line(columns.stream().map(Column::name));
  }

  /** Returns the line of a row. */
  public String row(T of) {
    return line(columns.stream().map(column -> column.field().apply(of)));
  }

  private static String line(Stream<String> fields) {
    return fields.collect(Collectors.joining(",", "", "\n"));
  }
}
