package io.stallmark.report.compare;

import io.stallmark.analysis.compare.Comparison;
import io.stallmark.analysis.compare.RunSeries;
import io.stallmark.report.read.Band;
import io.stallmark.report.read.Columns;
import io.stallmark.report.read.RunFiles;
import io.stallmark.report.read.Totals;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A run as a comparison needs it.
 *
 * @param configuration what was asked for and what it ran on, by name
 */
public record MeasuredRun(RunFiles files, RunSeries series, Map<String, String> configuration) {

  /** More intervals than these are merged: they would cost time and tell no more. */
  private static final int MOST_INTERVALS = 256;

  private static final String BOUND = "generator_bound";

  /**
   * Reads a run's directory.
   *
   * @throws IOException with a line for the user: it is no run's directory, or cannot be read
   */
  public static MeasuredRun read(Path directory) throws IOException {
    RunFiles files = RunFiles.read(directory, kind -> false);
    Columns all = files.intervals();
    Columns intervals = all.merged(all.merging(MOST_INTERVALS));
    Map<String, double[]> columns = new HashMap<>();
    double[] starts = intervals.column("start_s");
    double[] ends = intervals.column("end_s");
    double[] seconds = new double[starts.length];
    Arrays.setAll(seconds, i -> ends[i] - starts[i]);
    columns.put(RunSeries.SECONDS, seconds);
    for (String name : List.of(RunSeries.TRANSACTIONS, RunSeries.STATEMENTS, RunSeries.ROWS)) {
      columns.put(name, intervals.column(name));
    }
    double judgedFrom = files.number("/trust/judgedFromSeconds");
    if (all.names().contains(BOUND) && !Double.isNaN(judgedFrom)) {
      double[] judged = new double[all.size()];
      Arrays.setAll(judged, i -> all.at(i, "start_s") < judgedFrom ? 0 : 1);
      double[] bound = all.column(BOUND);
      Arrays.setAll(bound, i -> bound[i] > 0 ? judged[i] : 0);
      int neighbours = all.merging(MOST_INTERVALS);
      columns.put(RunSeries.JUDGED, seconds(all, judged, neighbours, starts.length));
      columns.put(RunSeries.BOUND, seconds(all, bound, neighbours, starts.length));
    }
    CostColumns.add(directory.resolve("cost.csv"), starts, columns);
    List<Band> stalls = files.stalls().stream().filter(Band::servers).toList();
    columns.put(RunSeries.STALLED, stalled(stalls, starts, ends));
    @Nullable List<Double> lengths =
        Totals.of(files).judged(files) ? stalls.stream().map(Band::length).toList() : null;
    RunSeries series =
        new RunSeries(
            columns,
            IntervalLatencies.read(directory.resolve("latency.hlog"), starts),
            lengths,
            OtherWork.of(files),
            stored(files));
    return new MeasuredRun(files, series, Configuration.of(files.json()));
  }

  private static Map<String, Double> stored(RunFiles files) {
    return Map.of(
        Comparison.STORED_PER_ROW, files.number("/cost/storedBytesPerRow"),
        Comparison.SPACE_AMPLIFICATION, files.number("/cost/spaceAmplification"));
  }

  boolean completed() {
    return files.text("/state").equals("completed");
  }

  /** What became of it instead, a sentence or two. */
  String incomplete() {
    return (files.directory()
            + " is not completed: "
            + files.text("/state")
            + ". "
            + files.text("/reason"))
        .strip();
  }

  /** Whether the run itself says that its figures may not be the database's. */
  boolean untrusted() {
    return files.text("/trust/trusted").equals("false");
  }

  /** What was lost of it after it completed, a line; empty: nothing. */
  String damage() {
    List<String> damage = files.damage();
    return damage.isEmpty() ? "" : files.directory() + " is damaged: " + String.join(" ", damage);
  }

  /** That, and why: a sentence or two. */
  String doubt() {
    String reason = files.text("/trust/reasons/0");
    return files.directory()
        + " is not to be trusted"
        + (reason.isEmpty() ? ", as its report says." : ": " + reason);
  }

  /**
   * How much of each interval is in rows with a flag.
   *
   * @param neighbours so many rows are one interval
   */
  private static double[] seconds(Columns all, double[] flags, int neighbours, int intervals) {
    double[] starts = all.column("start_s");
    double[] ends = all.column("end_s");
    double[] seconds = new double[intervals];
    for (int i = 0; i < flags.length; i++) {
      seconds[i / neighbours] += flags[i] > 0 ? ends[i] - starts[i] : 0;
    }
    return seconds;
  }

  /** How much of each interval lies in a stall. */
  private static double[] stalled(List<Band> stalls, double[] starts, double[] ends) {
    double[] seconds = new double[starts.length];
    for (Band stall : stalls) {
      for (int i = 0; i < seconds.length; i++) {
        double from = Math.max(starts[i], stall.start());
        double to = Math.min(ends[i], stall.start() + stall.length());
        seconds[i] += Math.max(0, to - from);
      }
    }
    return seconds;
  }
}
