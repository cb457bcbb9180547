package io.stallmark.report.page;

import io.stallmark.report.read.Band;
import io.stallmark.report.read.Columns;
import io.stallmark.report.read.Curves;
import io.stallmark.report.read.RunFiles;
import io.stallmark.report.read.Totals;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.util.RawValue;

/**
 * What the charts draw, as columns: a run of 12 hours has 43,200 intervals. Rates are per second,
 * response times milliseconds, times seconds since the measurement started; nothing is left out or
 * thinned below {@link #MOST} intervals.
 */
final class ChartData {

  /** A day of seconds. Above that neighbours are merged without losing an extreme. */
  static final int MOST = 86_400;

  private static final int DIGITS = 5;
  private static final int PER_DECADE = 20;
  private static final int DECADES = 5;
  private static final double MILLISECOND = 1e6;
  private static final double MICROSECONDS = 1e6; // of a second
  private static final double KILOBYTES = 1e3; // of a megabyte
  private static final double BUSY = 10; // milliseconds of a second that are a percent
  private static final List<String> ALL = List.of("p50", "p95", "p99", "p999", "max");
  private static final List<String> FEW = List.of("p95", "p99", "max");

  private final ObjectNode root = new JsonMapper().createObjectNode();
  private final ArrayNode runs = root.putArray("runs");
  private final boolean several;

  /**
   * Nothing yet.
   *
   * @param several whether runs are compared: then each has fewer columns
   */
  ChartData(boolean several) {
    this.several = several;
  }

  void add(ReportPage.Entry entry, RunFiles files) {
    ObjectNode run = runs.addObject();
    run.put("label", entry.label());
    if (several) {
      Totals totals = Totals.of(files);
      run.put("series", entry.series());
      double rate = totals.perSecond(totals.transactions());
      if (Double.isFinite(rate)) {
        run.put("rate", rounded(rate));
      }
    }
    Columns all = files.intervals().withoutSliver();
    Columns intervals = all.merged(all.merging(MOST));
    column(run, "start", intervals.column("start_s"));
    column(run, "end", intervals.column("end_s"));
    column(run, "transactions", intervals.rate("transactions"));
    if (intervals.sum("rows") > 0) {
      column(run, "rows", intervals.rate("rows"));
    }
    if (!several) {
      column(run, "lowest", intervals.column("lowest_slot_transactions_per_s"));
    }
    ObjectNode response = run.putObject("response");
    for (String figure : several ? FEW : ALL) {
      column(response, figure, intervals.column("response_" + figure + "_ms"));
    }
    if (!several) {
      column(response, "oldest", intervals.column("oldest_in_flight_ms"));
    }
    ArrayNode phases = run.putArray("phases");
    for (JsonNode phase : files.json().path("spec").path("phases")) {
      phases.addArray().add(phase.path("name")).add(phase.path("startSeconds"));
    }
    bands(run.putArray("stalls"), files.stalls());
    bands(run.putArray("dips"), files.dips());
    ArrayNode bound = run.putArray("bound");
    for (double[] band : TrustSheet.bands(intervals)) {
      bound.addArray().add(exact(band[0])).add(exact(band[1]));
    }
    if (files.sizes().size() > 0) {
      sizes(run.putObject("size"), files.sizes());
    }
    if (!files.costs().isEmpty()) {
      costs(run.putObject("cost"), files.costs());
    }
    ObjectNode curves = run.putObject("curves");
    for (String kind : files.kinds()) {
      ObjectNode clocks = curves.putObject(kind);
      curve(clocks, Curves.RESPONSE, files.curves().of(kind, Curves.RESPONSE));
      curve(clocks, Curves.SERVICE, files.curves().of(kind, Curves.SERVICE));
    }
  }

  /** Adds what a chart of another's is drawn of. */
  void put(String name, JsonNode drawn) {
    root.set(name, drawn);
  }

  private static void sizes(ObjectNode node, Columns all) {
    Columns sizes = all.merged(all.merging(MOST));
    column(node, "at", sizes.column("at_s"));
    for (String name : List.of("data", "index", "file")) {
      column(node, name, sizes.column(name + "_bytes"));
    }
    scaled(node, "perRow", sizes.column("stored_bytes_per_row"), 1);
    scaled(node, "space", sizes.column("space_amplification"), 1);
  }

  /** By source, as far as it says anything: CPU seconds, requests and MB per second, percents. */
  private static void costs(ObjectNode into, Map<String, Columns> costs) {
    costs.forEach(
        (source, rows) -> {
          Columns all = rows.withoutSliver();
          Columns cost = all.merged(all.merging(MOST));
          ObjectNode node = into.putObject(source);
          column(node, "start", cost.column("start_s"));
          column(node, "end", cost.column("end_s"));
          scaled(node, "cpu", cost.rate("cpu_us"), MICROSECONDS);
          scaled(node, "disk", cost.rate("disk_busy_ms"), BUSY);
          scaled(node, "reads", cost.rate("reads"), 1);
          scaled(node, "writes", cost.rate("writes"), 1);
          scaled(node, "read", cost.rate("read_kb"), KILOBYTES);
          scaled(node, "written", cost.rate("written_kb"), KILOBYTES);
          scaled(node, "received", cost.rate("received_kb"), KILOBYTES);
          scaled(node, "sent", cost.rate("sent_kb"), KILOBYTES);
          scaled(node, "amplification", amplification(cost), 1);
        });
  }

  /** Of what may be merged: of all that was written in it. */
  private static double[] amplification(Columns cost) {
    double[] written = cost.column("written_kb");
    double[] logical = cost.column("logical_written_kb");
    Arrays.setAll(written, i -> logical[i] > 0 ? written[i] / logical[i] : Double.NaN);
    return written;
  }

  private static void scaled(ObjectNode into, String name, double[] values, double unit) {
    if (Arrays.stream(values).anyMatch(Double::isFinite)) {
      column(into, name, Arrays.stream(values).map(value -> value / unit).toArray());
    }
  }

  private static void bands(ArrayNode into, List<Band> bands) {
    for (Band band : BandSheets.shown(bands)) {
      into.addArray().add(band.start()).add(band.length());
    }
  }

  /** As text at once: as nodes the columns of 12 hours take a hundred megabytes. */
  private static void column(ObjectNode into, String name, double[] values) {
    boolean time = name.equals("start") || name.equals("end");
    StringJoiner column = new StringJoiner(",", "[", "]");
    for (double value : values) {
      column.add(
          Double.isFinite(value) ? (time ? exact(value) : rounded(value)).toString() : "null");
    }
    into.putRawValue(name, new RawValue(column.toString()));
  }

  private static BigDecimal exact(double value) {
    return plain(BigDecimal.valueOf(value));
  }

  private static BigDecimal rounded(double value) {
    return plain(BigDecimal.valueOf(value).round(new MathContext(DIGITS)));
  }

  private static BigDecimal plain(BigDecimal value) {
    BigDecimal stripped = value.stripTrailingZeros();
    return stripped.scale() < 0 ? stripped.setScale(0) : stripped;
  }

  /**
   * Points of 1/(1-p) and milliseconds, evenly on a logarithmic scale, to where the samples end or
   * to 99.999 %.
   */
  private static void curve(ObjectNode into, String clock, @Nullable Histogram histogram) {
    if (histogram == null || histogram.getTotalCount() == 0) {
      return;
    }
    ArrayNode points = into.putArray(clock);
    long count = histogram.getTotalCount();
    for (int i = 0; i <= DECADES * PER_DECADE; i++) {
      double odds = Math.pow(10, (double) i / PER_DECADE);
      if (odds > count) {
        point(points, (double) count, histogram.getMaxValue());
        return;
      }
      point(points, odds, histogram.getValueAtPercentile(100 - 100 / odds));
    }
  }

  private static void point(ArrayNode points, double odds, long nanos) {
    points.addArray().add(rounded(odds)).add(rounded(nanos / MILLISECOND));
  }

  /** As JSON in which no text can end the element it stands in or begin a comment. */
  String print() {
    root.put("several", several);
    return new JsonMapper().writeValueAsString(root).replace("<", "\\u003c");
  }
}
