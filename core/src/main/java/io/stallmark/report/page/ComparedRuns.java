package io.stallmark.report.page;

import io.stallmark.analysis.Latency;
import io.stallmark.analysis.Spread;
import io.stallmark.report.read.Band;
import io.stallmark.report.read.Columns;
import io.stallmark.report.read.RunFiles;
import io.stallmark.report.read.Totals;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** The main table of a comparison: a row for each run, and what repeated ones are together. */
final class ComparedRuns {

  private static final String[] HEADS = {
    "transactions/s",
    "rows/s",
    "p50 ms",
    "p95 ms",
    "p99 ms",
    "p99.9 ms",
    "max ms",
    "stalls",
    "stalled s",
    "longest stall s",
    "data MB",
    "indexes MB",
    "files MB",
    "retries",
    "errors",
    "generator bound, % of the time",
  };

  /** How a figure of each column is written. */
  private static final List<DoubleFunction<String>> WORDS =
      List.of(
          Sheet::rate,
          Sheet::rate,
          Sheet::millis,
          Sheet::millis,
          Sheet::millis,
          Sheet::millis,
          Sheet::millis,
          Sheet::count,
          ComparedRuns::seconds,
          ComparedRuns::seconds,
          Sheet::megabytes,
          Sheet::megabytes,
          Sheet::megabytes,
          Sheet::count,
          Sheet::count,
          ComparedRuns::percent);

  private record Run(String id, String link, String name, List<Double> figures) {}

  private final Path file;
  private final Map<String, List<Run>> bySeries = new LinkedHashMap<>();
  private int count;

  /**
   * @param file where the page will be, absolute: links start there
   */
  ComparedRuns(Path file) {
    this.file = file;
  }

  void add(ReportPage.Entry entry, RunFiles files) {
    String name =
        files.text("/state").equals("completed")
            ? entry.label()
            : entry.label() + ", " + files.text("/state");
    name += TrustSheet.distrusted(files) ? ", not to be trusted" : "";
    bySeries
        .computeIfAbsent(entry.series(), series -> new ArrayList<>())
        .add(
            new Run(
                "run-" + count, ReportPage.link(files.directory(), file), name, figures(files)));
    count++;
  }

  private static List<Double> figures(RunFiles files) {
    Totals totals = Totals.of(files);
    Latency response = totals.response();
    boolean none = response.count() == 0;
    boolean judged = totals.judged(files);
    double[] stalls =
        files.stalls().stream().filter(Band::servers).mapToDouble(Band::length).toArray();
    return DoubleStream.of(
            totals.perSecond(totals.transactions()),
            totals.perSecond(totals.rows()),
            none ? Double.NaN : (double) response.p50(),
            none ? Double.NaN : (double) response.p95(),
            none ? Double.NaN : (double) response.p99(),
            none ? Double.NaN : (double) response.p999(),
            none ? Double.NaN : (double) response.max(),
            judged ? stalls.length : Double.NaN,
            judged ? Arrays.stream(stalls).sum() : Double.NaN,
            judged ? Arrays.stream(stalls).max().orElse(0) : Double.NaN,
            size(files, "data_bytes"),
            size(files, "index_bytes"),
            size(files, "file_bytes"),
            totals.retries(),
            totals.errors(),
            files.number("/trust/judgedFlaggedPercent"))
        .boxed()
        .toList();
  }

  private static String percent(double number) {
    return Sheet.decimal("%,.1f", number);
  }

  private static String seconds(double number) {
    return Sheet.decimal("%,.2f", number);
  }

  private static double size(RunFiles files, String column) {
    Columns sizes = files.sizes();
    return sizes.size() == 0 ? Double.NaN : sizes.at(sizes.size() - 1, column);
  }

  /** Those of a series follow each other, under what they are together. */
  Sheet sheet() {
    Sheet sheet =
        new Sheet("runs", "Runs")
            .words("run")
            .numbers(HEADS)
            .note(
                "Rows are those read and written. Percentiles are of the response time of successful"
                    + " transactions. Stalls are the server's; those of the generator itself are in"
                    + " the table of stalls alone. Sizes are those at the end; a MB is 1,000,000"
                    + " bytes. A run too short to be judged has no number of stalls; the first 3 s"
                    + " of any, less the warm-up, are not judged for the generator."
                    + (repeated() ? " Of repeated runs median, min and max of each figure." : ""));
    bySeries.forEach(
        (series, runs) -> {
          if (runs.size() > 1) {
            together(sheet, "together", series + " median of " + runs.size(), runs, Spread::median);
            together(sheet, "", series + " min", runs, Spread::least);
            together(sheet, "", series + " max", runs, Spread::most);
          }
          runs.forEach(run -> row(sheet, run.id, "", run.link, run.name, run.figures));
        });
    return sheet;
  }

  /** Whether there are several of one series. */
  boolean repeated() {
    return bySeries.size() < count;
  }

  private static void together(
      Sheet sheet, String css, String name, List<Run> runs, ToDoubleFunction<Spread> which) {
    List<Double> figures =
        IntStream.range(0, HEADS.length)
            .mapToObj(i -> Spread.of(runs.stream().mapToDouble(run -> run.figures.get(i))))
            .map(which::applyAsDouble)
            .toList();
    row(sheet, "", css, "", name, figures);
  }

  private static void row(
      Sheet sheet, String id, String css, String link, String name, List<Double> figures) {
    List<String> texts = new ArrayList<>(List.of(name));
    for (int i = 0; i < figures.size(); i++) {
      texts.add(WORDS.get(i).apply(figures.get(i)));
    }
    sheet.linked(id, css, link, texts.toArray(String[]::new));
  }
}
