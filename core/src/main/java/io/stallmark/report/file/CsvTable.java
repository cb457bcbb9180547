package io.stallmark.report.file;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The form of a CSV file: its name and columns. Fields have no comma and no line end.
 *
 * @param <T> what a row is made of
 */
public record CsvTable<T>(String file, List<Column<T>> columns) {

  /**
   * A column.
   *
   * @param name with the unit: {@code longest_ms}
   * @param field empty: not known
   */
  public record Column<T>(String name, Function<T, String> field) {}

  /** Returns the first line. */
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
