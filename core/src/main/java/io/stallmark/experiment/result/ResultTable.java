package io.stallmark.experiment.result;

import io.stallmark.analysis.Spread;
import io.stallmark.experiment.Plan;
import io.stallmark.experiment.PlanText;
import io.stallmark.experiment.PlannedRun;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * What an experiment came to, as a table for readers and one for machines. A label that was run
 * several times has the median, the least and the most of its figures.
 */
public final class ResultTable {

  /** The file for machines. */
  public static final String CSV = "experiment.csv";

  private static final String MEDIAN = "median";
  private static final String MIN = "min";
  private static final String MAX = "max";

  /** Two runs that happen to be alike, or not, make any interval. */
  private static final int ENOUGH = 3;

  private final Path directory;
  private final Plan plan;
  private final Map<String, List<RunRecord>> byLabel = new LinkedHashMap<>();
  private final Map<String, String> failures;
  private final List<Metric> shown;

  /**
   * @param failures why runs failed, by name, where they left no results that say so
   */
  public ResultTable(Path directory, Plan plan, Map<String, String> failures) {
    this.directory = directory;
    this.plan = plan;
    this.failures = failures;
    for (PlannedRun run : plan.runs()) {
      byLabel
          .computeIfAbsent(run.label(), label -> new ArrayList<>())
          .add(ExperimentDirectory.record(directory, run));
    }
    shown = Metric.ALL.stream().filter(this::isShown).toList();
  }

  private boolean isShown(Metric metric) {
    return Metric.COSTS.contains(metric)
        ? byLabel.values().stream()
            .flatMap(List::stream)
            .anyMatch(run -> Double.isFinite(run.figure(metric)))
        : !metric.equals(Metric.OWN_STALLS);
  }

  /** The lines for a terminal. */
  public List<String> lines() {
    if (plan.isRepeatedRun()) {
      return means();
    }
    List<List<String>> rows = new ArrayList<>();
    List<String> head = new ArrayList<>(List.of("run"));
    shown.forEach(metric -> head.add(metric.head()));
    rows.add(head);
    byLabel.forEach((label, records) -> rows(label, records, rows));
    List<String> lines = new ArrayList<>();
    lines.add(
        "Experiment "
            + plan.experiment().name()
            + ", --scale "
            + plan.scale().stripTrailingZeros().toPlainString());
    lines.addAll(AlignedText.lines(rows));
    lines.addAll(notes());
    return lines;
  }

  private List<String> means() {
    List<RunRecord> records = byLabel.values().iterator().next();
    List<String> lines = new ArrayList<>();
    lines.add(
        plan.experiment().name()
            + ", "
            + (records.size() == 1 ? "1 run" : records.size() + " runs"));
    lines.addAll(AlignedText.lines(new MeanTable(records).rows(shown)));
    long completed = records.stream().filter(RunRecord::completed).count();
    if (completed < ENOUGH) {
      lines.add(
          "  An interval of "
              + completed
              + (completed == 1 ? " run" : " runs")
              + " says little; make 3 or more.");
    }
    lines.addAll(notes());
    return lines;
  }

  private void rows(String label, List<RunRecord> records, List<List<String>> rows) {
    List<RunRecord> completed = records.stream().filter(RunRecord::completed).toList();
    if (completed.isEmpty()) {
      return; // the notes have it
    }
    if (records.size() == 1) {
      rows.add(row(label, completed, Spread::median));
      return;
    }
    String done =
        completed.size() == records.size()
            ? ""
            : " (" + completed.size() + " of " + records.size() + ")";
    rows.add(row(label + " " + MEDIAN + done, completed, Spread::median));
    rows.add(row("  " + MIN, completed, Spread::least));
    rows.add(row("  " + MAX, completed, Spread::most));
  }

  private List<String> row(String name, List<RunRecord> records, ToDoubleFunction<Spread> which) {
    List<String> row = new ArrayList<>(List.of(name));
    for (Metric metric : shown) {
      row.add(metric.words(which.applyAsDouble(spread(records, metric))));
    }
    return row;
  }

  private static Spread spread(List<RunRecord> records, Metric metric) {
    return Spread.of(records.stream().mapToDouble(record -> record.figure(metric)));
  }

  private List<String> notes() {
    List<String> notes = new ArrayList<>();
    for (PlannedRun run : plan.runs()) {
      RunRecord record = ExperimentDirectory.record(directory, run);
      if (!record.completed()) {
        notes.add(
            "  "
                + (failures.containsKey(run.name()) || record.state().equals("failed")
                    ? "FAILED  "
                    : "NOT RUN ")
                + run.name()
                + reason(run, record));
      }
    }
    if (shown.stream().anyMatch(metric -> metric.head().endsWith("/t"))) {
      notes.add("  /t: for each transaction.");
    }
    notes.addAll(PlanText.leftOut(plan));
    notes.addAll(doubts());
    double[] ownStalls =
        byLabel.values().stream()
            .flatMap(List::stream)
            .filter(RunRecord::completed)
            .mapToDouble(record -> record.figure(Metric.OWN_STALLS))
            .toArray();
    notes.addAll(stallNotes(ownStalls));
    long verified =
        byLabel.values().stream()
            .flatMap(List::stream)
            .filter(record -> record.verified().equals("yes"))
            .count();
    if (plan.experiment().verifies()) {
      notes.add("  Verified after the run: " + verified + " of " + plan.runs().size() + ".");
    }
    return notes;
  }

  private List<String> doubts() {
    List<String> notes = new ArrayList<>();
    for (PlannedRun run : plan.runs()) {
      RunRecord record = ExperimentDirectory.record(directory, run);
      if (record.completed() && record.trusted().equals("no")) {
        notes.add("  NOT TO BE TRUSTED  " + run.name() + ": " + String.join(" ", record.doubts()));
      }
    }
    return notes;
  }

  /**
   * @param ownStalls of each completed run; NaN: it was not judged
   */
  private static List<String> stallNotes(double... ownStalls) {
    List<String> notes = new ArrayList<>();
    long unjudged = Arrays.stream(ownStalls).filter(Double::isNaN).count();
    if (unjudged > 0) {
      notes.add(
          "  –  Too short to be judged for stalls: "
              + unjudged
              + (unjudged == 1 ? " run" : " runs")
              + ". The first 3 s only show what is usual.");
    }
    long own = (long) Arrays.stream(ownStalls).filter(count -> !Double.isNaN(count)).sum();
    if (own > 0) {
      notes.add(
          "  "
              + own
              + (own == 1 ? " stall was" : " stalls were")
              + " the generator's own and not counted; stalls.csv of the runs has them.");
    }
    return notes;
  }

  private String reason(PlannedRun run, RunRecord record) {
    String reason = failures.getOrDefault(run.name(), record.reason());
    return reason.isEmpty() ? "" : ": " + reason;
  }

  /** The lines for machines: each run, and for repeated ones what they are together. */
  public String csv() {
    StringBuilder csv = new StringBuilder("label,repetition,state");
    for (Metric metric : Metric.ALL) {
      csv.append(',').append(metric.column());
    }
    csv.append(",directory,verified,trusted\n");
    for (PlannedRun run : plan.runs()) {
      RunRecord record = ExperimentDirectory.record(directory, run);
      Path attempt = record.directory();
      csv.append(run.label())
          .append(',')
          .append(run.repetition())
          .append(',')
          .append(
              record.completed()
                  ? "completed"
                  : failures.containsKey(run.name())
                      ? "failed"
                      : record.state().isEmpty() ? "not_run" : record.state());
      for (Metric metric : Metric.ALL) {
        csv.append(',').append(field(record.completed() ? record.figure(metric) : Double.NaN));
      }
      csv.append(',')
          .append(attempt == null ? "" : directory.relativize(attempt))
          .append(',')
          .append(record.verified())
          .append(',')
          .append(record.completed() ? record.trusted() : "")
          .append('\n');
    }
    if (plan.experiment().repeat() > 1) {
      byLabel.forEach((label, records) -> together(label, records, csv));
    }
    if (plan.isRepeatedRun()) {
      byLabel.forEach((label, records) -> means(label, records, csv));
    }
    return csv.toString();
  }

  private static void together(String label, List<RunRecord> records, StringBuilder csv) {
    List<RunRecord> completed = records.stream().filter(RunRecord::completed).toList();
    Map<String, ToDoubleFunction<Spread>> each = new LinkedHashMap<>();
    each.put(MEDIAN, Spread::median);
    each.put(MIN, Spread::least);
    each.put(MAX, Spread::most);
    each.forEach(
        (name, which) -> {
          csv.append(label).append(',').append(name).append(",completed:").append(completed.size());
          for (Metric metric : Metric.ALL) {
            csv.append(',').append(field(which.applyAsDouble(spread(completed, metric))));
          }
          csv.append(",,,\n");
        });
  }

  private static void means(String label, List<RunRecord> records, StringBuilder csv) {
    long completed = records.stream().filter(RunRecord::completed).count();
    MeanTable means = new MeanTable(records);
    MeanTable.columns()
        .forEach(
            (name, which) -> {
              csv.append(label).append(',').append(name).append(",completed:");
              csv.append(completed);
              for (Metric metric : Metric.ALL) {
                csv.append(',').append(field(which.applyAsDouble(means.mean(metric))));
              }
              csv.append(",,,\n");
            });
  }

  static String field(double figure) {
    return Double.isNaN(figure)
        ? ""
        : BigDecimal.valueOf(figure)
            .setScale(6, java.math.RoundingMode.HALF_UP)
            .stripTrailingZeros()
            .toPlainString();
  }

  /** How many runs are not completed. */
  public long missing() {
    return byLabel.values().stream().flatMap(List::stream).filter(r -> !r.completed()).count();
  }
}
