package io.stallmark.experiment.run;

import io.stallmark.analysis.MeanEstimate;
import io.stallmark.analysis.Spread;
import io.stallmark.analysis.compare.RunMetric;
import io.stallmark.analysis.compare.RunMetrics;
import io.stallmark.experiment.ExperimentPlan;
import io.stallmark.experiment.ExperimentPlanText;
import io.stallmark.experiment.PlannedRun;
import io.stallmark.report.FigureFormat;
import io.stallmark.report.TextLines;
import io.stallmark.report.TrustCause;
import io.stallmark.report.compare.StoredRun;
import io.stallmark.report.file.ResultFiles;
import io.stallmark.report.table.FigureTable;
import io.stallmark.report.table.TextTable;
import io.stallmark.result.Percentile;
import io.stallmark.result.metric.CostMetric;
import io.stallmark.text.Text;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;

/**
 * Metrics of each run of an experiment, as a table for readers and as CSV. Repeated runs of a label
 * have median, minimum and maximum of each metric. A single run that was repeated also has the mean
 * with its confidence interval.
 */
final class RunTable {

  /** Name of the CSV file. */
  static final String CSV = "experiment.csv";

  /** Minimum number of runs for a useful confidence interval. */
  private static final int ENOUGH = 3;

  private static final int BYTES = -1;

  /**
   * A metric in the table and the CSV.
   *
   * @param head header of the column in the table; empty: the table does not have it
   * @param digits decimals in the table; negative: a size in bytes
   * @param optional whether the table has it only if a run reports it
   */
  private record Column(RunMetric metric, String head, int digits, boolean optional) {

    static Column of(String id, String head, int digits) {
      return new Column(RunMetrics.of(id), head, digits, false);
    }

    static Column optional(String id, String head, int digits) {
      return new Column(RunMetrics.of(id), head, digits, true);
    }

    String format(double value) {
      return digits < 0 && !Double.isNaN(value)
          ? ExperimentPlanText.bytes(Math.round(value))
          : FigureFormat.figure(value, digits);
    }
  }

  /** Heads of the columns of the short table. */
  private static final Set<String> IMPORTANT =
      Set.of("trans/s,rows/s,p50 ms,p99 ms,stalls,stalled s,file,errors,headline".split(","));

  /** Those that the short table leaves out if it is wider than a terminal, in this order. */
  private static final List<String> UNIMPORTANT =
      List.of("stalled s", "file", "p50 ms", "rows/s", "errors");

  private static final Column OWN_STALLS = Column.of("generator_stalls", "", 0);

  private static final List<Column> COLUMNS =
      List.of(
          Column.of("transactions_per_s", "trans/s", 1),
          Column.of("rows_per_s", "rows/s", 0),
          Column.of(Percentile.P50.metric(""), "p50 ms", 2),
          Column.of(Percentile.P95.metric(""), "p95 ms", 2),
          Column.of(Percentile.P99.metric(""), "p99 ms", 2),
          Column.of("stalls", "stalls", 0),
          Column.of("stalls_total_s", "stalled s", 2),
          Column.of("longest_stall_s", "longest s", 2),
          OWN_STALLS,
          Column.of("data_bytes", "data", BYTES),
          Column.of("index_bytes", "index", BYTES),
          Column.of("file_bytes", "file", BYTES),
          Column.of("retries", "retries", 0),
          Column.of("errors", "errors", 0),
          Column.optional(CostMetric.READS.perTransaction(), "reads/t", 3),
          Column.optional(CostMetric.WRITES.perTransaction(), "writes/t", 3),
          Column.optional(CostMetric.READ.perTransaction(), "kB read/t", 3),
          Column.optional(CostMetric.WRITTEN.perTransaction(), "kB writ./t", 3),
          Column.optional(CostMetric.CPU.perTransaction(), "CPU µs/t", 0),
          Column.optional("stored_bytes_per_row", "B/row", 1),
          Column.optional("different_replies_percent", "differ %", 3),
          Column.optional("headline", "headline", 1));

  /** A row of figures: a run, or a summary of repeated ones. */
  private record Row(
      String label,
      String repetition,
      String state,
      ToDoubleFunction<RunMetric> figures,
      RunRecord record) {

    double value(Column column) {
      return figures.applyAsDouble(column.metric);
    }
  }

  /** A summary statistic of repeated runs, with its name in the CSV and its head. */
  private record Summary(String name, String head, ToDoubleFunction<DoubleStream> of) {
    /** Value of a metric; NaN if it is a percentile of which one of them has too few samples. */
    double value(Collection<RunRecord> runs, RunMetric metric) {
      return runs.stream().anyMatch(run -> run.lacks(metric))
          ? Double.NaN
          : of.applyAsDouble(runs.stream().mapToDouble(run -> run.value(metric)));
    }
  }

  private static final Summary MEDIAN =
      new Summary("median", "median", all -> Spread.of(all).median());
  private static final Summary MIN = new Summary("min", "min", all -> Spread.of(all).least());
  private static final Summary MAX = new Summary("max", "max", all -> Spread.of(all).most());
  private static final List<Summary> MEANS =
      List.of(
          new Summary("mean", "mean", all -> MeanEstimate.of(all).value()),
          new Summary("mean_low_95", "95 % from", all -> MeanEstimate.of(all).low()),
          new Summary("mean_high_95", "to", all -> MeanEstimate.of(all).high()));

  private final ExperimentResults results;
  private final ExperimentPlan plan;
  private final Map<String, List<RunRecord>> byLabel;
  private final List<RunRecord> records;

  RunTable(ExperimentResults results) {
    this.results = results;
    plan = results.plan();
    byLabel = results.byLabel();
    records = plan.runs().stream().map(results::record).toList();
  }

  /** Returns the lines for a terminal, within 80 columns: the important metrics. */
  List<String> lines() {
    List<Column> shown = new ArrayList<>(important());
    TextTable table = table(shown, false);
    for (String head : UNIMPORTANT) {
      if (table.lines().stream().anyMatch(line -> line.length() > TextLines.WIDTH)) {
        shown.removeIf(column -> column.head.equals(head));
        table = table(shown, false);
      }
    }
    List<String> lines = new ArrayList<>(table.lines());
    notes().forEach(note -> lines.addAll(TextLines.wrapped(note)));
    return lines;
  }

  /** Returns the lines as Markdown. */
  List<String> markdown() {
    List<String> lines = new ArrayList<>(table(important(), false).markdown());
    notes().forEach(note -> lines.addAll(List.of("", note.strip())));
    return lines;
  }

  private List<Column> important() {
    return COLUMNS.stream()
        .filter(column -> IMPORTANT.contains(column.head))
        .filter(column -> MAX.value(records, column.metric) > 0)
        .toList();
  }

  private List<String> notes() {
    List<String> lines = new ArrayList<>();
    addStates(lines);
    lines.addAll(ExperimentPlanText.leftOut(plan));
    List<StoredRun> doubted =
        records.stream()
            .filter(RunRecord::untrusted)
            .map(RunRecord::run)
            .filter(Objects::nonNull)
            .toList();
    if (!doubted.isEmpty()) {
      lines.add(
          Text.format(
              "  UNTRUSTED: %d of %d runs. In the first, %s. See %s",
              doubted.size(),
              records.size(),
              TrustCause.doubt(doubted.get(0).document()),
              ResultFiles.PAGE));
    }
    addVerified(lines);
    return lines;
  }

  private TextTable table(List<Column> shown, boolean extremes) {
    if (!plan.isRepeatedRun()) {
      String title = "Experiment " + plan.experiment().name() + ", --scale " + plan.scaleText();
      return columns(shown).table("runs", title, rows(extremes));
    }
    List<RunRecord> runs = byLabel.values().iterator().next();
    String title = results.subject() + ", " + FigureFormat.count(runs.size(), "run");
    return means(runs).table("runs", title, reported(shown, runs));
  }

  /** Returns the columns of a table whose rows are runs. */
  private FigureTable<Row> columns(List<Column> shown) {
    FigureTable<Row> table =
        new FigureTable<Row>(CSV)
            .label("run", Row::label)
            .column("label", Row::label)
            .column("repetition", Row::repetition)
            .column("state", Row::state);
    COLUMNS.forEach(each -> table.figure(each.metric.id(), row -> row.value(each)));
    shown.forEach(each -> table.texts(each.head, row -> each.format(row.value(each))));
    return table
        .column("directory", row -> results.relative(row.record.directory()))
        .column("verified", row -> row.record.verified())
        .column("trusted", row -> row.record.trusted());
  }

  /** Returns the columns of a table whose rows are metrics of a repeated run. */
  private static FigureTable<Column> means(List<RunRecord> runs) {
    boolean few = completed(runs) < ENOUGH;
    FigureTable<Column> table = new FigureTable<Column>().label("", Column::head);
    List<Summary> summaries = new ArrayList<>(MEANS);
    summaries.addAll(List.of(MIN, MAX));
    for (Summary each : summaries) {
      boolean known = !few || !each.name.contains("_95");
      table.texts(
          each.head,
          column -> known ? column.format(each.value(runs, column.metric)) : FigureFormat.NONE);
    }
    return table;
  }

  private static List<Column> reported(List<Column> shown, List<RunRecord> runs) {
    return shown.stream()
        .filter(column -> !Double.isNaN(MEDIAN.value(runs, column.metric)))
        .toList();
  }

  /** Adds why the means of a repeated run have no interval, and the runs without results. */
  private void addStates(List<String> lines) {
    long completed = completed(records);
    if (plan.isRepeatedRun() && completed < ENOUGH) {
      lines.add(
          Text.format(
              "  %s %s no reliable interval; 3 or more are needed.",
              FigureFormat.count(completed, "run"), completed == 1 ? "gives" : "give"));
    }
    plan.runs().forEach(run -> addState(run, lines));
    results.addMissedLimits("  ", lines);
  }

  /** Returns the lines for a terminal with every metric and reason. */
  List<String> details() {
    List<Column> shown =
        COLUMNS.stream()
            .filter(column -> !column.head.isEmpty())
            .filter(
                column -> !column.optional || Double.isFinite(MAX.value(records, column.metric)))
            .toList();
    List<String> lines = new ArrayList<>(table(shown, true).lines());
    addStates(lines);
    if (shown.stream().anyMatch(column -> column.head.endsWith("/t"))) {
      lines.add("  /t: for each transaction.");
    }
    lines.addAll(ExperimentPlanText.leftOut(plan));
    plan.runs().forEach(run -> addDoubts(run, lines));
    addStalls(lines);
    addVerified(lines);
    return lines;
  }

  private void addVerified(List<String> lines) {
    if (plan.experiment().execution().verifies()) {
      long verified = records.stream().filter(RunTable::isVerified).count();
      lines.add("  Verified after the run: " + verified + " of " + plan.runs().size() + ".");
    }
  }

  /**
   * Returns a row for each label with completed runs.
   *
   * @param extremes whether a repeated run has minimum and maximum too
   */
  private List<Row> rows(boolean extremes) {
    List<Row> rows = new ArrayList<>();
    byLabel.forEach(
        (label, runs) -> {
          long completed = completed(runs);
          if (completed > 0) {
            String some = completed == runs.size() ? "" : " (%d of %d)";
            String median = " median" + Text.format(some, completed, runs.size());
            rows.add(row(runs.size() == 1 ? label : label + median, MEDIAN, runs));
          }
          if (completed > 0 && runs.size() > 1 && extremes) {
            rows.add(row("  min", MIN, runs));
            rows.add(row("  max", MAX, runs));
          }
        });
    return rows;
  }

  private static Row row(String name, Summary summary, List<RunRecord> runs) {
    return new Row(
        name,
        summary.name,
        "completed:" + completed(runs),
        metric -> summary.value(runs, metric),
        RunRecord.NONE);
  }

  private Row row(PlannedRun run) {
    RunRecord record = results.record(run);
    String repetition = Integer.toString(run.repetition());
    return new Row(run.label(), repetition, state(run), record::value, record);
  }

  private static long completed(List<RunRecord> runs) {
    return runs.stream().filter(RunRecord::completed).count();
  }

  private static boolean isVerified(RunRecord record) {
    return record.verified().equals("yes");
  }

  private void addState(PlannedRun run, List<String> lines) {
    RunRecord record = results.record(run);
    if (!record.completed()) {
      String reason = results.failures().getOrDefault(run.name(), record.reason());
      lines.add(
          (state(run).equals("failed") ? "  FAILED  " : "  NOT RUN ")
              + run.name()
              + (reason.isEmpty() ? "" : ": " + reason));
    }
  }

  private void addDoubts(PlannedRun run, List<String> lines) {
    RunRecord record = results.record(run);
    if (record.run() != null && record.untrusted()) {
      String doubts = String.join(" ", record.run().doubts());
      lines.add("  NOT TO BE TRUSTED  " + run.name() + ": " + doubts);
    }
  }

  private void addStalls(List<String> lines) {
    double[] own =
        records.stream()
            .filter(RunRecord::completed)
            .mapToDouble(record -> record.value(OWN_STALLS.metric))
            .toArray();
    long unjudged = DoubleStream.of(own).filter(Double::isNaN).count();
    if (unjudged > 0) {
      lines.add(
          "  –  Too short to be judged for stalls: "
              + FigureFormat.count(unjudged, "run")
              + ". The first 3 s only determine the usual rate.");
    }
    long sum = (long) DoubleStream.of(own).filter(count -> !Double.isNaN(count)).sum();
    if (sum > 0) {
      lines.add(
          Text.format(
              "  %s %s the generator's own; stalls.csv of the runs says which.",
              FigureFormat.count(sum, "stall"), sum == 1 ? "was" : "were"));
    }
  }

  /** Returns the CSV: each run, and the summaries of repeated runs. */
  String csv() {
    List<Row> rows = new ArrayList<>(plan.runs().stream().map(this::row).toList());
    List<Summary> summaries = new ArrayList<>();
    if (plan.experiment().execution().repeat() > 1) {
      summaries.addAll(List.of(MEDIAN, MIN, MAX));
    }
    if (plan.isRepeatedRun()) {
      summaries.addAll(MEANS);
    }
    byLabel.forEach((label, runs) -> summaries.forEach(each -> rows.add(row(label, each, runs))));
    return columns(List.of()).content(rows);
  }

  private String state(PlannedRun run) {
    RunRecord record = results.record(run);
    return record.completed()
        ? "completed"
        : results.failures().containsKey(run.name())
            ? "failed"
            : record.state().isEmpty() ? "not_run" : record.state();
  }
}
