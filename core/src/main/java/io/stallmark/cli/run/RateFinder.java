package io.stallmark.cli.run;

import io.stallmark.cli.job.Program;
import io.stallmark.cli.job.Request;
import io.stallmark.cli.signal.SignalRelay;
import io.stallmark.experiment.result.Trial;
import io.stallmark.experiment.result.Trial.Cause;
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
  private final long requestSeed;
  private final Path shown;
  private final List<Trial> trials = new ArrayList<>();
  private Program.Ended last =
      new Program.Ended(Program.WELL, null, false); // how the last trial did

  /**
   * @param program with the password that the runs need
   * @param search from the rate to begin with
   * @param arguments of each run, without rate, request seed and results
   * @param requestSeed each trial gets one of its own from it: on the tables of the others the same
   *     operations would find their rows cached, and what they add there already
   * @param shown where all results go, as the user named it
   */
  private RateFinder(
      Program program,
      RateLimit limit,
      RateSearch search,
      List<String> arguments,
      long requestSeed,
      Path shown) {
    this.program = program;
    this.limit = limit;
    this.search = search;
    this.arguments = arguments;
    this.requestSeed = requestSeed;
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
        search(plan, limit),
        RunArguments.of(request, parsed, Set.of("--find-rate", "--rate", "--request-seed")),
        plan.requestSeed(),
        RepeatedRun.out(parsed, label));
  }

  /** As the plan of its first trial says. */
  static RateSearch search(RunPlan plan, RateLimit limit) {
    double first =
        plan.pacing() instanceof Pacing.OpenLoop open ? open.rates().first() : RateSearch.FIRST;
    return new RateSearch(first, Math.max(RateSearch.LEAST, limit.lowest(plan.duration())));
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
      if (trial.cause() == Cause.GENERATOR) {
        search.undecided();
      } else {
        search.tried(trial.held());
      }
      save(directory);
      if (last.code() >= Program.USAGE || (nothingStarted() && trials.size() > 1)) {
        break; // nothing runs here, whatever the rate
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
    String seed = Long.toString(RunPlan.requestSeed(requestSeed, number));
    command.addAll(List.of("--request-seed", seed));
    Redactor redactor = terminal.redactor();
    try {
      last = each.attempt(command.toArray(String[]::new));
    } finally {
      terminal.keep(redactor);
    }
    String complaint = last.complaint() == null ? "" : last.complaint();
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
    } else if (last.code() >= Program.USAGE) {
      terminal.result("No trial can run: the highest rate with " + what + " was not found");
    } else if (found.isPresent()) {
      terminal.result(
          String.format(Locale.ROOT, "%,.1f", found.getAsDouble())
              + " transactions/s: the highest rate with "
              + what
              + generators());
    } else {
      terminal.result("No rate was found with " + what + generators());
    }
    Trial.lines(trials, limit).forEach(terminal::result);
    warnings().forEach(terminal::warning);
    page(directory, what);
    terminal.result("  all of it: " + shown);
    if (interrupted) {
      return Program.INTERRUPTED;
    }
    if (last.complaint() != null && (last.code() >= Program.USAGE || nothingStarted())) {
      return last.code(); // and its complaint is the last that was said
    }
    if (found.isEmpty()) {
      terminal.error("no rate was found with " + what + generators());
      return Program.FAILED;
    }
    return Program.WELL;
  }

  /** Whose the end was, where it was not the database's. */
  private String generators() {
    return search.endedUndecided() ? "; the generator, not the database, ended the search" : "";
  }

  private List<String> warnings() {
    List<String> warnings = new ArrayList<>();
    long unjudged = trials.stream().filter(trial -> trial.held() && !trial.judged()).count();
    if (unjudged > 0) {
      warnings.add(
          unjudged
              + " of "
              + trials.size()
              + " trials held without a judgement of the generator, whose first 3 s are not judged;"
              + " give a longer --seconds or a --warmup");
    }
    if (!trials.isEmpty() && trials.stream().allMatch(t -> t.cause() == Cause.TOO_FEW)) {
      warnings.add(
          "Every trial had too few transactions to say what "
              + limit.percentile()
              + " is; give a longer --seconds or a higher --rate");
    }
    return warnings;
  }

  private boolean nothingStarted() {
    return trials.stream().allMatch(trial -> trial.directory() == null);
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
          new ReportPage.Heading("The highest rate with " + what, about(), warnings());
      ReportPage.write(entries, heading, directory.resolve(ResultFiles.PAGE));
    } catch (IOException e) {
      program.terminal().warning(String.valueOf(e.getMessage()));
    }
  }

  private String about() {
    OptionalDouble found = search.found();
    return found.isEmpty()
        ? "none was found" + generators()
        : String.format(Locale.ROOT, "%,.1f transactions/s", found.getAsDouble()) + generators();
  }
}
