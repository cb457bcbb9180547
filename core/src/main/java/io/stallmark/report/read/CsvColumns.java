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
 * A CSV file of numbers, as {@code intervals.csv} and {@code size.csv} are. A field that is empty
 * or no number is NaN. Immutable.
 *
 * @param rows one array each, in the order of the names
 * @param leftOut lines that were torn or had another number of fields
 */
public record CsvColumns(List<String> names, List<double[]> rows, int leftOut) {

  static final CsvColumns NONE = new CsvColumns(List.of(), List.of(), 0);

  /** Columns that count; those of others are merged by their extremes. */
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

  /** Those of a file; none when it is not there or empty. */
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

  /** Those of a file whose rows are of several things, by what a column of words says. */
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

  /** Its whole lines. */
  public static BufferedReader reader(Path file) throws IOException {
    return new BufferedReader(
        new InputStreamReader(WholeLines.open(file), StandardCharsets.UTF_8.newDecoder()));
  }

  /** NaN: it is none. */
  public static double number(String field) {
    try {
      return field.isEmpty() ? Double.NaN : Double.parseDouble(field);
    } catch (NumberFormatException e) {
      return Double.NaN;
    }
  }

  /** How many rows. */
  public int size() {
    return rows.size();
  }

  /** A column; NaN throughout when there is none of this name. */
  public double[] column(String name) {
    int index = names.indexOf(name);
    return rows.stream().mapToDouble(row -> index < 0 ? Double.NaN : row[index]).toArray();
  }

  /** One field; NaN when there is no column of this name. */
  public double at(int row, String name) {
    int index = names.indexOf(name);
    return index < 0 ? Double.NaN : rows.get(row)[index];
  }

  /** A count over its interval's seconds; NaN where that has none. */
  public double[] rate(String name) {
    double[] counts = column(name);
    double[] from = column("start_s");
    double[] to = column("end_s");
    for (int i = 0; i < counts.length; i++) {
      counts[i] = to[i] > from[i] ? counts[i] / (to[i] - from[i]) : Double.NaN;
    }
    return counts;
  }

  /** Of a column that counts. */
  public double sum(String name) {
    return Arrays.stream(column(name)).filter(Double::isFinite).sum();
  }

  /** How many neighbours are merged so that no more rows than these are left. */
  public int merging(int atMost) {
    return Math.max(1, (size() + atMost - 1) / atMost);
  }

  /**
   * Neighbours as one row: counts are summed, the slowest 100 ms is the lowest of them, everything
   * else the highest of them, so that no extreme is lost.
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
   * What is left of a run after its last whole interval may be a few milliseconds long, and its
   * rate chance: less than half of an interval is part of the one before.
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
