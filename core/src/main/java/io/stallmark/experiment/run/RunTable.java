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
import io.stallmark.report.compare.StoredRun;
import io.stallmark.report.file.ResultFiles;
import io.stallmark.report.text.Headline;
import io.stallmark.text.Text;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.DoubleFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

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

  /**
   * A metric in the table and the CSV.
   *
   * @param head header of the column in the table; empty: the table does not have it
   * @param format format of a value in the table
   * @param optional whether the table has it only if a run reports it
   */
  private record Column(
      RunMetric metric, String head, DoubleFunction<String> format, boolean optional) {

    static Column of(String id, String head, DoubleFunction<String> format) {
      return new Column(RunMetrics.of(id), head, format, false);
    }

    static Column of(String id, String head, int digits) {
      return of(id, head, value -> FigureTable.figure(value, digits));
    }

    static Column optional(String id, String head, int digits) {
      Column column = of(id, head, digits);
      return new Column(column.metric, head, column.format, true);
    }

    static Column bytes(String id, String head) {
      return of(id, head, value -> ExperimentPlanText.bytes(Math.round(value)));
    }

    String words(double value) {
      return Double.isNaN(value) ? FigureTable.UNKNOWN : format.apply(value);
    }
  }

  /** Heads of the columns of the short table. */
  private static final Set<String> IMPORTANT =
      Set.of("trans/s", "rows/s", "p50 ms", "p99 ms", "stalls", "stalled s", "file", "errors");

  /** Those that the short table leaves out if it is wider than a terminal, in this order. */
  private static final List<String> UNIMPORTANT =
      List.of("stalled s", "file", "p50 ms", "rows/s", "errors");

  private static final Column OWN_STALLS = Column.of("generator_stalls", "", 0);

  private static final List<Column> COLUMNS =
      List.of(
          Column.of("transactions_per_s", "trans/s", 1),
          Column.of("rows_per_s", "rows/s", 0),
          Column.of("p50_ms", "p50 ms", 2),
          Column.of("p95_ms", "p95 ms", 2),
          Column.of("p99_ms", "p99 ms", 2),
          Column.of("stalls", "stalls", 0),
          Column.of("stalls_total_s", "stalled s", 2),
          Column.of("longest_stall_s", "longest s", 2),
          OWN_STALLS,
          Column.bytes("data_bytes", "data"),
          Column.bytes("index_bytes", "index"),
          Column.bytes("file_bytes", "file"),
          Column.of("retries", "retries", 0),
          Column.of("errors", "errors", 0),
          Column.optional("reads_per_transaction", "reads/t", 3),
          Column.optional("writes_per_transaction", "writes/t", 3),
          Column.optional("read_kb_per_transaction", "kB read/t", 3),
          Column.optional("written_kb_per_transaction", "kB writ./t", 3),
          Column.optional("cpu_us_per_transaction", "CPU µs/t", 0),
          Column.optional("stored_bytes_per_row", "B/row", 1),
          Column.optional("different_replies_percent", "differ %", 3));

  /** A summary statistic of repeated runs, with its name in the CSV. */
  private record Summary(String name, ToDoubleFunction<DoubleStream> of) {
    /** Value of a metric; NaN if it is a percentile of which one of them has too few samples. */
    double value(Collection<RunRecord> runs, Column column) {
      if (runs.stream().anyMatch(run -> run.lacks(column.metric()))) {
        return Double.NaN;
      }
      return of.applyAsDouble(runs.stream().mapToDouble(run -> run.value(column.metric())));
    }

    String words(Collection<RunRecord> runs, Column column) {
      return column.words(value(runs, column));
    }
  }

  private static final Summary MEDIAN = new Summary("median", all -> Spread.of(all).median());
  private static final Summary MIN = new Summary("min", all -> Spread.of(all).least());
  private static final Summary MAX = new Summary("max", all -> Spread.of(all).most());
  private static final List<Summary> MEANS =
      List.of(
          new Summary("mean", all -> MeanEstimate.of(all).value()),
          new Summary("mean_low_95", all -> MeanEstimate.of(all).low()),
          new Summary("mean_high_95", all -> MeanEstimate.of(all).high()));

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
    FigureTable table = table(shown, false);
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
        .filter(column -> MAX.value(records, column) > 0)
        .toList();
  }

  private List<String> notes() {
    List<String> lines = new ArrayList<>();
    addFewRuns(lines);
    plan.runs().forEach(run -> addState(run, lines));
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
              Headline.doubt(doubted.get(0).document()),
              ResultFiles.PAGE));
    }
    addVerified(lines);
    return lines;
  }

  private FigureTable table(List<Column> shown, boolean extremes) {
    if (!plan.isRepeatedRun()) {
      String title = "Experiment " + plan.experiment().name() + ", --scale " + plan.scaleText();
      return new FigureTable("runs", title, rows(shown, extremes));
    }
    List<RunRecord> runs = byLabel.values().iterator().next();
    String title = results.subject() + ", " + FigureFormat.count(runs.size(), "run");
    return new FigureTable("runs", title, means(shown, runs));
  }

  /** Adds why the means of a repeated run have no interval. */
  private void addFewRuns(List<String> lines) {
    long completed = completed(records);
    if (plan.isRepeatedRun() && completed < ENOUGH) {
      lines.add(
          "  "
              + FigureFormat.count(completed, "run")
              + (completed == 1 ? " gives" : " give")
              + " no reliable interval; make 3 or more.");
    }
  }

  /** Returns the lines for a terminal with every metric and reason. */
  List<String> details() {
    List<Column> shown =
        COLUMNS.stream()
            .filter(column -> !column.head.isEmpty())
            .filter(column -> !column.optional || Double.isFinite(MAX.value(records, column)))
            .toList();
    List<String> lines = new ArrayList<>(table(shown, true).lines());
    addFewRuns(lines);
    plan.runs().forEach(run -> addState(run, lines));
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
    if (plan.experiment().verifies()) {
      long verified = records.stream().filter(RunTable::isVerified).count();
      lines.add("  Verified after the run: " + verified + " of " + plan.runs().size() + ".");
    }
  }

  /** Returns a row for each metric. */
  private List<List<String>> means(List<Column> shown, List<RunRecord> runs) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("", "mean", "95 % from", "to", "min", "max"));
    List<Summary> summaries = new ArrayList<>(MEANS);
    summaries.addAll(List.of(MIN, MAX));
    for (Column column : shown) {
      if (!Double.isNaN(MEDIAN.value(runs, column))) {
        List<String> row = new ArrayList<>(List.of(column.head));
        boolean few = completed(runs) < ENOUGH;
        for (Summary each : summaries) {
          boolean known = !few || !each.name.contains("_95");
          row.add(known ? each.words(runs, column) : FigureTable.UNKNOWN);
        }
        rows.add(row);
      }
    }
    return rows;
  }

  /**
   * Returns a row for each label with completed runs.
   *
   * @param extremes whether a repeated run has minimum and maximum too
   */
  private List<List<String>> rows(List<Column> shown, boolean extremes) {
    List<List<String>> rows = new ArrayList<>();
    List<String> head = new ArrayList<>(List.of("run"));
    shown.forEach(column -> head.add(column.head));
    rows.add(head);
    byLabel.forEach(
        (label, runs) -> {
          long completed = completed(runs);
          if (completed > 0 && runs.size() == 1) {
            rows.add(row(shown, label, MEDIAN, runs));
          } else if (completed > 0) {
            String some = completed == runs.size() ? "" : " (%d of %d)";
            String median = " median" + Text.format(some, completed, runs.size());
            rows.add(row(shown, label + median, MEDIAN, runs));
            if (extremes) {
              rows.add(row(shown, "  min", MIN, runs));
              rows.add(row(shown, "  max", MAX, runs));
            }
          }
        });
    return rows;
  }

  private static List<String> row(
      List<Column> shown, String name, Summary summary, List<RunRecord> runs) {
    List<String> row = new ArrayList<>(List.of(name));
    shown.forEach(column -> row.add(summary.words(runs, column)));
    return row;
  }

  private static long completed(List<RunRecord> runs) {
    return runs.stream().filter(RunRecord::completed).count();
  }

  private static boolean isVerified(RunRecord record) {
    return record.run() != null && record.run().verified().equals("yes");
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
              + ". The first 3 s only show what is usual.");
    }
    long sum = (long) DoubleStream.of(own).filter(count -> !Double.isNaN(count)).sum();
    if (sum > 0) {
      lines.add(
          "  "
              + FigureFormat.count(sum, "stall")
              + (sum == 1 ? " was" : " were")
              + " the generator's own; stalls.csv of the runs says which.");
    }
  }

  /** Returns the CSV: each run, and the summaries of repeated runs. */
  String csv() {
    List<Object> head = new ArrayList<>(List.of("label", "repetition", "state"));
    COLUMNS.forEach(column -> head.add(column.metric.id()));
    head.addAll(List.of("directory", "verified", "trusted"));
    StringBuilder csv = new StringBuilder(ExperimentResults.csv(head));
    for (PlannedRun run : plan.runs()) {
      RunRecord record = results.record(run);
      @Nullable Path attempt = record.directory();
      @Nullable StoredRun stored = record.run();
      List<Object> row = new ArrayList<>(List.of(run.label(), run.repetition(), state(run)));
      COLUMNS.forEach(column -> row.add(record.value(column.metric)));
      row.add(attempt == null ? "" : results.directory().relativize(attempt));
      row.add(stored == null ? "" : stored.verified());
      row.add(stored == null || !record.completed() ? "" : stored.trusted());
      csv.append(ExperimentResults.csv(row));
    }
    List<Summary> summaries = new ArrayList<>();
    if (plan.experiment().repeat() > 1) {
      summaries.addAll(List.of(MEDIAN, MIN, MAX));
    }
    if (plan.isRepeatedRun()) {
      summaries.addAll(MEANS);
    }
    byLabel.forEach(
        (label, runs) -> {
          for (Summary each : summaries) {
            List<Object> row =
                new ArrayList<>(List.of(label, each.name, "completed:" + completed(runs)));
            COLUMNS.forEach(column -> row.add(each.value(runs, column)));
            row.addAll(List.of("", "", ""));
            csv.append(ExperimentResults.csv(row));
          }
        });
    return csv.toString();
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
