package io.stallmark.experiment.run;

import io.stallmark.experiment.Experiment;
import io.stallmark.experiment.ExperimentPlan;
import io.stallmark.experiment.ExperimentPlanText;
import io.stallmark.experiment.PlannedRun;
import io.stallmark.experiment.PlannedRun.Claim;
import io.stallmark.experiment.run.PlannedRuns.SequenceReport;
import io.stallmark.report.file.ResultFiles;
import io.stallmark.report.page.ReportPage;
import io.stallmark.report.table.TextTable;
import io.stallmark.run.RunReport;
import io.stallmark.run.RunReport.Exit;
import io.stallmark.spec.Redactor;
import io.stallmark.spec.SpecException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Executes the runs of an experiment one after the other. Used once. */
public final class RunSequence {

  /**
   * Number of successive runs with an unreachable server after which its other runs are skipped.
   */
  private static final int GONE = 2;

  private static final DateTimeFormatter START =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH-mm-ss", Locale.ROOT)
          .withZone(ZoneId.systemDefault());

  private final PlannedRuns runs;
  private final ExperimentPlan plan;
  private final ExperimentDirectory files;
  private final ExperimentResults results;
  private final Redactor redactor;
  private final Map<String, Integer> away = new HashMap<>();
  private RunReport failed = RunReport.NOTHING; // the report of the last failed run

  /**
   * Creates a sequence.
   *
   * @param redactor removes secrets from the reasons of failures
   */
  public RunSequence(
      PlannedRuns runs, ExperimentPlan plan, ExperimentDirectory files, Redactor redactor) {
    this.runs = runs;
    this.plan = plan;
    this.files = files;
    results = files.results();
    this.redactor = redactor;
  }

  /** The default directory for the results of several runs. */
  public static Path directory(String name) {
    return Path.of("results", START.format(Instant.now()) + "-" + name);
  }

  /** Executes the runs that are not completed. */
  public SequenceReport run() throws IOException {
    int number = 0;
    for (PlannedRun run : plan.runs()) {
      number++;
      if (runs.stopped()) {
        break;
      }
      String which = "Run " + number + " of " + plan.runs().size() + ", " + run.name();
      if (results.record(run).ended()
          && (run.claim() == Claim.FIRST || files.marks(run).isEmpty())) {
        boolean missed = !results.record(run).completed();
        runs.notice(which + (missed ? ": missed its service level before" : ": completed before"));
      } else {
        make(run, which);
      }
      dropKept(run);
    }
    return end();
  }

  private void make(PlannedRun run, String which) throws IOException {
    String place = run.place().name();
    if (away.getOrDefault(place, 0) >= GONE) {
      results.fail(run, "not tried, because the database " + place + " was unreachable");
      return;
    }
    if (run.claim() == Claim.NEXT && !hasTables(run)) {
      results.fail(
          run,
          results.record(first(run)).completed()
              ? "the tables of the first run do not exist; give another --out to create new ones"
              : "not tried, there are no tables without " + first(run).name());
      return;
    }
    PlannedRun unfinished = unfinishedStep(run);
    if (unfinished != null) {
      results.fail(run, "not tried, because " + unfinished.name() + " is not completed");
      return;
    }
    RunReport ended = dropLeftovers(run);
    if (ended.exit() == Exit.WELL && !results.record(run).completed()) {
      runs.started(which);
      ended = runs.run(run.place(), run.spec().to(files.of(run)));
      results.add(run, ended);
      runs.ended("");
    }
    note(run, ended);
  }

  private void note(PlannedRun run, RunReport ended) {
    String place = run.place().name();
    if (ended.exit() == Exit.INTERRUPTED || runs.stopped()) {
      return;
    }
    if (ended.unreachable()) {
      away.merge(place, 1, Integer::sum);
    } else {
      away.remove(place);
    }
    if (ended.exit() == Exit.WELL) {
      return;
    }
    failed = ended;
    if (!results.record(run).completed()) { // else it missed a limit, which its record tells
      results.fail(run, redactor.redact(ended.complaint()));
    }
  }

  /**
   * Drops tables on the next run's database that earlier runs could not drop, because they were
   * killed or the server was unreachable.
   */
  private RunReport dropLeftovers(PlannedRun next) throws IOException {
    for (PlannedRun run : plan.runs()) {
      boolean wanted = run.tables().equals(next.tables()) && hasTables(next);
      if (run.place().url().equals(next.place().url()) && !wanted) {
        RunReport ended =
            drop(run, "Dropping the tables that an unfinished run left behind, " + run.name());
        if (ended.exit() != Exit.WELL) {
          return ended;
        }
      }
    }
    return RunReport.NOTHING;
  }

  /** Whether the first run on the same tables has left them to this one. */
  private boolean hasTables(PlannedRun run) {
    PlannedRun first = first(run);
    return first.claim() == Claim.FIRST
        && results.record(first).completed()
        && !files.marks(first).isEmpty();
  }

  /** First step before this one, on the same tables, that has to be repeated; null: none. */
  private @Nullable PlannedRun unfinishedStep(PlannedRun run) {
    if (plan.experiment().execution().steps() == null) {
      return null;
    }
    return plan.runs().stream()
        .takeWhile(other -> !other.equals(run))
        .filter(other -> other.tables().equals(run.tables()))
        .filter(other -> !results.record(other).ended())
        .findFirst()
        .orElse(null);
  }

  private PlannedRun first(PlannedRun run) {
    return plan.runs().stream()
        .filter(other -> other.tables().equals(run.tables()))
        .findFirst()
        .orElse(run);
  }

  /** Drops tables that several runs share, when the last of these runs is completed. */
  private void dropKept(PlannedRun last) throws IOException {
    List<PlannedRun> shared =
        plan.runs().stream().filter(run -> run.tables().equals(last.tables())).toList();
    if (shared.stream().allMatch(run -> results.record(run).ended())) {
      for (PlannedRun run : shared) {
        if (!files.marks(run).isEmpty()) { // otherwise the server was not asked
          note(run, drop(run, "Dropping the tables of " + run.tables()));
        }
      }
    }
  }

  private RunReport drop(PlannedRun run, String notice) throws IOException {
    List<Path> marks = files.marks(run);
    if (!marks.isEmpty() && !run.place().embedded()) {
      runs.notice(notice);
      RunReport ended = runs.drop(run.place(), run.spec());
      if (ended.exit() != Exit.WELL) {
        return ended;
      }
    }
    for (Path mark : marks) {
      Files.delete(mark);
    }
    return RunReport.NOTHING;
  }

  private SequenceReport end() throws IOException {
    RunTable table = new RunTable(results);
    List<String> lines = new ArrayList<>(table.lines());
    List<String> details = new ArrayList<>(table.details());
    List<String> markdown = new ArrayList<>(table.markdown());
    files.write(RunTable.CSV, table.csv());
    OperationTable operations = new OperationTable(results);
    files.write(OperationTable.CSV, operations.csv());
    if (!operations.lines().isEmpty()) {
      details.add("");
      details.addAll(operations.lines());
    }
    List<TextTable> tables = new ArrayList<>();
    if (plan.experiment().execution().steps() != null) {
      StepTable steps = new StepTable(results);
      files.write(StepTable.CSV, steps.csv());
      for (List<String> each : List.of(lines, details)) {
        each.add("");
        each.addAll(steps.brief().lines());
      }
      markdown.add("");
      markdown.addAll(steps.brief().markdown());
      tables.add(steps.page());
    }
    List<String> lost = page(tables);
    Exit exit = exit();
    SequenceReport report =
        new SequenceReport(
                exit, lines, details, markdown, lost, directories(), files.path(), complaint(exit))
            .withoutPage(lost);
    runs.finished(report);
    return report;
  }

  private List<Path> directories() {
    return plan.runs().stream()
        .map(results::record)
        .map(RunRecord::directory)
        .filter(Objects::nonNull)
        .toList();
  }

  private Exit exit() {
    if (results.missing() == 0) {
      return results.missedLimits() == 0 ? Exit.WELL : Exit.FAILED;
    }
    if (runs.stopped()) {
      return Exit.INTERRUPTED;
    }
    return failed.exit() != Exit.WELL && results.nothingStarted() ? failed.exit() : Exit.FAILED;
  }

  private String complaint(Exit exit) {
    return switch (exit) {
      case WELL, FAILED, INTERRUPTED ->
          files.shortfall(
              "runs",
              plan.runs().size(),
              results.missing(),
              results.missedLimits(),
              exit == Exit.INTERRUPTED);
      case USAGE, REFUSED -> failed.complaint();
    };
  }

  /** Writes one report page of all completed runs, below the given tables. */
  private List<String> page(List<TextTable> tables) {
    List<ReportPage.Entry> entries = new ArrayList<>();
    for (PlannedRun run : plan.runs()) {
      RunRecord record = results.record(run);
      if (record.completed() && record.directory() != null) {
        entries.add(new ReportPage.Entry(run.name(), record.directory(), run.label()));
      }
    }
    Map<String, Object> more = new LinkedHashMap<>(new SweepCharts(results).forPage());
    if (plan.experiment().execution().steps() != null) {
      more.putAll(new StepCharts(results).forPage());
    }
    more.putAll(matrix());
    if (plan.isRepeatedRun()) {
      String once = plan.experiment().description();
      more.put("command", once + " --repeat " + plan.experiment().execution().repeat());
    }
    more.put("tables", tables);
    return page(entries, heading(entries.size()), more, files.path());
  }

  /** Returns the axes and the values of each label; empty: nothing varies, or only the step. */
  private Map<String, Object> matrix() {
    Experiment experiment = plan.experiment();
    if (experiment.axisNames().isEmpty() || experiment.execution().steps() != null) {
      return Map.of();
    }
    try {
      return Map.of(
          "matrix", Map.of("axes", experiment.axisNames(), "cells", experiment.coordinates()));
    } catch (SpecException e) {
      throw new IllegalStateException(e); // the plan was made of the same matrix
    }
  }

  /** Writes a page of several runs. Returns why it could not be written; empty: it was. */
  public static List<String> page(
      List<ReportPage.Entry> entries,
      ReportPage.Heading heading,
      Map<String, ?> more,
      Path directory) {
    if (!entries.isEmpty()) {
      try {
        ReportPage.write(entries, heading, more, directory.resolve(ResultFiles.PAGE));
      } catch (IOException e) {
        return List.of(String.valueOf(e.getMessage()));
      }
    }
    return List.of();
  }

  private ReportPage.Heading heading(int completed) {
    List<String> warnings = new ArrayList<>();
    ExperimentPlanText.leftOut(plan).forEach(line -> warnings.add(line.strip()));
    if (completed < plan.runs().size()) {
      warnings.add(completed + " of " + plan.runs().size() + " runs are completed.");
    }
    results.failures().forEach((name, reason) -> warnings.add(name + " failed: " + reason));
    results.addMissedLimits("", warnings);
    String about =
        plan.isRepeatedRun()
            ? "" // the page has the command
            : Stream.of(plan.experiment().description(), "--scale " + plan.scaleText())
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining(" · "));
    return new ReportPage.Heading(results.subject(), about, warnings);
  }
}
