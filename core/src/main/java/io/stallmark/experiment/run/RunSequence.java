package io.stallmark.experiment.run;

import io.stallmark.experiment.ExperimentPlan;
import io.stallmark.experiment.ExperimentPlanText;
import io.stallmark.experiment.PlannedRun;
import io.stallmark.experiment.PlannedRun.Claim;
import io.stallmark.experiment.result.ExperimentDirectory;
import io.stallmark.experiment.result.OperationTable;
import io.stallmark.experiment.result.PublishedForm;
import io.stallmark.experiment.result.ResultTable;
import io.stallmark.experiment.result.RunRecord;
import io.stallmark.report.Terminal;
import io.stallmark.report.file.ResultFiles;
import io.stallmark.report.page.PageTable;
import io.stallmark.report.page.ReportPage;
import io.stallmark.run.RunReport;
import io.stallmark.run.RunReport.Exit;
import io.stallmark.spec.Redactor;
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
import java.util.Map;

/** Executes the runs of an experiment one after the other. Used once. */
public final class RunSequence {

  /**
   * Number of successive runs with an unreachable server after which its other runs are skipped.
   */
  private static final int GONE = 2;

  private static final DateTimeFormatter START =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH-mm-ss").withZone(ZoneId.systemDefault());

  private final PlannedRuns runs;
  private final ExperimentPlan plan;
  private final ExperimentDirectory results;
  private final Terminal terminal;
  private final Redactor redactor;
  private final Map<String, String> failures = new LinkedHashMap<>();
  private final Map<String, Integer> away = new HashMap<>();
  private RunReport failed = RunReport.NOTHING; // the report of the last failed run

  public RunSequence(
      PlannedRuns runs, ExperimentPlan plan, ExperimentDirectory results, Terminal terminal) {
    this.runs = runs;
    this.plan = plan;
    this.results = results;
    this.terminal = terminal;
    redactor = terminal.redactor();
  }

  /** The default directory for the results of several runs. */
  public static Path directory(String name) {
    return Path.of("results", START.format(Instant.now()) + "-" + name);
  }

  /** Executes the runs that are not completed. Returns the exit code of the command. */
  public Exit run() throws IOException {
    int number = 0;
    for (PlannedRun run : plan.runs()) {
      number++;
      if (runs.stopped()) {
        break;
      }
      String which = "Run " + number + " of " + plan.runs().size() + ", " + run.name();
      if (results.record(run).completed()
          && (run.claim() == Claim.FIRST || results.marks(run).isEmpty())) {
        terminal.notice(which + ": completed before");
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
      failures.put(run.name(), "not tried, the database " + place + " stayed away");
      return;
    }
    if (run.claim() == Claim.NEXT && !hasTables(run)) {
      failures.put(
          run.name(),
          results.record(first(run)).completed()
              ? "the tables of the first run are gone; give another --out to begin with new ones"
              : "not tried, there are no tables without " + first(run).name());
      return;
    }
    RunReport ended = dropLeftovers(run);
    if (ended.exit() == Exit.WELL && !results.record(run).completed()) {
      terminal.result(which);
      ended = runs.run(run.place(), run.spec().to(ExperimentDirectory.of(results.path(), run)));
      terminal.result("");
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
    failures.put(run.name(), ended.complaint());
  }

  /**
   * Drops tables on the next run's database that earlier runs could not drop, because they were
   * killed or the server was unreachable.
   */
  private RunReport dropLeftovers(PlannedRun next) throws IOException {
    for (PlannedRun run : plan.runs()) {
      boolean wanted = run.label().equals(next.label()) && hasTables(next);
      if (run.place().equals(next.place()) && !wanted) {
        RunReport ended =
            drop(run, "Dropping the tables that an unfinished run left behind, " + run.name());
        if (ended.exit() != Exit.WELL) {
          return ended;
        }
      }
    }
    return RunReport.NOTHING;
  }

  /** Whether the first run of the same label has left its tables to this one. */
  private boolean hasTables(PlannedRun run) {
    PlannedRun first = first(run);
    return first.claim() == Claim.FIRST
        && results.record(first).completed()
        && !results.marks(first).isEmpty();
  }

  private PlannedRun first(PlannedRun run) {
    return plan.runs().stream()
        .filter(other -> other.label().equals(run.label()))
        .findFirst()
        .orElse(run);
  }

  /** Drops the tables that the runs of a label share, when the last of these runs is completed. */
  private void dropKept(PlannedRun last) throws IOException {
    List<PlannedRun> shared =
        plan.runs().stream().filter(run -> run.label().equals(last.label())).toList();
    if (shared.stream().allMatch(run -> results.record(run).completed())) {
      for (PlannedRun run : shared) {
        note(run, drop(run, "Dropping the tables of " + run.label()));
      }
    }
  }

  private RunReport drop(PlannedRun run, String notice) throws IOException {
    List<Path> marks = results.marks(run);
    if (!marks.isEmpty() && !run.place().embedded()) {
      terminal.notice(notice);
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

  private Exit end() throws IOException {
    ResultTable table = new ResultTable(results.path(), plan, redacted());
    table.lines().forEach(terminal::result);
    results.write(ResultTable.CSV, table.csv());
    OperationTable operations = new OperationTable(results.path(), plan);
    results.write(OperationTable.CSV, operations.csv());
    if (!operations.lines().isEmpty()) {
      terminal.result("");
      operations.lines().forEach(terminal::result);
    }
    List<PageTable> article = List.of();
    if (!plan.experiment().published().isEmpty()) {
      PublishedForm form = new PublishedForm(results.path(), plan);
      terminal.result("");
      form.lines().forEach(terminal::result);
      results.write(PublishedForm.FILE, String.join("\n", form.lines()));
      article = form.pageTables();
    }
    page(article);
    terminal.result("  all of it: " + results.path());
    if (runs.stopped() && table.missing() > 0) {
      terminal.error(
          "interrupted with "
              + table.missing()
              + " of "
              + plan.runs().size()
              + " runs to go; the same command with --out "
              + results.path()
              + " goes on");
      return Exit.INTERRUPTED;
    }
    if (failed.exit() != Exit.WELL && failed.exit() != Exit.FAILED && nothingStarted()) {
      terminal.error(failed.complaint());
      return failed.exit();
    }
    if (table.missing() > 0) {
      terminal.error(
          table.missing()
              + " of "
              + plan.runs().size()
              + " runs failed; the same command with --out "
              + results.path()
              + " tries them again");
      return Exit.FAILED;
    }
    return Exit.WELL;
  }

  private boolean nothingStarted() {
    return plan.runs().stream().allMatch(run -> results.record(run).directory() == null);
  }

  /** Writes one report page of all completed runs, below the article's figures if there are any. */
  private void page(List<PageTable> article) {
    List<ReportPage.Entry> entries = new ArrayList<>();
    for (PlannedRun run : plan.runs()) {
      RunRecord record = results.record(run);
      if (record.completed() && record.directory() != null) {
        entries.add(new ReportPage.Entry(run.name(), record.directory(), run.label()));
      }
    }
    if (entries.isEmpty()) {
      return;
    }
    try {
      Path file = results.path().resolve(ResultFiles.PAGE);
      ReportPage.write(entries, heading(entries.size()), Map.of("tables", article), file);
    } catch (IOException e) {
      terminal.warning(String.valueOf(e.getMessage()));
    }
  }

  private ReportPage.Heading heading(int completed) {
    List<String> warnings = new ArrayList<>();
    ExperimentPlanText.leftOut(plan).forEach(line -> warnings.add(line.strip()));
    if (completed < plan.runs().size()) {
      warnings.add(completed + " of " + plan.runs().size() + " runs are completed.");
    }
    redacted().forEach((name, reason) -> warnings.add(name + " failed: " + reason));
    String about =
        plan.isRepeatedRun()
            ? plan.experiment().description()
            : plan.experiment().description()
                + " · --scale "
                + plan.scale().stripTrailingZeros().toPlainString();
    return new ReportPage.Heading(plan.experiment().name(), about, warnings);
  }

  private Map<String, String> redacted() {
    Map<String, String> redacted = new LinkedHashMap<>();
    failures.forEach((name, reason) -> redacted.put(name, redactor.redact(reason)));
    return redacted;
  }
}
