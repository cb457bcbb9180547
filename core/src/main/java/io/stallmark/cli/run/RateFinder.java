package io.stallmark.cli.run;

import io.stallmark.cli.job.Program;
import io.stallmark.cli.job.Request;
import io.stallmark.cli.signal.SignalRelay;
import io.stallmark.experiment.result.Trial;
import io.stallmark.plan.Pacing;
import io.stallmark.plan.RateLimit;
import io.stallmark.plan.RateSearch;
import io.stallmark.plan.RunPlan;
import io.stallmark.report.Terminal;
import io.stallmark.report.file.ResultFiles;
import io.stallmark.report.page.ReportPage;
import io.stallmark.spec.Redactor;
import io.stallmark.spec.SpecException;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.Set;
import picocli.CommandLine.ParseResult;

/**
 * The highest rate that keeps a limit, by one run after the other. A run ends when all that it
 * started has come back, so none begins with the backlog of the one before it.
 */
final class RateFinder {

  private static final String CSV = "trials.csv";

  private final Program program;
  private final RateLimit limit;
  private final RateSearch search;
  private final List<String> arguments;
  private final Path shown;
  private final List<Trial> trials = new ArrayList<>();

  /**
   * @param program with the password that the runs need
   * @param first the rate to begin with
   * @param arguments of each run, without rate and results
   * @param shown where all results go, as the user named it
   */
  private RateFinder(
      Program program, RateLimit limit, double first, List<String> arguments, Path shown) {
    this.program = program;
    this.limit = limit;
    this.search = new RateSearch(first);
    this.arguments = arguments;
    this.shown = shown;
  }

  /** As the command that was parsed says. */
  static RateFinder of(
      Program program, Request request, ParseResult parsed, RunPlan plan, RateLimit limit)
      throws SpecException {
    String label =
        request.workload().name() + "-" + request.binding().name() + "-" + limit.percentile();
    return new RateFinder(
        RunArguments.withPassword(program, request),
        limit,
        plan.pacing() instanceof Pacing.OpenLoop open ? open.rates().first() : RateSearch.FIRST,
        RunArguments.of(request, parsed, Set.of("--find-rate", "--rate")),
        RepeatedRun.out(parsed, label));
  }

  /** Tries until it is found. Returns the exit code. */
  int run() throws SpecException, IOException {
    Path directory = directory();
    SignalRelay relay = new SignalRelay();
    program.signals().accept(relay::signal);
    Program each = program.within(relay::passTo, program.environment());
    for (OptionalDouble rate = search.next(); rate.isPresent(); rate = search.next()) {
      Trial trial = trial(each, rate.getAsDouble(), directory);
      if (relay.asked()) {
        return end(directory, true);
      }
      trials.add(trial);
      search.tried(trial.held());
      save(directory);
      if (trial.directory() == null && !trials.get(0).held() && trials.size() == 2) {
        break; // nothing runs here at all
      }
    }
    return end(directory, false);
  }

  private Path directory() throws SpecException, IOException {
    Path directory = program.resolve(shown);
    try {
      Files.createDirectories(directory);
      try (var there = Files.list(directory)) {
        if (there.findAny().isEmpty()) {
          return directory;
        }
      }
    } catch (FileAlreadyExistsException e) {
      throw new SpecException(shown + " is there and no directory");
    }
    throw new SpecException(shown + " has other things in it; give another --out");
  }

  private Trial trial(Program each, double rate, Path directory) {
    Terminal terminal = program.terminal();
    int number = trials.size() + 1;
    String name = String.format(Locale.ROOT, "trial-%02d", number);
    String plain = BigDecimal.valueOf(rate).stripTrailingZeros().toPlainString();
    terminal.result("Trial " + number + ", " + plain + " arrivals/s");
    List<String> command = new ArrayList<>(List.of("run"));
    command.addAll(arguments);
    command.addAll(List.of("--rate", plain, "--out", directory.resolve(name).toString()));
    Redactor redactor = terminal.redactor();
    Program.Ended ended;
    try {
      ended = each.attempt(command.toArray(String[]::new));
    } finally {
      terminal.keep(redactor);
    }
    String complaint = ended.complaint() == null ? "" : ended.complaint();
    Trial trial = Trial.of(number, rate, limit, directory.resolve(name), complaint);
    terminal.result(
        "Trial " + number + (trial.held() ? " held" : " did not hold: " + trial.reason()));
    terminal.result("");
    return trial;
  }

  private void save(Path directory) throws IOException {
    StringBuilder csv = new StringBuilder(Trial.csvHead(limit));
    trials.forEach(trial -> csv.append(trial.csv(directory)));
    Files.writeString(directory.resolve(CSV), csv);
  }

  private int end(Path directory, boolean interrupted) {
    Terminal terminal = program.terminal();
    String what = limit.percentile() + " under " + millis();
    OptionalDouble found = search.found();
    if (interrupted) {
      terminal.result("Interrupted before the highest rate with " + what + " was found");
    } else if (found.isPresent()) {
      terminal.result(
          String.format(Locale.ROOT, "%,.1f", found.getAsDouble())
              + " transactions/s: the highest rate with "
              + what);
    } else {
      terminal.result("No rate was found with " + what);
    }
    Trial.lines(trials, limit).forEach(terminal::result);
    page(directory, what);
    terminal.result("  all of it: " + shown);
    if (interrupted) {
      return Program.INTERRUPTED;
    }
    if (found.isEmpty()) {
      terminal.error("no rate was found with " + what);
      return Program.FAILED;
    }
    return Program.WELL;
  }

  private String millis() {
    return BigDecimal.valueOf(limit.under(), 6).stripTrailingZeros().toPlainString() + " ms";
  }

  private void page(Path directory, String what) {
    List<ReportPage.Entry> entries = new ArrayList<>();
    for (Trial trial : trials) {
      Path run = trial.directory();
      if (run != null && Files.exists(run.resolve(ResultFiles.PAGE))) {
        String name = String.format(Locale.ROOT, "%d: %,.1f/s", trial.number(), trial.perSecond());
        entries.add(new ReportPage.Entry(name, run, name));
      }
    }
    if (entries.isEmpty()) {
      return;
    }
    try {
      ReportPage.Heading heading =
          new ReportPage.Heading("The highest rate with " + what, about(), List.of());
      ReportPage.write(entries, heading, directory.resolve(ResultFiles.PAGE));
    } catch (IOException e) {
      program.terminal().warning(String.valueOf(e.getMessage()));
    }
  }

  private String about() {
    OptionalDouble found = search.found();
    return found.isEmpty()
        ? "none was found"
        : String.format(Locale.ROOT, "%,.1f transactions/s", found.getAsDouble());
  }
}
