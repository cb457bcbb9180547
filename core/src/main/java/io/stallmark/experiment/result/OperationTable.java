package io.stallmark.experiment.result;

import io.stallmark.analysis.Spread;
import io.stallmark.experiment.Plan;
import io.stallmark.experiment.PlannedRun;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * How often each operation came in each run of an experiment, and its response time in ms, as a
 * table for readers and one for machines. Repetitions together have the mean of all operations, the
 * median of the runs' percentiles and the longest of all.
 */
public final class OperationTable {

  /** The file for machines. */
  public static final String CSV = "operations.csv";

  private static final String KINDS = "/summary/kinds";
  private static final List<String> PERCENTILES = List.of("p50", "p95", "p99");
  private static final double MILLISECOND = 1e6;

  /** Those of completed runs, by label. */
  private final Map<String, List<Row>> byLabel = new LinkedHashMap<>();

  private final boolean repeated;

  public OperationTable(Path directory, Plan plan) {
    repeated = plan.runs().stream().anyMatch(run -> run.repetition() > 1);
    for (PlannedRun run : plan.runs()) {
      List<Row> rows = byLabel.computeIfAbsent(run.label(), label -> new ArrayList<>());
      RunRecord record = ExperimentDirectory.record(directory, run);
      Path attempt = record.directory();
      Evidence evidence = record.completed() && attempt != null ? Evidence.of(attempt) : null;
      if (evidence != null) {
        for (String name : evidence.names(KINDS)) {
          rows.add(Row.of(evidence, name, Integer.toString(run.repetition())));
        }
      }
    }
  }

  /**
   * An operation of a run, or of all.
   *
   * @param ms mean, the percentiles, max
   */
  private record Row(
      String name, String category, String repetition, double count, List<Double> ms) {

    static Row of(Evidence run, String name, String repetition) {
      String kind = KINDS + "/" + name;
      List<String> columns = new ArrayList<>(List.of("mean"));
      columns.addAll(PERCENTILES);
      columns.add("max");
      return new Row(
          name,
          run.text(kind + "/category"),
          repetition,
          run.figure(kind + "/count"),
          columns.stream()
              .map(c -> run.figure(kind + "/responseNanoseconds/" + c) / MILLISECOND)
              .toList());
    }

    static Row together(List<Row> runs) {
      List<Row> came = runs.stream().filter(run -> run.count > 0).toList();
      double count = came.stream().mapToDouble(Row::count).sum();
      List<Double> ms = new ArrayList<>();
      ms.add(came.stream().mapToDouble(run -> run.count * run.ms.get(0)).sum() / count);
      for (int i = 1; i <= PERCENTILES.size(); i++) {
        ms.add(spread(came, i).median());
      }
      ms.add(spread(came, PERCENTILES.size() + 1).most());
      return new Row(runs.get(0).name, runs.get(0).category, "all", count, ms);
    }

    private static Spread spread(List<Row> runs, int column) {
      return Spread.of(runs.stream().mapToDouble(run -> run.ms.get(column)));
    }

    boolean isKind() {
      return category.equals("transaction_kind");
    }
  }

  /** For a terminal; empty where no workload has transactions of several kinds. */
  public List<String> lines() {
    Set<String> names = new LinkedHashSet<>();
    byLabel
        .values()
        .forEach(rows -> rows.stream().filter(Row::isKind).forEach(row -> names.add(row.name)));
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
      words.add(Double.isNaN(ms) ? "–" : String.format(Locale.ROOT, "%,.3f", ms));
    }
    return words;
  }

  /** The lines for machines: each run, statements too, and for repeated ones all together. */
  public String csv() {
    StringBuilder csv = new StringBuilder("label,repetition,operation,category,count,mean_ms");
    PERCENTILES.forEach(percentile -> csv.append(',').append(percentile).append("_ms"));
    csv.append(",max_ms\n");
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
    csv.append(String.join(",", label, row.repetition, row.name, row.category));
    csv.append(',').append(ResultTable.field(row.count));
    for (double ms : row.ms) {
      csv.append(',').append(ResultTable.field(ms));
    }
    csv.append('\n');
  }
}
