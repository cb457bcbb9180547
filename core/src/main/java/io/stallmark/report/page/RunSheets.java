package io.stallmark.report.page;

import io.stallmark.analysis.Latency;
import io.stallmark.report.read.Columns;
import io.stallmark.report.read.Curves;
import io.stallmark.report.read.RunFiles;
import io.stallmark.report.read.Totals;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.HdrHistogram.Histogram;
import tools.jackson.databind.JsonNode;

/** The tables of one run's page: the text of its figures, and what is no figure. */
final class RunSheets {

  /** Rows of a table that a reader can still take in, and a browser lay out at once. */
  static final int ROWS = 1000;

  private static final String TRANSACTION_KIND = "transaction_kind"; // as run.json has it
  private static final double MILLION = 1e6;
  private static final double[] PERCENTILES = {50, 75, 90, 95, 99, 99.9, 99.99, 99.999};
  private static final String[] LATENCIES = {
    "mean ms", "p50 ms", "p95 ms", "p99 ms", "p99.9 ms", "max ms"
  };

  private final RunFiles files;

  RunSheets(RunFiles files) {
    this.files = files;
  }

  Sheet intervals() {
    Columns all = files.intervals();
    int neighbours = all.merging(ROWS);
    Columns shown = all.merged(neighbours);
    Sheet sheet =
        new Sheet("intervals", "Throughput, rows and response time as a table")
            .numbers("from s", "to s", "transactions", "transactions/s", "rows/s")
            .numbers("slowest 100 ms, transactions/s", "retries", "failures", "p50 ms", "p95 ms")
            .numbers("p99 ms", "p99.9 ms", "max ms", "oldest in flight ms")
            .words("generator bound")
            .words(phases().isEmpty() ? new String[0] : new String[] {"phase"})
            .note(
                neighbours == 1
                    ? "A row for each interval; response time of successful transactions."
                    : String.format(
                        Locale.ROOT,
                        "%,d intervals are too many for a table: each row stands for %d of them. Counts"
                            + " are summed, rates are those of all together, the slowest 100 ms is"
                            + " the slowest of them, a percentile of the response time is the highest"
                            + " that one of them had, and generator bound is where one of them was."
                            + " intervals.csv has every row.",
                        all.size(),
                        neighbours));
    double[] rates = shown.rate("transactions");
    double[] rows = shown.rate("rows");
    for (int i = 0; i < shown.size(); i++) {
      sheet.row(interval(shown, i, rates[i], rows[i]));
    }
    return sheet;
  }

  private JsonNode phases() {
    return files.json().at("/spec/phases");
  }

  /** The phase in which an interval begins. */
  private String phase(double start) {
    String name = "";
    for (JsonNode phase : phases()) {
      if (phase.path("startSeconds").asDouble(0) <= start) {
        name = phase.path("name").asString("");
      }
    }
    return name;
  }

  private String[] interval(Columns shown, int i, double rate, double rows) {
    List<String> row = new ArrayList<>(figures(shown, i, rate, rows));
    row.add(TrustSheet.bound(shown.at(i, TrustSheet.BOUND)));
    if (!phases().isEmpty()) {
      row.add(phase(shown.at(i, "start_s")));
    }
    return row.toArray(String[]::new);
  }

  private static List<String> figures(Columns shown, int i, double rate, double rows) {
    return List.of(
        Sheet.plain(shown.at(i, "start_s")),
        Sheet.plain(shown.at(i, "end_s")),
        Sheet.count(shown.at(i, "transactions")),
        Sheet.rate(rate),
        Sheet.rate(rows),
        Sheet.count(shown.at(i, "lowest_slot_transactions_per_s")),
        Sheet.count(shown.at(i, "retries")),
        Sheet.count(shown.at(i, "failures")),
        Sheet.millis(MILLION * shown.at(i, "response_p50_ms")),
        Sheet.millis(MILLION * shown.at(i, "response_p95_ms")),
        Sheet.millis(MILLION * shown.at(i, "response_p99_ms")),
        Sheet.millis(MILLION * shown.at(i, "response_p999_ms")),
        Sheet.millis(MILLION * shown.at(i, "response_max_ms")),
        Sheet.millis(MILLION * shown.at(i, "oldest_in_flight_ms")));
  }

  Sheet sizes() {
    Columns all = files.sizes();
    int neighbours = all.merging(ROWS);
    Columns shown = all.merged(neighbours);
    Sheet sheet =
        new Sheet("sizes", "Size on disk as a table")
            .numbers("at s", "data MB", "indexes MB", "files MB")
            .note(
                "A MB is 1,000,000 bytes. Data and indexes are the server's statistics and may lag;"
                    + " files are exact where the server says them."
                    + (neighbours == 1 ? "" : " Each row is the largest of " + neighbours + "."));
    for (int i = 0; i < shown.size(); i++) {
      sheet.row(
          Sheet.decimal("%,.1f", shown.at(i, "at_s")),
          Sheet.megabytes(shown.at(i, "data_bytes")),
          Sheet.megabytes(shown.at(i, "index_bytes")),
          Sheet.megabytes(shown.at(i, "file_bytes")));
    }
    return sheet;
  }

  Sheet percentiles() {
    Sheet sheet = new Sheet("curve", "Percentiles as a table").words("kind", "clock");
    for (double percentile : PERCENTILES) {
      sheet.numbers("p" + Sheet.plain(percentile) + " ms");
    }
    sheet.numbers("max ms", "samples");
    for (String kind : files.kinds()) {
      for (String clock : List.of(Curves.RESPONSE, Curves.SERVICE)) {
        Histogram histogram = files.curves().of(kind, clock);
        if (histogram != null) {
          sheet.row(percentiles(kind, clock, histogram));
        }
      }
    }
    return sheet;
  }

  private static String[] percentiles(String kind, String clock, Histogram histogram) {
    String[] row = new String[PERCENTILES.length + 4];
    row[0] = kind;
    row[1] = clock;
    for (int i = 0; i < PERCENTILES.length; i++) {
      row[2 + i] = Sheet.millis((double) histogram.getValueAtPercentile(PERCENTILES[i]));
    }
    row[row.length - 2] = Sheet.millis((double) histogram.getMaxValue());
    row[row.length - 1] = Sheet.count((double) histogram.getTotalCount());
    return row;
  }

  /**
   * The kinds by one clock.
   *
   * @param clock {@link Curves#RESPONSE} or {@link Curves#SERVICE}
   */
  Sheet kinds(String clock, String caption) {
    Sheet sheet =
        new Sheet("kinds-" + clock, caption)
            .words("kind")
            .numbers("count", "/s", "rows/s")
            .numbers(LATENCIES)
            .numbers("retries", "failures")
            .orElse("There is no sample.");
    JsonNode kinds = files.json().at("/summary/kinds");
    for (Map.Entry<String, JsonNode> kind : kinds.properties()) {
      JsonNode node = kind.getValue();
      long count = node.path("count").asLong(0);
      if (count > 0 || kind.getKey().equals(Curves.TRANSACTION)) {
        boolean part = node.path("category").asString("").equals(TRANSACTION_KIND);
        sheet.linked(
            "",
            part ? "part" : "",
            "",
            row(
                kind.getKey(),
                Totals.latency(count, node.path(clock + "Nanoseconds")),
                node.path("perSecond").asDouble(Double.NaN),
                node.path("rowsPerSecond").asDouble(Double.NaN),
                node.path("retries").asDouble(Double.NaN),
                node.path("failures").asDouble(Double.NaN)));
      }
    }
    if (kinds.isEmpty()) {
      summed(clock, sheet);
    }
    return sheet;
  }

  /** Of a run that has no summary. */
  private void summed(String clock, Sheet sheet) {
    Totals totals = Totals.of(files);
    for (String kind : files.curves().kinds()) {
      Histogram histogram = files.curves().of(kind, clock);
      if (histogram != null) {
        Latency latency = Latency.of(histogram);
        double rate = totals.perSecond((double) latency.count());
        sheet.row(row(kind, latency, rate, Double.NaN, Double.NaN, Double.NaN));
      }
    }
  }

  private static String[] row(
      String kind, Latency latency, double rate, double rows, double retries, double failures) {
    boolean none = latency.count() == 0;
    return new String[] {
      kind,
      Sheet.count((double) latency.count()),
      Sheet.rate(rate),
      Sheet.rate(rows),
      Sheet.millis(none ? Double.NaN : latency.mean()),
      Sheet.millis(none ? Double.NaN : (double) latency.p50()),
      Sheet.millis(none ? Double.NaN : (double) latency.p95()),
      Sheet.millis(none ? Double.NaN : (double) latency.p99()),
      Sheet.millis(none ? Double.NaN : (double) latency.p999()),
      Sheet.millis(none ? Double.NaN : (double) latency.max()),
      Sheet.count(retries),
      Sheet.count(failures),
    };
  }

  Sheet errors() {
    Sheet sheet =
        new Sheet("errors", "Errors by class")
            .words("kind", "code of the server")
            .numbers("count")
            .words("the first message")
            .orElse(files.running() ? "Not known of a run that goes on." : "No error.");
    for (JsonNode error : files.json().at("/summary/errorClasses")) {
      sheet.row(
          error.path("kind").asString(""),
          error.path("code").asString(""),
          Sheet.count(error.path("count").asDouble(Double.NaN)),
          error.path("example").asString(""));
    }
    return sheet;
  }

  /** Names and values of an object, those within it with a dot. */
  Sheet values(String id, String caption, String... names) {
    Sheet sheet = new Sheet(id, caption).words("name", "value").orElse("Not written.");
    values(files, names).forEach(sheet::row);
    return sheet;
  }

  /** Every value within these objects of run.json, by its name with dots; in their order. */
  static Map<String, String> values(RunFiles files, String... names) {
    Map<String, String> values = new LinkedHashMap<>();
    for (String name : names) {
      add(values, name, files.json().path(name));
    }
    return values;
  }

  private static void add(Map<String, String> values, String name, JsonNode node) {
    if (node.isObject()) {
      node.properties().forEach(e -> add(values, name + "." + e.getKey(), e.getValue()));
    } else if (node.isArray()) {
      values.put(name, node.toString());
    } else if (!node.isMissingNode()) {
      values.put(name, node.asString(""));
    }
  }
}
