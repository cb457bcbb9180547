package io.stallmark.experiment.result;

import io.stallmark.analysis.Spread;
import io.stallmark.experiment.ExperimentPlan;
import io.stallmark.experiment.PlannedRun;
import io.stallmark.record.Kind;
import io.stallmark.result.LatencySummary;
import io.stallmark.result.RunSummary.KindSummary;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Count and response time, in milliseconds, of each operation in each run of an experiment, as a
 * table for readers and as CSV. A summary of repetitions shows the mean of all operations, the
 * median of the runs' percentiles, and the maximum of all runs.
 */
public final class OperationTable {

  /** Name of the CSV file. */
  public static final String CSV = "operations.csv";

  private static final double MILLISECOND = 1e6;

  /** Operations of completed runs, by label. */
  private final Map<String, List<Row>> byLabel = new LinkedHashMap<>();

  private final boolean repeated;

  public OperationTable(Path directory, ExperimentPlan plan) {
    repeated = plan.runs().stream().anyMatch(run -> run.repetition() > 1);
    for (PlannedRun run : plan.runs()) {
      List<Row> rows = byLabel.computeIfAbsent(run.label(), label -> new ArrayList<>());
      RunRecord record = ExperimentDirectory.record(directory, run);
      if (record.run() != null && record.completed()) {
        record
            .run()
            .measured()
            .kinds()
            .forEach((name, kind) -> rows.add(Row.of(name, kind, "" + run.repetition())));
      }
    }
  }

  /**
   * An operation of one run, or the summary of several.
   *
   * @param ms mean, p50, p95, p99 and maximum in milliseconds
   */
  private record Row(
      String name, Kind.Category category, String repetition, double count, List<Double> ms) {

    private static final int MAX = 4;

    static Row of(String name, KindSummary kind, String repetition) {
      LatencySummary time = kind.responseNanoseconds();
      List<Double> ms =
          Stream.<Number>of(time.mean(), time.p50(), time.p95(), time.p99(), time.max())
              .map(each -> kind.count() > 0 ? each.doubleValue() / MILLISECOND : Double.NaN)
              .toList();
      return new Row(name, kind.category(), repetition, kind.count(), ms);
    }

    static Row together(List<Row> runs) {
      List<Row> came = runs.stream().filter(run -> run.count > 0).toList();
      double count = came.stream().mapToDouble(Row::count).sum();
      List<Double> ms = new ArrayList<>();
      ms.add(came.stream().mapToDouble(run -> run.count * run.ms.get(0)).sum() / count);
      for (int i = 1; i <= MAX; i++) {
        int column = i;
        Spread spread = Spread.of(came.stream().mapToDouble(run -> run.ms.get(column)));
        ms.add(i == MAX ? spread.most() : spread.median());
      }
      return new Row(runs.get(0).name, runs.get(0).category, "all", count, ms);
    }
  }

  /** Returns the lines for a terminal; empty if the workload has only one kind of transaction. */
  public List<String> lines() {
    Set<String> names = new LinkedHashSet<>();
    byLabel.values().stream()
        .flatMap(List::stream)
        .filter(row -> row.category == Kind.Category.TRANSACTION_KIND)
        .forEach(row -> names.add(row.name));
    if (names.isEmpty()) {
      return List.of();
    }
    List<List<String>> table = new ArrayList<>();
    table.add(List.of("", "count", "mean ms", "p50 ms", "p95 ms", "p99 ms", "max ms"));
    for (String name : names) {
      byLabel.forEach(
          (label, rows) -> {
            List<Row> runs = rows.stream().filter(row -> row.name.equals(name)).toList();
            if (!runs.isEmpty()) {
              table.add(words(name + " " + label, Row.together(runs)));
            }
          });
    }
    List<String> lines = new ArrayList<>();
    lines.add("Response time of each operation" + (repeated ? ", over all runs" : ""));
    lines.addAll(AlignedText.lines(table));
    return lines;
  }

  private static List<String> words(String name, Row row) {
    List<String> words =
        new ArrayList<>(List.of(name, String.format(Locale.ROOT, "%,.0f", row.count)));
    for (double ms : row.ms) {
      words.add(AlignedText.figure(ms, 3));
    }
    return words;
  }

  /**
   * Returns the CSV: each operation of each run, including statements, and the summary of repeated
   * runs.
   */
  public String csv() {
    StringBuilder csv =
        new StringBuilder(
            "label,repetition,operation,category,count,mean_ms,p50_ms,p95_ms,p99_ms,max_ms\n");
    byLabel.forEach(
        (label, rows) -> {
          rows.forEach(row -> append(csv, label, row));
          if (repeated) {
            Map<String, List<Row>> byName = new LinkedHashMap<>();
            rows.forEach(
                row -> byName.computeIfAbsent(row.name, name -> new ArrayList<>()).add(row));
            byName.values().forEach(runs -> append(csv, label, Row.together(runs)));
          }
        });
    return csv.toString();
  }

  private static void append(StringBuilder csv, String label, Row row) {
    String category = row.category.name().toLowerCase(Locale.ROOT);
    csv.append(String.join(",", label, row.repetition, row.name, category));
    ResultTable.append(csv, row.count);
    for (double ms : row.ms) {
      ResultTable.append(csv, ms);
    }
    csv.append('\n');
  }
}
