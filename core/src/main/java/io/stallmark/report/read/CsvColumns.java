package io.stallmark.report.read;

import io.stallmark.result.CostMetric;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Content of a CSV file of numbers, such as {@code intervals.csv} or {@code size.csv}. A field that
 * is empty or not a number is NaN. Immutable.
 *
 * @param rows one array for each row, in the order of the names
 * @param leftOut number of lines left out because they were incomplete or had another number of
 *     fields
 */
public record CsvColumns(List<String> names, List<double[]> rows, int leftOut) {

  static final CsvColumns NONE = new CsvColumns(List.of(), List.of(), 0);

  /**
   * Columns of counts, which are summed when rows are merged. Of other columns the minimum or
   * maximum is kept.
   */
  private static final Set<String> SUMMED =
      Stream.concat(
              Stream.of(
                  "transactions",
                  "statements",
                  "rows",
                  "retries",
                  "failures",
                  "logical_written_kb"),
              Stream.of(CostMetric.values()).map(CostMetric::column))
          .collect(Collectors.toUnmodifiableSet());

  /** Reads a file; {@link #NONE} if it is missing. */
  public static CsvColumns read(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      return NONE;
    }
    List<double[]> rows = new ArrayList<>();
    int leftOut = WholeLines.torn(file) ? 1 : 0;
    try (BufferedReader lines = reader(file)) {
      String head = lines.readLine();
      List<String> names = head == null ? List.of() : List.of(head.split(",", -1));
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String[] fields = line.split(",", -1);
        if (fields.length == names.size()) {
          rows.add(Arrays.stream(fields).mapToDouble(CsvColumns::number).toArray());
        } else {
          leftOut++;
        }
      }
      return new CsvColumns(names, rows, leftOut);
    }
  }

  /** Reads a file with rows of several groups, by the group's name in a column. */
  static Map<String, CsvColumns> readBy(String column, Path file) throws IOException {
    Map<String, CsvColumns> all = new LinkedHashMap<>();
    if (!Files.isRegularFile(file)) {
      return all;
    }
    try (BufferedReader lines = reader(file)) {
      String head = lines.readLine();
      List<String> names = head == null ? List.of() : List.of(head.split(",", -1));
      int key = names.indexOf(column);
      for (String line = lines.readLine(); line != null && key >= 0; line = lines.readLine()) {
        String[] fields = line.split(",", -1);
        if (fields.length == names.size()) {
          all.computeIfAbsent(fields[key], name -> new CsvColumns(names, new ArrayList<>(), 0))
              .rows()
              .add(Arrays.stream(fields).mapToDouble(CsvColumns::number).toArray());
        }
      }
    }
    return all;
  }

  /** Opens a reader of the file's complete lines. */
  public static BufferedReader reader(Path file) throws IOException {
    return new BufferedReader(
        new InputStreamReader(WholeLines.open(file), StandardCharsets.UTF_8.newDecoder()));
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
   * minimum is kept, of all other columns the maximum.
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
    return new CsvColumns(names, fewer, leftOut);
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
    fewer.addAll(new CsvColumns(names, rows.subList(last - 1, last + 1), 0).merged(2).rows());
    return new CsvColumns(names, fewer, leftOut);
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
    if (SUMMED.contains(name)) {
      return Arrays.stream(values).sum();
    }
    boolean lowest = name.startsWith("lowest") || name.startsWith("start");
    return lowest
        ? Arrays.stream(values).min().getAsDouble()
        : Arrays.stream(values).max().getAsDouble();
  }
}
