package io.stallmark.experiment.run;

import io.stallmark.analysis.Spread;
import io.stallmark.experiment.PlannedRun;
import io.stallmark.record.Kind.Category;
import io.stallmark.report.FigureFormat;
import io.stallmark.report.table.FigureTable;
import io.stallmark.result.Percentile;
import io.stallmark.result.RunSummary.KindSummary;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Count and response time, in milliseconds, of each operation in each run of an experiment, as a
 * table for readers and as CSV. A summary of repetitions shows the mean of all operations, the
 * median of the runs' percentiles, and the maximum of all runs.
 */
final class OperationTable {

  /** Name of the CSV file. */
  static final String CSV = "operations.csv";

  private static final List<Percentile> PERCENTILES =
      List.of(Percentile.P50, Percentile.P95, Percentile.P99, Percentile.MAX);

  private static final FigureTable<Row> TABLE = table();

  /** Operations of completed runs by label, by name and by repetition. */
  private final Map<String, Map<String, Map<Integer, KindSummary>>> kinds = new LinkedHashMap<>();

  private final boolean repeated;

  OperationTable(ExperimentResults results) {
    repeated = results.plan().runs().stream().anyMatch(run -> run.repetition() > 1);
    for (PlannedRun run : results.plan().runs()) {
      Map<String, Map<Integer, KindSummary>> byName =
          kinds.computeIfAbsent(run.label(), label -> new LinkedHashMap<>());
      RunRecord record = results.record(run);
      if (record.run() != null && record.completed()) {
        record
            .run()
            .measured()
            .kinds()
            .forEach(
                (name, kind) ->
                    byName
                        .computeIfAbsent(name, any -> new LinkedHashMap<>())
                        .put(run.repetition(), kind));
      }
    }
  }

  /** An operation of one run, or of several together. */
  private record Row(String label, String repetition, String name, Collection<KindSummary> runs) {

    Category category() {
      return runs.iterator().next().category();
    }

    private Stream<KindSummary> came() {
      return runs.stream().filter(kind -> kind.count() > 0);
    }

    double count() {
      return came().mapToDouble(KindSummary::count).sum();
    }

    double mean() {
      return came().mapToDouble(kind -> kind.count() * kind.responseNanoseconds().mean()).sum()
          / FigureFormat.MILLISECOND
          / count();
    }

    double millis(Percentile each) {
      Spread spread =
          Spread.of(
              came()
                  .mapToDouble(
                      kind -> each.of(kind.responseNanoseconds()) / FigureFormat.MILLISECOND));
      return each == Percentile.MAX ? spread.most() : spread.median();
    }

    /** The same for readers; NaN: one of the runs has too few samples. */
    double known(Percentile each) {
      return came().allMatch(kind -> each.isSupported(kind.count())) ? millis(each) : Double.NaN;
    }
  }

  private static FigureTable<Row> table() {
    FigureTable<Row> table =
        new FigureTable<Row>(CSV)
            .label("", row -> row.name + " " + row.label)
            .column("label", Row::label)
            .column("repetition", Row::repetition)
            .column("operation", Row::name)
            .column("category", row -> row.category().name().toLowerCase(Locale.ROOT))
            .figure("count", "count", 0, Row::count)
            .figure("mean_ms", "mean ms", 3, Row::mean);
    for (Percentile each : PERCENTILES) {
      table.figure(each.column(""), row -> row.millis(each));
      table.texts(each.label() + " ms", row -> FigureFormat.figure(row.known(each), 3));
    }
    return table;
  }

  /** Returns the rows of operations of a label: of each run, or of all runs together. */
  private List<Row> rows(String label, boolean together) {
    List<Row> rows = new ArrayList<>();
    kinds
        .getOrDefault(label, Map.of())
        .forEach(
            (name, runs) -> {
              if (together) {
                rows.add(new Row(label, "all", name, runs.values()));
              } else {
                runs.forEach(
                    (repetition, kind) ->
                        rows.add(new Row(label, "" + repetition, name, List.of(kind))));
              }
            });
    return rows;
  }

  /** Returns the lines for a terminal; empty if the workload has only one kind of transaction. */
  List<String> lines() {
    Map<String, List<Row>> byName = new LinkedHashMap<>();
    kinds.keySet().stream()
        .flatMap(label -> rows(label, true).stream())
        .forEach(row -> byName.computeIfAbsent(row.name, any -> new ArrayList<>()).add(row));
    List<Row> shown =
        byName.values().stream()
            .filter(
                rows -> rows.stream().anyMatch(row -> row.category() == Category.TRANSACTION_KIND))
            .flatMap(List::stream)
            .toList();
    String title = "Response time of each operation" + (repeated ? ", over all runs" : "");
    return shown.isEmpty() ? List.of() : TABLE.table("operations", title, shown).lines();
  }

  /**
   * Returns the CSV: each operation of each run, including statements, and the summary of repeated
   * runs.
   */
  String csv() {
    List<Row> all = new ArrayList<>();
    for (String label : kinds.keySet()) {
      all.addAll(rows(label, false));
      all.addAll(repeated ? rows(label, true) : List.of());
    }
    return TABLE.content(all);
  }
}
