package io.stallmark.experiment.result;

import io.stallmark.analysis.MeanEstimate;
import io.stallmark.analysis.Spread;
import io.stallmark.experiment.ExperimentPlan;
import io.stallmark.experiment.ExperimentPlanText;
import io.stallmark.experiment.PlannedRun;
import io.stallmark.report.FigureFormat;
import io.stallmark.report.compare.StoredRun;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/**
 * The results of an experiment, as a table for readers and as CSV. Repeated runs of a label have
 * median, minimum and maximum of each metric. A single run that was repeated also has the mean with
 * its confidence interval.
 */
public final class ResultTable {

  /** Name of the CSV file. */
  public static final String CSV = "experiment.csv";

  /** Minimum number of runs for a useful confidence interval. */
  private static final int ENOUGH = 3;

  private static final int DIGITS = 6;

  /** A summary statistic of repeated runs, with its name in the CSV. */
  private record Summary(String name, ToDoubleFunction<DoubleStream> of) {}

  private static final Summary MEDIAN = new Summary("median", all -> Spread.of(all).median());
  private static final Summary MIN = new Summary("min", all -> Spread.of(all).least());
  private static final Summary MAX = new Summary("max", all -> Spread.of(all).most());
  private static final List<Summary> MEANS =
      List.of(
          new Summary("mean", all -> MeanEstimate.of(all).value()),
          new Summary("mean_low_95", all -> MeanEstimate.of(all).low()),
          new Summary("mean_high_95", all -> MeanEstimate.of(all).high()));

  private final Path directory;
  private final ExperimentPlan plan;
  private final Map<PlannedRun, RunRecord> records = new LinkedHashMap<>();
  private final Map<String, List<RunRecord>> byLabel = new LinkedHashMap<>();
  private final Map<String, String> failures;
  private final List<ResultColumn> shown;

  /**
   * Creates the table from the results in a directory.
   *
   * @param failures reasons of failed runs that left no results, by run name
   */
  public ResultTable(Path directory, ExperimentPlan plan, Map<String, String> failures) {
    this.directory = directory;
    this.plan = plan;
    this.failures = failures;
    for (PlannedRun run : plan.runs()) {
      RunRecord record = ExperimentDirectory.record(directory, run);
      records.put(run, record);
      byLabel.computeIfAbsent(run.label(), label -> new ArrayList<>()).add(record);
    }
    shown = ResultColumn.ALL.stream().filter(this::isShown).toList();
  }

  private boolean isShown(ResultColumn column) {
    return switch (column.visibility()) {
      case ALWAYS -> true;
      case REPORTED ->
          records.values().stream().anyMatch(run -> Double.isFinite(run.value(column.metric())));
      case NEVER -> false;
    };
  }

  /** Returns the lines for a terminal. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    if (plan.isRepeatedRun()) {
      List<RunRecord> runs = byLabel.values().iterator().next();
      lines.add(plan.experiment().name() + ", " + FigureFormat.count(runs.size(), "run"));
      lines.addAll(AlignedText.lines(means(runs)));
      long completed = completed(runs);
      if (completed < ENOUGH) {
        lines.add(
            "  An interval of "
                + FigureFormat.count(completed, "run")
                + " says little; make 3 or more.");
      }
    } else {
      lines.add(
          "Experiment "
              + plan.experiment().name()
              + ", --scale "
              + plan.scale().stripTrailingZeros().toPlainString());
      lines.addAll(AlignedText.lines(rows()));
    }
    lines.addAll(notes());
    return lines;
  }

  /** Returns a row for each metric. */
  private List<List<String>> means(List<RunRecord> runs) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("", "mean", "95 % from", "to", "min", "max"));
    List<Summary> summaries = new ArrayList<>(MEANS);
    summaries.addAll(List.of(MIN, MAX));
    for (ResultColumn column : shown) {
      if (!Double.isNaN(value(MEDIAN, runs, column))) {
        List<String> row = new ArrayList<>(List.of(column.head()));
        summaries.forEach(each -> row.add(column.words(value(each, runs, column))));
        rows.add(row);
      }
    }
    return rows;
  }

  /** Returns a row for each label with completed runs, or three rows if the run was repeated. */
  private List<List<String>> rows() {
    List<List<String>> rows = new ArrayList<>();
    List<String> head = new ArrayList<>(List.of("run"));
    shown.forEach(column -> head.add(column.head()));
    rows.add(head);
    byLabel.forEach(
        (label, runs) -> {
          long completed = completed(runs);
          if (completed > 0 && runs.size() == 1) {
            rows.add(row(label, MEDIAN, runs));
          } else if (completed > 0) {
            String some = completed == runs.size() ? "" : " (%d of %d)";
            rows.add(row(label + " median" + some.formatted(completed, runs.size()), MEDIAN, runs));
            rows.add(row("  min", MIN, runs));
            rows.add(row("  max", MAX, runs));
          }
        });
    return rows;
  }

  private List<String> row(String name, Summary summary, List<RunRecord> runs) {
    List<String> row = new ArrayList<>(List.of(name));
    shown.forEach(column -> row.add(column.words(value(summary, runs, column))));
    return row;
  }

  private static double value(Summary summary, List<RunRecord> runs, ResultColumn column) {
    return summary.of.applyAsDouble(runs.stream().mapToDouble(run -> run.value(column.metric())));
  }

  private static long completed(List<RunRecord> runs) {
    return runs.stream().filter(RunRecord::completed).count();
  }

  private List<String> notes() {
    List<String> notes = new ArrayList<>();
    records.forEach(
        (run, record) -> {
          if (!record.completed()) {
            boolean failed = failures.containsKey(run.name()) || record.state().equals("failed");
            String reason = failures.getOrDefault(run.name(), record.reason());
            notes.add(
                (failed ? "  FAILED  " : "  NOT RUN ")
                    + run.name()
                    + (reason.isEmpty() ? "" : ": " + reason));
          }
        });
    if (shown.stream().anyMatch(column -> column.head().endsWith("/t"))) {
      notes.add("  /t: for each transaction.");
    }
    notes.addAll(ExperimentPlanText.leftOut(plan));
    records.forEach(
        (run, record) -> {
          @Nullable StoredRun doubted = record.untrusted() ? record.run() : null;
          if (doubted != null) {
            String doubts = String.join(" ", doubted.doubts());
            notes.add("  NOT TO BE TRUSTED  " + run.name() + ": " + doubts);
          }
        });
    notes.addAll(stallNotes());
    if (plan.experiment().verifies()) {
      long verified = records.values().stream().filter(ResultTable::isVerified).count();
      notes.add("  Verified after the run: " + verified + " of " + plan.runs().size() + ".");
    }
    return notes;
  }

  private static boolean isVerified(RunRecord record) {
    return record.run() != null && record.run().verified().equals("yes");
  }

  private List<String> stallNotes() {
    List<String> notes = new ArrayList<>();
    List<Double> own =
        records.values().stream()
            .filter(RunRecord::completed)
            .map(record -> record.value(ResultColumn.OWN_STALLS.metric()))
            .toList();
    long unjudged = own.stream().filter(count -> count.isNaN()).count();
    if (unjudged > 0) {
      notes.add(
          "  –  Too short to be judged for stalls: "
              + FigureFormat.count(unjudged, "run")
              + ". The first 3 s only show what is usual.");
    }
    long sum = own.stream().filter(count -> !count.isNaN()).mapToLong(Double::longValue).sum();
    if (sum > 0) {
      notes.add(
          "  "
              + FigureFormat.count(sum, "stall")
              + (sum == 1 ? " was" : " were")
              + " the generator's own and not counted; stalls.csv of the runs has them.");
    }
    return notes;
  }

  /** Returns the CSV: each run, and the summaries of repeated runs. */
  public String csv() {
    StringBuilder csv = new StringBuilder("label,repetition,state");
    ResultColumn.ALL.forEach(column -> csv.append(',').append(column.metric().id()));
    csv.append(",directory,verified,trusted\n");
    records.forEach(
        (run, record) -> {
          Path attempt = record.directory();
          @Nullable StoredRun stored = record.run();
          String path = attempt == null ? "" : directory.relativize(attempt).toString();
          csv.append(String.join(",", run.label(), "" + run.repetition(), state(run, record)));
          ResultColumn.ALL.forEach(each -> append(csv, record.value(each.metric())));
          csv.append(',').append(path);
          csv.append(',').append(stored == null ? "" : stored.verified());
          csv.append(',').append(stored == null || !record.completed() ? "" : stored.trusted());
          csv.append('\n');
        });
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
            csv.append(String.join(",", label, each.name, "completed:" + completed(runs)));
            ResultColumn.ALL.forEach(column -> append(csv, value(each, runs, column)));
            csv.append(",,,\n");
          }
        });
    return csv.toString();
  }

  private String state(PlannedRun run, RunRecord record) {
    return record.completed()
        ? "completed"
        : failures.containsKey(run.name())
            ? "failed"
            : record.state().isEmpty() ? "not_run" : record.state();
  }

  /** Appends a CSV field; an unknown value is empty. */
  static void append(StringBuilder csv, double value) {
    csv.append(',');
    if (!Double.isNaN(value)) {
      BigDecimal rounded = BigDecimal.valueOf(value).setScale(DIGITS, RoundingMode.HALF_UP);
      csv.append(rounded.stripTrailingZeros().toPlainString());
    }
  }

  /** The number of runs that are not completed. */
  public long missing() {
    return records.values().stream().filter(record -> !record.completed()).count();
  }
}
