package io.stallmark.report.compare;

import io.stallmark.analysis.compare.RunSeries;
import io.stallmark.report.read.Columns;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** What {@code cost.csv} has of each source, in the intervals of a run. */
final class CostColumns {

  /** What is counted; what it comes to for each statement and transaction follows from it. */
  private static final List<String> COUNTED =
      List.of(
          "reads",
          "writes",
          "read_kb",
          "written_kb",
          "cpu_us",
          "received_kb",
          "sent_kb",
          "disk_busy_ms");

  private CostColumns() {}

  /**
   * Adds them; none when there is no such file.
   *
   * @param starts when each interval began, in seconds, ascending
   */
  static void add(Path file, double[] starts, Map<String, double[]> columns) throws IOException {
    if (!Files.isRegularFile(file) || starts.length == 0) {
      return;
    }
    try (BufferedReader lines = Columns.reader(file)) {
      String head = lines.readLine();
      List<String> names = head == null ? List.of() : List.of(head.split(",", -1));
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        List<String> fields = List.of(line.split(",", -1));
        if (fields.size() == names.size()) {
          add(names, fields, starts, columns);
        }
      }
    }
  }

  private static void add(
      List<String> names, List<String> fields, double[] starts, Map<String, double[]> columns) {
    double middle = (number(names, fields, "start_s") + number(names, fields, "end_s")) / 2;
    int found = Arrays.binarySearch(starts, middle);
    int interval = Math.max(0, found < 0 ? -found - 2 : found);
    int source = names.indexOf("source");
    if (source < 0 || Double.isNaN(middle)) {
      return;
    }
    String of = fields.get(source);
    columns.computeIfAbsent(RunSeries.COSTED + of, any -> new double[starts.length])[interval] +=
        number(names, fields, RunSeries.TRANSACTIONS);
    double logical = number(names, fields, "logical_written_kb");
    if (!Double.isNaN(logical)) {
      String column = RunSeries.LOGICAL + of;
      columns.computeIfAbsent(column, any -> new double[starts.length])[interval] += logical;
    }
    for (String name : COUNTED) {
      double count = number(names, fields, name);
      if (!Double.isNaN(count)) {
        String column = RunSeries.COST + of + "." + name;
        columns.computeIfAbsent(column, any -> new double[starts.length])[interval] += count;
      }
    }
  }

  private static double number(List<String> names, List<String> fields, String name) {
    int index = names.indexOf(name);
    return index < 0 ? Double.NaN : Columns.number(fields.get(index));
  }
}
