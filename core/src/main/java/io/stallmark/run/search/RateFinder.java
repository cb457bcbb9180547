package io.stallmark.run.search;

import io.stallmark.plan.RateLimit;
import io.stallmark.plan.RateSchedule;
import io.stallmark.plan.RateSearch;
import io.stallmark.plan.RatesReader;
import io.stallmark.plan.ThinkTime;
import io.stallmark.report.Terminal;
import io.stallmark.report.file.ResultFiles;
import io.stallmark.report.page.ReportPage;
import io.stallmark.run.RunReport;
import io.stallmark.run.RunReport.Exit;
import io.stallmark.run.RunSpec;
import io.stallmark.run.search.RateTrial.Cause;
import io.stallmark.spec.SpecEntries;
import io.stallmark.spec.SpecException;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * Finds the highest arrival rate that keeps a latency limit, with one run per trial. A run ends
 * when all its started transactions have completed, so no trial begins with a backlog. Used once.
 */
public final class RateFinder {

  private static final String CSV = "trials.csv";

  private final RunSpec first;
  private final RateLimit limit;
  private final RateSearch search;
  private final Function<RunSpec, RunReport> runs;
  private final BooleanSupplier stopped;
  private final Terminal terminal;
  private final List<RateTrial> trials = new ArrayList<>();
  private RunReport last = RunReport.NOTHING;

  /**
   * Creates a search.
   *
   * @param first specification of the first trial; its output directory receives all results. Each
   *     trial has a different request seed, because the same operations would find their rows
   *     cached
   * @param runs executes a run; never throws
   * @param stopped whether the user has requested a stop
   */
  public RateFinder(
      RunSpec first,
      RateLimit limit,
      Function<RunSpec, RunReport> runs,
      BooleanSupplier stopped,
      Terminal terminal) {
    this.first = first;
    this.limit = limit;
    search = search(first, limit);
    this.runs = runs;
    this.stopped = stopped;
    this.terminal = terminal;
  }

  /**
   * Returns the entries of the first trial.
   *
   * @throws SpecException if the entries cannot be combined with a search
   */
  public static SpecEntries firstTrial(SpecEntries given) throws SpecException {
    RateSchedule rates = given.value("rate", RatesReader::parse, RateSchedule.constant(0));
    if (given.has("rate-file") || !rates.isConstant()) {
      throw new SpecException("--find-rate begins at one --rate, not with a schedule");
    }
    if (!given.has("phase")
        && !given.value("think-time", ThinkTime::parse, ThinkTime.NONE).isNone()) {
      throw new SpecException("--think-time has no use with --find-rate");
    }
    return rates.afterwards() > 0 ? given : given.with("rate", plain(RateSearch.FIRST));
  }

  /** Returns the search that begins at the rate of a run. */
  public static RateSearch search(RunSpec first, RateLimit limit) {
    double least = limit.lowest(first.load().duration());
    return new RateSearch(first.load().rates().first(), Math.max(RateSearch.LEAST, least));
  }

  /** Runs trials until the rate is found. */
  public Exit run() throws SpecException, IOException {
    Path directory = directory();
    for (OptionalDouble rate = search.next(); rate.isPresent(); rate = search.next()) {
      RateTrial trial = trial(rate.getAsDouble(), directory);
      if (stopped.getAsBoolean()) {
        return end(directory, true);
      }
      trials.add(trial);
      if (trial.cause() == Cause.GENERATOR) {
        search.undecided();
      } else {
        search.tried(trial.held());
      }
      save(directory);
      if (cannotRun() || (nothingStarted() && trials.size() > 1)) {
        break; // no run can start, whatever the rate
      }
    }
    return end(directory, false);
  }

  private Path directory() throws SpecException, IOException {
    Path shown = first.output().directory();
    Path directory = shown;
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

  private boolean cannotRun() {
    return last.exit().code() >= Exit.USAGE.code();
  }

  private RateTrial trial(double rate, Path directory) {
    int number = trials.size() + 1;
    String name = String.format(Locale.ROOT, "trial-%02d", number);
    terminal.result("Trial " + number + ", " + plain(rate) + " arrivals/s");
    last = runs.apply(first.at(rate).repetition(number).to(directory.resolve(name)));
    RateTrial trial = RateTrial.of(number, rate, limit, last);
    terminal.result(
        "Trial " + number + (trial.held() ? " held" : " did not hold: " + trial.reason()));
    terminal.result("");
    return trial;
  }

  private static String plain(double rate) {
    return BigDecimal.valueOf(rate).stripTrailingZeros().toPlainString();
  }

  private void save(Path directory) throws IOException {
    StringBuilder csv = new StringBuilder(RateTrial.csvHead(limit));
    trials.forEach(trial -> csv.append(trial.csv(directory)));
    Files.writeString(directory.resolve(CSV), csv);
  }

  private Exit end(Path directory, boolean interrupted) {
    String what = limit.percentile() + " under " + millis();
    OptionalDouble found = search.found();
    if (interrupted) {
      terminal.result("Interrupted before the highest rate with " + what + " was found");
    } else if (cannotRun()) {
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
    RateTrial.lines(trials, limit).forEach(terminal::result);
    warnings().forEach(terminal::warning);
    page(directory, what);
    terminal.result("  all of it: " + directory);
    if (interrupted) {
      return Exit.INTERRUPTED;
    }
    if (last.measured() == null && (cannotRun() || nothingStarted())) {
      return last.exit(); // its message was printed last
    }
    if (found.isEmpty()) {
      terminal.error("no rate was found with " + what + generators());
      return Exit.FAILED;
    }
    return Exit.WELL;
  }

  /** States that the generator ended the search; empty if the database did. */
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
    for (RateTrial trial : trials) {
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
      ReportPage.write(entries, heading, Map.of(), directory.resolve(ResultFiles.PAGE));
    } catch (IOException e) {
      terminal.warning(String.valueOf(e.getMessage()));
    }
  }

  private String about() {
    OptionalDouble found = search.found();
    return found.isEmpty()
        ? "none was found" + generators()
        : String.format(Locale.ROOT, "%,.1f transactions/s", found.getAsDouble()) + generators();
  }
}
