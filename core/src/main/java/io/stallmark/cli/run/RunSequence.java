package io.stallmark.cli.run;

import io.stallmark.cli.job.Passwords;
import io.stallmark.cli.job.Program;
import io.stallmark.cli.signal.SignalRelay;
import io.stallmark.experiment.Place;
import io.stallmark.experiment.Plan;
import io.stallmark.experiment.PlanText;
import io.stallmark.experiment.PlannedRun;
import io.stallmark.experiment.PlannedRun.Claim;
import io.stallmark.experiment.result.ExperimentDirectory;
import io.stallmark.experiment.result.OperationTable;
import io.stallmark.experiment.result.PublishedForm;
import io.stallmark.experiment.result.ResultTable;
import io.stallmark.experiment.result.RunRecord;
import io.stallmark.report.Terminal;
import io.stallmark.report.file.ResultFiles;
import io.stallmark.report.page.Page;
import io.stallmark.report.page.ReportPage;
import io.stallmark.spec.DatabaseUrl;
import io.stallmark.spec.Redactor;
import io.stallmark.spi.Secret;
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
import java.util.Set;

/** The runs of an experiment, one after the other. Used once. */
public final class RunSequence {

  /** A server that was away so often running does not come back by itself. */
  private static final int GONE = 2;

  /** What {@code drop} takes of the arguments of {@code run}. */
  private static final Set<String> OF_DROP =
      Set.of(
          "--url",
          "--driver",
          "--tls",
          "--tls-ca",
          "--password-file",
          "--storage",
          "--seed",
          "--fidelity",
          "-p");

  private static final Program.Ended WELL = new Program.Ended(Program.WELL, null, false);

  private static final DateTimeFormatter START =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH-mm-ss").withZone(ZoneId.systemDefault());

  private final Program program;
  private final SignalRelay relay;
  private final Plan plan;
  private final ExperimentDirectory results;
  private final Path shown;
  private final Terminal terminal;
  private final Redactor redactor;
  private final Map<String, String> failures = new LinkedHashMap<>();
  private final Map<String, Integer> away = new HashMap<>();
  private Program.Ended failed = WELL; // the last that did

  /**
   * @param shown the experiment's directory as the user named it
   */
  public RunSequence(
      Program program, SignalRelay relay, Plan plan, ExperimentDirectory results, Path shown) {
    this.program = program;
    this.relay = relay;
    this.plan = plan;
    this.results = results;
    this.shown = shown;
    terminal = program.terminal();
    redactor = terminal.redactor();
  }

  /** Where the results of several runs go when the user does not say. */
  public static Path directory(String name) {
    return Path.of("results", START.format(Instant.now()) + "-" + name);
  }

  /** Makes what is not completed. Returns the exit code. */
  public int run() throws IOException {
    int number = 0;
    for (PlannedRun run : plan.runs()) {
      number++;
      if (relay.asked()) {
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
    Program.Ended ended = dropLeftovers(run);
    if (ended.code() == Program.WELL && !results.record(run).completed()) {
      terminal.result(which);
      List<String> command = run.command(ExperimentDirectory.of(results.path(), run).toString());
      ended = attempt(run.place(), command);
      terminal.result("");
    }
    note(run, ended);
  }

  private void note(PlannedRun run, Program.Ended ended) {
    String place = run.place().name();
    if (ended.code() == Program.INTERRUPTED || relay.asked()) {
      return;
    }
    if (ended.code() == Program.WELL) {
      away.remove(place);
      return;
    }
    failed = ended;
    away.merge(place, ended.unreachable() ? 1 : -GONE, (a, b) -> b < 0 ? 0 : a + b);
    String complaint = ended.complaint();
    String recorded = results.record(run).reason();
    failures.put(
        run.name(),
        complaint != null
            ? complaint
            : recorded.isEmpty() ? "exit code " + ended.code() : recorded);
  }

  /**
   * What others on its database made and could not drop, because they were killed or it was gone.
   */
  private Program.Ended dropLeftovers(PlannedRun next) throws IOException {
    for (PlannedRun run : plan.runs()) {
      boolean wanted = run.label().equals(next.label()) && hasTables(next);
      if (run.place().equals(next.place()) && !wanted) {
        Program.Ended ended =
            drop(run, "Dropping the tables that an unfinished run left behind, " + run.name());
        if (ended.code() != Program.WELL) {
          return ended;
        }
      }
    }
    return WELL;
  }

  /** Whether the first run of several has left its tables to this one. */
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

  /** What the runs of a label have shared, when the last of them is completed. */
  private void dropKept(PlannedRun last) throws IOException {
    List<PlannedRun> shared =
        plan.runs().stream().filter(run -> run.label().equals(last.label())).toList();
    if (shared.stream().allMatch(run -> results.record(run).completed())) {
      for (PlannedRun run : shared) {
        note(run, drop(run, "Dropping the tables of " + run.label()));
      }
    }
  }

  private Program.Ended drop(PlannedRun run, String notice) throws IOException {
    List<Path> marks = results.marks(run);
    if (!marks.isEmpty() && !run.place().embedded()) {
      terminal.notice(notice);
      Program.Ended ended = attempt(run.place(), drop(run));
      if (ended.code() != Program.WELL) {
        return ended;
      }
    }
    for (Path mark : marks) {
      Files.delete(mark);
    }
    return WELL;
  }

  private static List<String> drop(PlannedRun run) {
    List<String> arguments = run.arguments();
    List<String> command = new ArrayList<>(List.of("drop", arguments.get(0)));
    for (int i = 1; i < arguments.size(); i += 2) { // names, each with its value
      if (OF_DROP.contains(arguments.get(i))) {
        command.addAll(arguments.subList(i, i + 2));
      }
    }
    return command;
  }

  /** A command as a user would give it, with the password of the URL in its place. */
  private Program.Ended attempt(Place place, List<String> command) {
    Map<String, String> environment = new HashMap<>(program.environment());
    Secret password = place.url().map(DatabaseUrl::password).orElse(null);
    if (password != null) {
      environment.put(Passwords.VARIABLE, password.reveal());
    }
    try {
      return program.within(relay::passTo, environment).attempt(command.toArray(String[]::new));
    } finally {
      terminal.keep(redactor);
    }
  }

  private int end() throws IOException {
    ResultTable table = new ResultTable(results.path(), plan, redacted());
    table.lines().forEach(terminal::result);
    results.write(ResultTable.CSV, table.csv());
    OperationTable operations = new OperationTable(results.path(), plan);
    results.write(OperationTable.CSV, operations.csv());
    if (!operations.lines().isEmpty()) {
      terminal.result("");
      operations.lines().forEach(terminal::result);
    }
    List<Page.Block> article = List.of();
    if (!plan.experiment().published().isEmpty()) {
      PublishedForm form = new PublishedForm(results.path(), plan);
      terminal.result("");
      form.lines().forEach(terminal::result);
      results.write(PublishedForm.FILE, String.join("\n", form.lines()));
      article = form.blocks();
    }
    page(article);
    terminal.result("  all of it: " + shown);
    if (relay.asked() && table.missing() > 0) {
      terminal.error(
          "interrupted with "
              + table.missing()
              + " of "
              + plan.runs().size()
              + " runs to go; the same command with --out "
              + shown
              + " goes on");
      return Program.INTERRUPTED;
    }
    if (failed.complaint() != null && failed.code() != Program.FAILED && nothingStarted()) {
      terminal.error(failed.complaint());
      return failed.code();
    }
    if (table.missing() > 0) {
      terminal.error(
          table.missing()
              + " of "
              + plan.runs().size()
              + " runs failed; the same command with --out "
              + shown
              + " tries them again");
      return Program.FAILED;
    }
    return Program.WELL;
  }

  private boolean nothingStarted() {
    return plan.runs().stream().allMatch(run -> results.record(run).directory() == null);
  }

  /** One page of all that is completed, below what an article had. */
  private void page(List<Page.Block> article) {
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
      ReportPage.write(entries, heading(entries.size()), article, Map.of(), file);
    } catch (IOException e) {
      terminal.warning(String.valueOf(e.getMessage()));
    }
  }

  private ReportPage.Heading heading(int completed) {
    List<String> warnings = new ArrayList<>();
    PlanText.leftOut(plan).forEach(line -> warnings.add(line.strip()));
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
