package io.stallmark.report.file;

import io.stallmark.record.Kind;
import io.stallmark.result.RunDocument;
import io.stallmark.result.RunFile;
import io.stallmark.result.RunState;
import io.stallmark.result.RunSummary;
import io.stallmark.text.FileTrouble;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Content of a run's directory. Missing or incomplete files result in less data and a note.
 *
 * @param run content of {@code run.json}
 * @param costs columns of {@code cost.csv} by source
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
    List<Map<String, String>> stalls,
    List<Map<String, String>> dips,
    List<Map<String, String>> replay,
    LatencyCurves curves,
    List<String> damage,
    List<String> notes) {

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
      List<Map<String, String>> stalls = CsvLines.rows(directory.resolve("stalls.csv"));
      LatencyCurves curves =
          LatencyCurves.read(
              directory.resolve(LatencyLog.FILE),
              kinds.or(Kind.TRANSACTION::equals),
              Double.POSITIVE_INFINITY);
      RunFiles files =
          new RunFiles(
              directory,
              run,
              intervals,
              CsvColumns.read(directory.resolve("size.csv")),
              CsvColumns.readBy("source", directory.resolve("cost.csv")),
              stalls,
              CsvLines.rows(directory.resolve("dips.csv")),
              CsvLines.rows(directory.resolve(ReplayFiles.STATEMENTS.name())),
              curves,
              DamageCheck.of(directory, run, intervals, stalls, curves),
              new ArrayList<>());
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
    return RunRecovery.of(run, intervals, curves);
  }

  private void note() {
    notes.addAll(damage);
    if (running()) {
      notes.add(
          "run.json says that this run is still going on, which it also says of a run that was"
              + " killed. The figures are summed from the intervals there are. Errors by class and"
              + " the sums of arrivals are written at the end only.");
    }
    if (intervals.leftOut() > 0) {
      notes.add(
          "intervals.csv has lines that are not whole, as a killed run leaves them: "
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
