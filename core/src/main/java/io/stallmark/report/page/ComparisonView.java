package io.stallmark.report.page;

import io.stallmark.report.read.Band;
import io.stallmark.report.read.Columns;
import io.stallmark.report.read.Curves;
import io.stallmark.report.read.RunFiles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What the template shows of several runs. */
final class ComparisonView {

  private static final double MILLION = 1e6;

  /** Of each run, in a table of all. */
  private static final int ROWS = 60;

  private final ComparedRuns runs;
  private final Sheet stalls =
      new Sheet("stalls", "Stalls")
          .words("run")
          .numbers("start s", "length s", "slowest 100 ms, transactions/s")
          .numbers("operations delayed", "longest response ms")
          .words("held by", "statements held", "server counters that moved")
          .orElse("No run has a stall.");
  private final Sheet curves =
      new Sheet("curve", "Percentiles as a table")
          .words("run")
          .numbers("p50 ms", "p90 ms", "p95 ms", "p99 ms", "p99.9 ms", "p99.99 ms")
          .numbers("p99.999 ms", "max ms", "samples");
  private final Sheet intervals =
      new Sheet("intervals", "Throughput, rows and response time as a table")
          .words("run")
          .numbers("from s", "to s", "transactions/s", "rows/s", "p95 ms", "p99 ms", "max ms")
          .words("generator bound")
          .note(
              "At most "
                  + ROWS
                  + " rows for each run: of intervals that share one, rates are those of all together,"
                  + " response times the highest, and generator bound is where one of them was. The"
                  + " page of a run has more.");
  private final Sheet sizes =
      new Sheet("sizes", "Size on disk as a table")
          .words("run")
          .numbers("at s", "data MB", "indexes MB", "files MB")
          .note("At most " + ROWS + " rows for each run: of sizes that share one, the largest.");
  private final ComparedValues values = new ComparedValues();
  private final Map<String, Set<String>> warnings = new LinkedHashMap<>();
  private final List<String> notes = new ArrayList<>();
  private int count;
  private long stalled;
  private boolean rows;
  private final Set<String> counted = new LinkedHashSet<>();

  /**
   * No run yet.
   *
   * @param file where the page will be: links start there
   */
  ComparisonView(Path file) {
    runs = new ComparedRuns(file.toAbsolutePath().normalize());
  }

  void add(ReportPage.Entry entry, RunFiles files) {
    String label = entry.label();
    runs.add(entry, files);
    values.add(label, RunSheets.values(files, "spec", "database", "versions", "host"));
    List<Band> shown = BandSheets.shown(files.stalls());
    for (int i = 0; i < shown.size(); i++) {
      stall(label, BandSheets.id("stall", count, i), shown.get(i));
    }
    stalled += files.stalls().stream().filter(Band::servers).count();
    curve(label, files.curves().of(Curves.TRANSACTION, Curves.RESPONSE));
    for (JsonNode each : files.json().path("warnings")) {
      warnings.computeIfAbsent(each.asString(""), warning -> new LinkedHashSet<>()).add(label);
    }
    files.notes().forEach(note -> notes.add(label + ": " + note));
    if (stalls.note.isEmpty()) {
      stalls.note(BandSheets.definition(files));
    }
    rows |= files.intervals().sum("rows") > 0;
    counted.addAll(CostBlocks.counted(files));
    intervals(label, files.intervals());
    sizes(label, files.sizes());
    count++;
  }

  /** Most runs of a comparison have the same ones. */
  private List<String> warnings() {
    List<String> sentences = new ArrayList<>();
    warnings.forEach(
        (warning, labels) ->
            sentences.add(
                (labels.size() == count ? "All runs" : String.join(", ", labels))
                    + ": "
                    + warning));
    return sentences;
  }

  private void stall(String label, String id, Band stall) {
    stalls.linked(
        id,
        "band",
        "#throughput",
        label,
        Sheet.decimal("%,.2f", stall.start()),
        Sheet.decimal("%,.2f", stall.length()),
        Sheet.count(stall.lowest()),
        Sheet.count(stall.delayed()),
        Sheet.millis(MILLION * stall.longest()),
        stall.generators() ? "the generator itself" : "the server",
        stall.kinds(),
        stall.counters());
  }

  private void intervals(String label, Columns all) {
    Columns shown = all.merged(all.merging(ROWS));
    double[] rates = shown.rate("transactions");
    double[] rowRates = shown.rate("rows");
    for (int i = 0; i < shown.size(); i++) {
      intervals.row(
          label,
          Sheet.plain(shown.at(i, "start_s")),
          Sheet.plain(shown.at(i, "end_s")),
          Sheet.rate(rates[i]),
          Sheet.rate(rowRates[i]),
          Sheet.millis(MILLION * shown.at(i, "response_p95_ms")),
          Sheet.millis(MILLION * shown.at(i, "response_p99_ms")),
          Sheet.millis(MILLION * shown.at(i, "response_max_ms")),
          TrustSheet.bound(shown.at(i, TrustSheet.BOUND)));
    }
  }

  private void sizes(String label, Columns all) {
    Columns shown = all.merged(all.merging(ROWS));
    for (int i = 0; i < shown.size(); i++) {
      sizes.row(
          label,
          Sheet.decimal("%,.1f", shown.at(i, "at_s")),
          Sheet.megabytes(shown.at(i, "data_bytes")),
          Sheet.megabytes(shown.at(i, "index_bytes")),
          Sheet.megabytes(shown.at(i, "file_bytes")));
    }
  }

  private void curve(String label, @Nullable Histogram histogram) {
    if (histogram == null) {
      return;
    }
    curves.row(
        label,
        at(histogram, 50),
        at(histogram, 90),
        at(histogram, 95),
        at(histogram, 99),
        at(histogram, 99.9),
        at(histogram, 99.99),
        at(histogram, 99.999),
        Sheet.millis((double) histogram.getMaxValue()),
        Sheet.count((double) histogram.getTotalCount()));
  }

  private static String at(Histogram histogram, double percentile) {
    return Sheet.millis((double) histogram.getValueAtPercentile(percentile));
  }

  /**
   * All of it.
   *
   * @param first what stands above
   */
  Page page(ReportPage.Heading heading, List<Page.Block> first) {
    List<Page.Block> blocks = new ArrayList<>(first);
    blocks.addAll(blocks());
    String counted =
        count
            + (count == 1 ? " run · " : " runs · ")
            + stalled
            + (stalled == 1 ? " stall" : " stalls");
    List<String> all = new ArrayList<>(heading.warnings());
    warnings.keySet().removeIf(each -> all.stream().anyMatch(said -> said.contains(each)));
    all.addAll(warnings());
    return new Page(
        heading.title(),
        heading.about().isEmpty() ? counted : counted + " · " + heading.about(),
        "",
        "",
        List.of(),
        all,
        notes,
        blocks);
  }

  private List<Page.Block> blocks() {
    String none = intervals.hasRows() ? "" : "No run has an interval to show.";
    List<Page.Block> blocks = new ArrayList<>();
    blocks.add(Page.sheet(runs.sheet()));
    if (runs.repeated()) {
      blocks.add(
          Page.figure(
              "repetitions",
              "Each run",
              "Successful transactions per second over the whole of each run, in their order.",
              "",
              null));
    }
    blocks.add(
        Page.figure(
            "throughput",
            "Throughput",
            "Successful transactions per second; where a run stalled, a band in its colour, a fainter"
                + " one where its generator was the bottleneck.",
            none,
            intervals.hasRows() ? intervals : null));
    if (rows) {
      blocks.add(
          Page.figure(
              "rows",
              "Rows",
              "Rows read or written per second; a row is no transaction.",
              "",
              null));
    }
    String scale = "Of successful transactions in each interval, on a logarithmic scale.";
    blocks.add(Page.figure("response-p95", "Response time, 95th percentile", scale, none, null));
    blocks.add(Page.figure("response-p99", "Response time, 99th percentile", scale, none, null));
    blocks.add(Page.figure("response-max", "Longest response time", scale, none, null));
    blocks.add(
        Page.figure(
            "size",
            "Size on disk",
            "The files of all tables; data and indexes where the database does not say that.",
            sizes.hasRows() ? "" : "No database said how large the tables were.",
            sizes.hasRows() ? sizes : null));
    blocks.addAll(CostBlocks.stored(counted));
    blocks.addAll(CostBlocks.ofSeveral(counted));
    blocks.add(
        Page.figure(
            "percentiles",
            "Percentiles",
            "Response time of transactions; each step to the right leaves a tenth of them.",
            curves.hasRows() ? "" : "There is no latency.hlog, or nothing in it.",
            curves.hasRows() ? curves : null));
    blocks.add(Page.sheet(stalls));
    blocks.add(Page.sheet(values.different()));
    blocks.add(Page.sheet(values.alike()));
    return blocks;
  }
}
