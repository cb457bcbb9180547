package io.stallmark.experiment.run;

import io.stallmark.analysis.Spread;
import io.stallmark.experiment.PlannedRun;
import io.stallmark.record.Kind;
import io.stallmark.result.LatencySummary;
import io.stallmark.result.Percentile;
import io.stallmark.result.RunSummary.KindSummary;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Count and response time, in milliseconds, of each operation in each run of an experiment, as a
 * table for readers and as CSV. A summary of repetitions shows the mean of all operations, the
 * median of the runs' percentiles, and the maximum of all runs.
 */
final class OperationTable {

  /** Name of the CSV file. */
  static final String CSV = "operations.csv";

  private static final double MILLISECOND = 1e6;

  private static final List<Percentile> PERCENTILES =
      List.of(Percentile.P50, Percentile.P95, Percentile.P99, Percentile.MAX);

  /** Operations of completed runs, by label and by name. */
  private final Map<String, Map<String, List<Row>>> rows = new LinkedHashMap<>();

  private final boolean repeated;

  OperationTable(ExperimentResults results) {
    repeated = results.plan().runs().stream().anyMatch(run -> run.repetition() > 1);
    for (PlannedRun run : results.plan().runs()) {
      Map<String, List<Row>> byName = rows.computeIfAbsent(run.label(), x -> new LinkedHashMap<>());
      RunRecord record = results.record(run);
      if (record.run() != null && record.completed()) {
        record
            .run()
            .measured()
            .kinds()
            .forEach(
                (name, kind) ->
                    byName
                        .computeIfAbsent(name, x -> new ArrayList<>())
                        .add(Row.of(name, kind, run.repetition())));
      }
    }
  }

  /**
   * An operation of one run, or the summary of several.
   *
   * @param fewest number of operations in the run with the fewest
   * @param ms mean in milliseconds, then {@link #PERCENTILES}
   */
  private record Row(
      String name,
      Kind.Category category,
      String repetition,
      double count,
      long fewest,
      List<Double> ms) {

    static Row of(String name, KindSummary kind, int repetition) {
      LatencySummary time = kind.responseNanoseconds();
      double unit = kind.count() > 0 ? MILLISECOND : Double.NaN;
      List<Double> ms = new ArrayList<>(List.of(time.mean() / unit));
      PERCENTILES.forEach(each -> ms.add(each.of(time) / unit));
      return new Row(
          name, kind.category(), Integer.toString(repetition), kind.count(), kind.count(), ms);
    }

    static Row together(List<Row> runs) {
      List<Row> came = runs.stream().filter(run -> run.count > 0).toList();
      double count = came.stream().mapToDouble(Row::count).sum();
      long fewest = came.stream().mapToLong(Row::fewest).min().orElse(0);
      List<Double> ms = new ArrayList<>();
      ms.add(came.stream().mapToDouble(run -> run.count * run.ms.get(0)).sum() / count);
      for (Percentile each : PERCENTILES) {
        int column = ms.size();
        Spread spread = Spread.of(came.stream().mapToDouble(run -> run.ms.get(column)));
        ms.add(each == Percentile.MAX ? spread.most() : spread.median());
      }
      return new Row(runs.get(0).name, runs.get(0).category, "all", count, fewest, ms);
    }

    String csv(String label) {
      List<Object> fields =
          new ArrayList<>(
              List.of(label, repetition, name, category.name().toLowerCase(Locale.ROOT), count));
      fields.addAll(ms);
      return ExperimentResults.csv(fields);
    }

    List<String> words(String label) {
      List<String> words =
          new ArrayList<>(
              List.of(
                  name + " " + label,
                  FigureTable.figure(count, 0),
                  FigureTable.figure(ms.get(0), 3)));
      for (int i = 0; i < PERCENTILES.size(); i++) {
        boolean known = PERCENTILES.get(i).isSupported(fewest);
        words.add(known ? FigureTable.figure(ms.get(1 + i), 3) : FigureTable.UNKNOWN);
      }
      return words;
    }
  }

  /** Returns the lines for a terminal; empty if the workload has only one kind of transaction. */
  List<String> lines() {
    Set<String> names = new LinkedHashSet<>();
    rows.values()
        .forEach(
            byName ->
                byName.forEach(
                    (name, runs) -> {
                      if (runs.get(0).category == Kind.Category.TRANSACTION_KIND) {
                        names.add(name);
                      }
                    }));
    if (names.isEmpty()) {
      return List.of();
    }
    List<List<String>> table = new ArrayList<>();
    table.add(List.of("", "count", "mean ms", "p50 ms", "p95 ms", "p99 ms", "max ms"));
    for (String name : names) {
      rows.forEach(
          (label, byName) -> {
            List<Row> runs = byName.get(name);
            if (runs != null) {
              table.add(Row.together(runs).words(label));
            }
          });
    }
    String title = "Response time of each operation" + (repeated ? ", over all runs" : "");
    return new FigureTable("operations", title, table).lines();
  }

  /**
   * Returns the CSV: each operation of each run, including statements, and the summary of repeated
   * runs.
   */
  String csv() {
    StringBuilder csv =
        new StringBuilder(
            "label,repetition,operation,category,count,mean_ms,p50_ms,p95_ms,p99_ms,max_ms\n");
    rows.forEach(
        (label, byName) -> {
          byName.values().forEach(runs -> runs.forEach(row -> csv.append(row.csv(label))));
          if (repeated) {
            byName.values().forEach(runs -> csv.append(Row.together(runs).csv(label)));
          }
        });
    return csv.toString();
  }
}
