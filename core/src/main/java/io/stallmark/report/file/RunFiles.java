package io.stallmark.report.file;

import io.stallmark.record.Kind;
import io.stallmark.report.FigureFormat;
import io.stallmark.result.CostSummary;
import io.stallmark.result.LatencySummary;
import io.stallmark.result.RunDocument;
import io.stallmark.result.RunDocument.RunOutcome;
import io.stallmark.result.RunFile;
import io.stallmark.result.RunState;
import io.stallmark.result.RunSummary;
import io.stallmark.result.RunSummary.KindSummary;
import io.stallmark.text.FileTrouble;
import io.stallmark.text.Text;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.HdrHistogram.Histogram;

/**
 * Content of a run's directory. Missing or incomplete files result in less data and a note.
 *
 * @param run content of {@code run.json}
 * @param costs columns of {@code cost.csv} by source
 * @param counters columns of {@code counters.csv}
 * @param stalls rows of {@code stalls.csv}, by the names of its columns
 * @param dips rows of {@code dips.csv}
 * @param replay rows of {@code replay.csv}; empty: the run was no replay
 * @param damage data of a completed run that was lost later, whole sentences
 * @param notes remarks about missing data, damage included, whole sentences
 */
public record RunFiles(
    Path directory,
    RunDocument run,
    CsvColumns intervals,
    CsvColumns sizes,
    Map<String, CsvColumns> costs,
    CsvColumns counters,
    List<Map<String, String>> stalls,
    List<Map<String, String>> dips,
    List<Map<String, String>> replay,
    LatencyCurves curves,
    List<String> damage,
    List<String> notes) {

  private static final List<String> ALWAYS =
      List.of("intervals.csv", "latency.hlog", "stalls.csv", "dips.csv", "trust.csv");

  /** Minimum number of intervals of a killed run that has a summary. */
  private static final int FEWEST = 10;

  /**
   * Reads a directory.
   *
   * @param kinds kinds whose latencies are read in addition to those of transactions
   * @throws IOException if it is not a run's directory or cannot be read, with a line for the user
   */
  public static RunFiles read(Path directory, Predicate<String> kinds) throws IOException {
    RunDocument run = RunFile.read(directory);
    try {
      CsvColumns intervals = CsvColumns.read(directory.resolve("intervals.csv"));
      RunFiles files =
          new RunFiles(
              directory,
              run,
              intervals,
              CsvColumns.read(directory.resolve("size.csv")),
              CsvColumns.readBy("source", directory.resolve("cost.csv")),
              CsvColumns.read(directory.resolve("counters.csv")),
              CsvLines.rows(directory.resolve("stalls.csv")),
              CsvLines.rows(directory.resolve("dips.csv")),
              CsvLines.rows(directory.resolve(ReplayFiles.STATEMENTS.name())),
              LatencyCurves.read(
                  directory.resolve(LatencyLog.FILE),
                  kinds.or(Kind.TRANSACTION::equals),
                  intervals),
              new ArrayList<>(),
              new ArrayList<>());
      if (run.state() == RunState.COMPLETED) {
        files.check();
      }
      files.note();
      return files;
    } catch (IOException e) {
      throw new IOException(directory + " cannot be read: " + FileTrouble.reason(e), e);
    }
  }

  /**
   * Returns the kinds with samples in latency.hlog, in the order of the summary if there is one.
   */
  public Set<String> kinds() {
    Set<String> kinds = new LinkedHashSet<>();
    RunSummary summary = run.outcome().summary();
    if (summary != null) {
      kinds.addAll(summary.kinds().keySet());
    }
    kinds.retainAll(curves.kinds());
    kinds.addAll(curves.kinds());
    return kinds;
  }

  /**
   * Returns the content of {@code run.json}. If the run was killed, it has a summary of the
   * intervals, unless they are too few; the reason says so.
   */
  public RunDocument recovered() {
    int count = intervals.size();
    Instant start = run.measuredFrom() == null ? run.startedAt() : run.measuredFrom();
    Histogram response = curves.of(Kind.TRANSACTION, LatencyCurves.RESPONSE);
    Histogram service = curves.of(Kind.TRANSACTION, LatencyCurves.SERVICE);
    if (run.state() != RunState.RUNNING
        || count < FEWEST
        || start == null
        || response == null
        || service == null) {
      return run;
    }
    double seconds = intervals.at(count - 1, "end_s");
    long nanos = (long) (seconds * FigureFormat.SECOND);
    RunSummary summary = summary(nanos, service, response);
    return run.ended(
        run.load(),
        RunState.RUNNING,
        "Its figures are summed from the " + count + " intervals that it wrote.",
        start.plus(Duration.ofNanos(nanos)),
        run.measuredFrom(),
        List.of(),
        RunOutcome.of(summary));
  }

  /** Rows read and written are unknown, because intervals have their sum. */
  private RunSummary summary(long nanos, Histogram service, Histogram response) {
    long transactions = (long) intervals.sum("transactions");
    long statements = (long) intervals.sum("statements");
    long retries = (long) intervals.sum("retries");
    long failures = (long) intervals.sum("failures");
    double perSecond = FigureFormat.perSecond(transactions, nanos);
    KindSummary all =
        new KindSummary(
            Kind.Category.TRANSACTION,
            transactions,
            perSecond,
            null,
            null,
            null,
            retries,
            failures,
            LatencySummary.of(service),
            LatencySummary.of(response),
            null);
    return new RunSummary(
        nanos,
        transactions,
        perSecond,
        statements,
        FigureFormat.perSecond(statements, nanos),
        0,
        0,
        0,
        0,
        Double.NaN,
        0,
        Double.NaN,
        retries,
        failures,
        null,
        0,
        0,
        0,
        0,
        transactions,
        failures,
        0,
        null,
        List.of(),
        List.of(),
        null,
        Map.of(Kind.TRANSACTION, all));
  }

  /**
   * Checks that the files of a completed run are complete. Its {@code run.json} is written last. So
   * if another file contains less than that reports, data was lost later, and its results are not
   * those of the run.
   */
  private void check() {
    ALWAYS.forEach(this::file);
    CostSummary cost = run.outcome().cost();
    if (cost != null && !cost.sources().isEmpty()) {
      file("cost.csv");
    }
    if (run.spec() == null) {
      damage.add("run.json of a completed run has no spec: it is damaged.");
    }
    RunSummary summary = run.outcome().summary();
    if (summary == null) {
      damage.add("run.json of a completed run has no summary: it is damaged.");
      return;
    }
    count(
        "intervals.csv",
        "transactions",
        intervals.sum("transactions"),
        (double) summary.transactions());
    Histogram responses = curves.of(Kind.TRANSACTION, LatencyCurves.RESPONSE);
    double samples = responses == null ? 0 : responses.getTotalCount();
    count("latency.hlog", "transactions", samples, (double) summary.transactions());
    Long stallCount = run.outcome().findings().stallCount();
    if (stallCount != null) {
      count("stalls.csv", "stalls", stalls.size(), stallCount);
    }
  }

  private void file(String name) {
    Path file = directory.resolve(name);
    if (!Files.isRegularFile(file)) {
      String what = Files.exists(file) ? " is not a file" : " is missing";
      damage.add(name + what + ", which every run of this kind has.");
    }
  }

  private void count(String name, String what, double there, double said) {
    if (Files.isRegularFile(directory.resolve(name)) && there != said) {
      damage.add(
          Text.format(
              "%s has %,.0f %s, and run.json says %,.0f: one of them is damaged.",
              name, there, what, said));
    }
  }

  private void note() {
    notes.addAll(damage);
    if (running()) {
      notes.add(
          "The run is in progress, or was killed. Its results are the sums of the intervals so"
              + " far. Errors by class and the sums of arrivals are written only at the end.");
    }
    if (intervals.leftOut() > 0) {
      notes.add(
          "intervals.csv has incomplete lines, as after a kill: "
              + intervals.leftOut()
              + ". They are left out.");
    }
    if (curves.unreadable() > 0) {
      notes.add(
          "latency.hlog has entries that cannot be read: "
              + curves.unreadable()
              + ". They are left out.");
    }
  }

  private boolean running() {
    return run.state() == RunState.RUNNING;
  }

  /** Whether the run failed, so that its results do not describe the database. */
  public boolean failed() {
    return run.state() == RunState.FAILED;
  }

  /** Returns the directory's name. */
  public String name() {
    Path name = directory.toAbsolutePath().normalize().getFileName();
    return name == null ? directory.toString() : name.toString();
  }
}
