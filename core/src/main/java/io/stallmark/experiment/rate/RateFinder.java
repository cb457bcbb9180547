package io.stallmark.experiment.rate;

import io.stallmark.experiment.ExperimentDatabase;
import io.stallmark.experiment.rate.RateTrial.Cause;
import io.stallmark.experiment.run.PlannedRuns;
import io.stallmark.experiment.run.PlannedRuns.SequenceReport;
import io.stallmark.experiment.run.RunSequence;
import io.stallmark.plan.RateSchedule;
import io.stallmark.report.FigureFormat;
import io.stallmark.report.TextLines;
import io.stallmark.report.file.ResultFiles;
import io.stallmark.report.page.ReportPage;
import io.stallmark.report.table.FigureTable;
import io.stallmark.run.RunOptions;
import io.stallmark.run.RunReport;
import io.stallmark.run.RunReport.Exit;
import io.stallmark.run.RunSpec;
import io.stallmark.spec.SpecEntries;
import io.stallmark.spec.SpecException;
import io.stallmark.text.Text;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * Finds the highest arrival rate that keeps a latency limit, with one run per trial. A run ends
 * when all its started transactions have completed, so no trial begins with a backlog. Used once.
 */
public final class RateFinder {

  private final RunSpec first;
  private final RateLimit limit;
  private final RateSearch search;
  private final PlannedRuns runs;
  private final boolean allowUntrusted;
  private final String goal;
  private final List<RateTrial> trials = new ArrayList<>();
  private RunReport last = RunReport.NOTHING;
  private boolean endedEarly; // no further trial could be run

  /**
   * Creates a search.
   *
   * @param first specification of the first trial; its output directory receives all results. Each
   *     trial has a different request seed, because the same operations would find their rows
   *     cached
   * @param allowUntrusted whether untrusted trials are judged like others
   */
  public RateFinder(RunSpec first, RateLimit limit, boolean allowUntrusted, PlannedRuns runs) {
    this.allowUntrusted = allowUntrusted;
    this.first = first;
    this.limit = limit;
    search = search(first, limit);
    this.runs = runs;
    goal = limit.percentile() + " under " + Text.millis(limit.under()) + " ms";
  }

  /**
   * Returns the entries of the first trial.
   *
   * @throws SpecException if the entries cannot be combined with a search
   */
  public static SpecEntries firstTrial(SpecEntries given) throws SpecException {
    RateSchedule rates = RunOptions.RATE.required(given);
    if (given.has("rate-file") || !rates.isConstant()) {
      throw new SpecException("--find-rate begins at one --rate, not with a schedule");
    }
    if (!given.has("phase") && !RunOptions.THINK_TIME.required(given).isNone()) {
      throw new SpecException("--think-time cannot be used with --find-rate");
    }
    return rates.afterwards() > 0 ? given : given.with("rate", Text.plain(RateSearch.FIRST));
  }

  /** Returns the search that begins at the rate of a run. */
  public static RateSearch search(RunSpec first, RateLimit limit) {
    double least = limit.lowest(first.duration());
    return new RateSearch(first.get(RunOptions.RATE).first(), Math.max(RateSearch.LEAST, least));
  }

  /** Runs trials until the rate is found. */
  public SequenceReport run() throws SpecException, IOException {
    Path directory = directory();
    boolean interrupted = false;
    for (OptionalDouble rate = search.next(); rate.isPresent(); rate = search.next()) {
      RateTrial trial = trial(rate.getAsDouble(), directory);
      interrupted = runs.stopped();
      if (interrupted) {
        break;
      }
      trials.add(trial);
      FigureTable<RateTrial> table = RateTrial.table(limit, directory);
      Files.writeString(directory.resolve(table.name()), table.content(trials));
      endedEarly = cannotContinue();
      if (endedEarly) {
        break;
      }
      if (trial.cause() == Cause.GENERATOR) {
        search.undecided();
      } else {
        search.tried(trial.held());
      }
    }
    SequenceReport report = report(directory, interrupted);
    runs.finished(report);
    return report;
  }

  private Path directory() throws SpecException, IOException {
    Path directory = first.get(RunOptions.OUT);
    try {
      Files.createDirectories(directory);
      try (var there = Files.list(directory)) {
        if (there.findAny().isEmpty()) {
          return directory;
        }
      }
    } catch (FileAlreadyExistsException e) {
      throw new SpecException(directory + " is not a directory");
    }
    throw new SpecException(directory + " is not empty; give another --out");
  }

  /**
   * Whether the search cannot go on. The last trial says nothing about its rate: it was not
   * measured, or a load machine was lost.
   */
  private boolean cannotContinue() {
    RunReport.Measured run = last.measured();
    return last.exit().code() >= Exit.USAGE.code()
        || run == null
        || !run.result().degraded().isEmpty();
  }

  private RateTrial trial(double rate, Path directory) throws SpecException {
    int number = trials.size() + 1;
    String name = Text.format("trial-%02d", number);
    runs.started("Trial " + number + ", " + FigureFormat.asked(rate) + " arrivals/s");
    RunSpec spec = first.at(rate).repetition(number).to(directory.resolve(name));
    last = runs.run(ExperimentDatabase.only(spec.url()), spec);
    RateTrial trial = RateTrial.of(number, rate, limit, last, allowUntrusted);
    runs.ended(trial.outcome(limit));
    return trial;
  }

  private SequenceReport report(Path directory, boolean interrupted) {
    FigureTable<RateTrial> table = RateTrial.table(limit, directory);
    List<String> details = new ArrayList<>(TextLines.wrapped(headline(interrupted)));
    List<String> lines = table.lines(trials);
    int outcome = lines.get(0).lastIndexOf(' ') + 1;
    lines.forEach(line -> details.addAll(TextLines.wrapped(line, outcome)));
    List<String> markdown = new ArrayList<>(List.of("**" + headline(interrupted) + "**", ""));
    markdown.addAll(table.markdown(trials));
    List<String> warnings = new ArrayList<>(warnings());
    List<String> lost = page(directory);
    warnings.addAll(lost);
    Exit exit = Exit.WELL;
    String complaint = "";
    if (interrupted) {
      exit = Exit.INTERRUPTED;
    } else if (endedEarly) {
      exit = last.exit(); // its message was printed with the trial
    } else if (search.found().isEmpty()) {
      exit = Exit.FAILED;
      complaint = "no rate was found with " + goal + generators();
    }
    return new SequenceReport(
            exit,
            details,
            details,
            markdown,
            warnings,
            trials.stream().map(RateTrial::directory).filter(Objects::nonNull).toList(),
            directory,
            complaint)
        .withoutPage(lost);
  }

  private String headline(boolean interrupted) {
    if (interrupted) {
      return "Interrupted before the highest rate with " + goal + " was found";
    }
    if (endedEarly) {
      boolean measured = trials.stream().anyMatch(trial -> trial.directory() != null);
      return search.found().isPresent()
          ? "The search ended early. The highest rate so far with " + goal + ": " + found()
          : (measured ? "The search ended early" : "No trial can run")
              + ": the highest rate with "
              + goal
              + " was not found";
    }
    return search.found().isPresent()
        ? found() + ": the highest rate with " + goal + generators()
        : "No rate was found with " + goal + generators();
  }

  private String found() {
    return FigureFormat.figure(search.found().orElse(Double.NaN), 1) + " transactions/s";
  }

  /** States that an untrusted trial ended the search, and why; empty if the database did. */
  private String generators() {
    return last(trials, search.failed())
        .filter(trial -> trial.cause() == Cause.GENERATOR)
        .map(trial -> "; the search was ended by a trial that was " + trial.reason())
        .orElse("");
  }

  private static Optional<RateTrial> last(List<RateTrial> trials, double rate) {
    return trials.stream()
        .filter(trial -> trial.perSecond() == rate)
        .reduce((before, last) -> last);
  }

  private List<String> warnings() {
    return warnings(trials, search, limit, allowUntrusted);
  }

  /** Returns what limits the result, which only the trials at its bounds do. */
  static List<String> warnings(
      List<RateTrial> trials, RateSearch search, RateLimit limit, boolean allowUntrusted) {
    List<String> warnings = new ArrayList<>();
    Optional<RateTrial> highest = last(trials, search.found().orElse(Double.NaN));
    if (highest.isPresent() && !highest.get().judged()) {
      warnings.add(
          "The trial at the highest rate was too short to judge the generator, because the first"
              + " 3 s are not judged; give a longer --seconds or a --warmup");
    }
    Stream.of(highest, last(trials, search.failed()))
        .flatMap(Optional::stream)
        .filter(trial -> !trial.doubt().isEmpty())
        .map(
            trial ->
                Text.format(
                    "Trial %d bounds the result and is untrusted: %s%s",
                    trial.number(),
                    trial.doubt(),
                    allowUntrusted ? "" : " Or give --allow-untrusted to judge it nevertheless"))
        .forEach(warnings::add);
    if (!trials.isEmpty() && trials.stream().allMatch(t -> t.cause() == Cause.TOO_FEW)) {
      warnings.add(
          "Every trial had too few transactions to determine "
              + limit.percentile()
              + "; give a longer --seconds or a higher --rate");
    }
    return warnings;
  }

  /** Returns the trials as the page draws them. A figure that is unknown is left out. */
  private Map<String, Object> drawn() {
    List<Map<String, Object>> all = new ArrayList<>();
    for (RateTrial trial : trials) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("number", trial.number());
      one.put("perSecond", trial.perSecond());
      put(one, "milliseconds", trial.milliseconds());
      put(one, "transactionsPerSecond", trial.transactionsPerSecond());
      one.put("held", trial.held());
      one.put("reason", trial.reason());
      all.add(one);
    }
    Map<String, Object> drawn = new LinkedHashMap<>();
    drawn.put("percentile", limit.percentile());
    drawn.put("limitMilliseconds", limit.under() / FigureFormat.MILLISECOND);
    put(drawn, "found", search.found().orElse(Double.NaN));
    drawn.put("trials", all);
    return drawn;
  }

  private static void put(Map<String, Object> figures, String name, double figure) {
    if (Double.isFinite(figure)) {
      figures.put(name, figure);
    }
  }

  private List<String> page(Path directory) {
    List<ReportPage.Entry> entries = new ArrayList<>();
    for (RateTrial trial : trials) {
      Path run = trial.directory();
      if (run != null && Files.exists(run.resolve(ResultFiles.PAGE))) {
        String name = trial.number() + ": " + FigureFormat.figure(trial.perSecond(), 1) + "/s";
        entries.add(new ReportPage.Entry(name, run, name));
      }
    }
    String about = search.found().isPresent() ? found() : "none was found";
    ReportPage.Heading heading =
        new ReportPage.Heading("The highest rate with " + goal, about + generators(), warnings());
    return RunSequence.page(entries, heading, Map.of("search", drawn()), directory);
  }
}
