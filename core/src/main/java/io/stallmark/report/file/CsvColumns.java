package io.stallmark.report.file;

import io.stallmark.result.metric.CostMetric;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Numbers of a CSV file, such as {@code intervals.csv} or {@code size.csv}. A field that is empty
 * or not a number is NaN. Not thread-safe.
 */
public final class CsvColumns {

  /**
   * Columns of counts, which are summed when rows are merged. Of other columns the minimum or
   * maximum is kept.
   */
  public static final List<String> SUMMED =
      Stream.concat(
              Stream.of(
                  "transactions",
                  "statements",
                  "rows",
                  "retries",
                  "failures",
                  "unexpected",
                  "logical_written_kb"),
              Stream.of(CostMetric.values()).map(CostMetric::column))
          .toList();

  /** Ends of the names of a role's counts, which are summed too. */
  private static final List<String> ROLE_COUNTS = List.of("_transactions", "_rows", "_failures");

  private final List<double[]> rows = new ArrayList<>();
  private List<String> names = List.of();
  private int leftOut;

  private CsvColumns() {}

  /** Reads a file; there is no row if it is missing. */
  public static CsvColumns read(Path file) throws IOException {
    CsvColumns all = new CsvColumns();
    all.leftOut = CsvLines.read(file, all::add);
    return all;
  }

  /** Reads a file with rows of several groups, by the group's name in a column. */
  public static Map<String, CsvColumns> readBy(String column, Path file) throws IOException {
    Map<String, CsvColumns> all = new LinkedHashMap<>();
    CsvLines.read(
        file,
        (names, fields) -> {
          int key = names.indexOf(column);
          if (key >= 0) {
            all.computeIfAbsent(fields[key], name -> new CsvColumns()).add(names, fields);
          }
        });
    return all;
  }

  private void add(List<String> head, String[] fields) {
    names = head;
    rows.add(Arrays.stream(fields).mapToDouble(CsvColumns::number).toArray());
  }

  private CsvColumns with(List<double[]> others) {
    CsvColumns columns = new CsvColumns();
    columns.names = names;
    columns.rows.addAll(others);
    columns.leftOut = leftOut;
    return columns;
  }

  /** Returns the names of the columns; empty: there is no row. */
  public List<String> names() {
    return names;
  }

  /** Returns the number of lines left out: incomplete, or with another number of fields. */
  int leftOut() {
    return leftOut;
  }

  /** Parses a number; NaN: the field is not a number. */
  public static double number(String field) {
    try {
      return field.isEmpty() ? Double.NaN : Double.parseDouble(field);
    } catch (NumberFormatException e) {
      return Double.NaN;
    }
  }

  /** Returns the number of rows. */
  public int size() {
    return rows.size();
  }

  /** Returns a column; all NaN if there is no column with this name. */
  public double[] column(String name) {
    int index = names.indexOf(name);
    return rows.stream().mapToDouble(row -> index < 0 ? Double.NaN : row[index]).toArray();
  }

  /** Returns one field; NaN if there is no column with this name. */
  public double at(int row, String name) {
    int index = names.indexOf(name);
    return index < 0 ? Double.NaN : rows.get(row)[index];
  }

  /** Returns a count per second of its interval; NaN if the interval has no length. */
  public double[] rate(String name) {
    double[] counts = column(name);
    double[] from = column("start_s");
    double[] to = column("end_s");
    for (int i = 0; i < counts.length; i++) {
      counts[i] = to[i] > from[i] ? counts[i] / (to[i] - from[i]) : Double.NaN;
    }
    return counts;
  }

  /** Returns the sum of a column of counts. */
  public double sum(String name) {
    return Arrays.stream(column(name)).filter(Double::isFinite).sum();
  }

  /** Returns the number of neighbours to merge so that at most this many rows remain. */
  public int merging(int atMost) {
    return Math.max(1, (size() + atMost - 1) / atMost);
  }

  /**
   * Merges neighbours into one row. Counts are summed. Of the slowest 100 ms and of starts the
   * minimum is kept, of skews the largest magnitude, of all other columns the maximum.
   */
  public CsvColumns merged(int neighbours) {
    List<double[]> fewer = new ArrayList<>();
    for (int from = 0; from < size(); from += neighbours) {
      List<double[]> some = rows.subList(from, Math.min(size(), from + neighbours));
      double[] row = new double[names.size()];
      for (int i = 0; i < row.length; i++) {
        row[i] = merge(names.get(i), i, some);
      }
      fewer.add(row);
    }
    return with(fewer);
  }

  /**
   * Merges a short last interval with the one before. The rest of a run after its last whole
   * interval may be a few milliseconds long, and its rate random. Applies if it is shorter than
   * half of the interval before.
   */
  public CsvColumns withoutSliver() {
    int last = size() - 1;
    boolean sliver = last > 0 && seconds(last) < seconds(last - 1) / 2;
    if (!sliver) {
      return this;
    }
    List<double[]> fewer = new ArrayList<>(rows.subList(0, last - 1));
    fewer.addAll(with(rows.subList(last - 1, last + 1)).merged(2).rows);
    return with(fewer);
  }

  private double seconds(int row) {
    return at(row, "end_s") - at(row, "start_s");
  }

  private static double merge(String name, int index, List<double[]> some) {
    double[] values =
        some.stream().mapToDouble(row -> row[index]).filter(Double::isFinite).toArray();
    if (values.length == 0) {
      return Double.NaN;
    }
    if (SUMMED.contains(name) || ROLE_COUNTS.stream().anyMatch(name::endsWith)) {
      return Arrays.stream(values).sum();
    }
    if (name.startsWith("skew")) {
      return Arrays.stream(values)
          .reduce((a, b) -> Math.abs(a) > Math.abs(b) ? a : b)
          .orElseThrow();
    }
    boolean lowest = name.startsWith("lowest") || name.startsWith("start");
    return lowest
        ? Arrays.stream(values).min().getAsDouble()
        : Arrays.stream(values).max().getAsDouble();
  }
}
