package io.stallmark.report.page;

import io.stallmark.report.file.CsvColumns;
import io.stallmark.report.file.LatencyCurves;
import io.stallmark.report.file.RunFiles;
import io.stallmark.result.DatabaseName;
import io.stallmark.result.Percentile;
import io.stallmark.result.RunDocument;
import io.stallmark.result.RunFile;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.util.RawValue;

/**
 * Run as the scripts of a page read it: {@code run.json} as it is, and the columns of the other
 * files by their names. An unknown value is null. A column without any value is omitted.
 *
 * @param series label that repetitions share
 * @param link link to the run's own page; may be empty
 * @param database name of the database for readers
 * @param notes remarks about its files, whole sentences
 * @param costs columns of {@code cost.csv} by source
 * @param counters columns of {@code counters.csv}, on the page of one run only
 * @param stalls rows of {@code stalls.csv} by the names of its columns
 * @param replay rows of {@code replay.csv}, those with the longest total service time
 * @param latencies distributions by kind of operation and clock
 */
record EmbeddedRun(
    String label,
    String series,
    String link,
    String database,
    JsonNode json,
    List<String> notes,
    Map<String, RawValue> intervals,
    Map<String, RawValue> sizes,
    Map<String, Map<String, RawValue>> costs,
    Map<String, RawValue> counters,
    List<Map<String, String>> stalls,
    List<Map<String, String>> dips,
    List<Map<String, String>> replay,
    Map<String, Map<String, Curve>> latencies) {

  /**
   * Distribution of the times of a kind of operation, in nanoseconds.
   *
   * @param points pairs of 1/(1-p) and the percentile p, up to the number of samples or 99.999 %
   */
  record Curve(long count, double mean, long max, List<double[]> points) {

    /**
     * Values of 1/(1-p): 20 per decade, and those of p50, p75 and p95, which are not among them.
     */
    private static final double[] ODDS =
        DoubleStream.concat(
                IntStream.rangeClosed(0, 100).mapToDouble(i -> Math.pow(10, i / 20.0)),
                DoubleStream.of(2, 4, 20))
            .sorted()
            .toArray();

    /** Returns the distribution of a histogram; null: it has no sample. */
    static @Nullable Curve of(@Nullable Histogram histogram) {
      if (histogram == null || histogram.getTotalCount() == 0) {
        return null;
      }
      long count = histogram.getTotalCount();
      List<double[]> points = new ArrayList<>();
      for (double odds : ODDS) {
        if (odds > count) {
          points.add(new double[] {count, histogram.getMaxValue()});
          break;
        }
        points.add(new double[] {rounded(odds), histogram.getValueAtPercentile(100 - 100 / odds)});
      }
      return new Curve(count, histogram.getMean(), histogram.getMaxValue(), points);
    }
  }

  /**
   * Maximum number of rows: one day of seconds. In longer runs neighbours are merged without losing
   * a minimum or maximum.
   */
  private static final int MOST = 86_400;

  /** The same of all load machines together. */
  private static final int MOST_OF_AGENTS = 50_000;

  private static final int MOST_STATEMENTS = 200;

  private static final MathContext SIX_DIGITS = new MathContext(6);

  private static final Set<String> TIMES = Set.of("start_s", "end_s", "at_s");

  /** Columns that no page shows. */
  private static final Pattern HIDDEN =
      Pattern.compile("statements|service_.*|.*_per_(statement|transaction)");

  /** Columns that a page of several runs does not show. */
  static final Set<String> SINGLE =
      Set.of(
          Percentile.P50.column("response_"),
          Percentile.P99_9.column("response_"),
          "lowest_slot_transactions_per_s",
          "oldest_in_flight_ms");

  /**
   * Returns the run of a page.
   *
   * @param link target of the link of its name; may be empty
   * @param hidden columns of intervals that the page does not show
   */
  static EmbeddedRun of(ReportPage.Entry entry, RunFiles files, String link, Set<String> hidden) {
    Map<String, Map<String, RawValue>> costs = new LinkedHashMap<>();
    files.costs().forEach((source, cost) -> costs.put(source, columns(cost, Set.of())));
    Map<String, Map<String, Curve>> latencies = new LinkedHashMap<>();
    for (String kind : files.kinds()) {
      Map<String, Curve> clocks = new LinkedHashMap<>();
      for (String clock : List.of(LatencyCurves.RESPONSE, LatencyCurves.SERVICE)) {
        Curve curve = Curve.of(files.curves().of(kind, clock));
        if (curve != null) {
          clocks.put(clock, curve);
        }
      }
      latencies.put(kind, clocks);
    }
    return new EmbeddedRun(
        entry.label(),
        entry.series(),
        link,
        DatabaseName.of(files.run()),
        json(files.run()),
        files.notes(),
        columns(files.intervals(), hidden),
        columns(files.sizes(), Set.of()),
        costs,
        hidden.isEmpty() ? columns(files.counters(), Set.of()) : Map.of(),
        files.stalls(),
        files.dips(),
        files.replay().subList(0, Math.min(MOST_STATEMENTS, files.replay().size())),
        latencies);
  }

  /**
   * Returns a run without intervals.
   *
   * @param names names in {@code run.json}, where it is not written yet
   */
  static EmbeddedRun live(@Nullable RunDocument run, Map<String, String> names) {
    return new EmbeddedRun(
        "",
        "",
        "",
        run == null ? names.getOrDefault("binding", "") : DatabaseName.of(run),
        run == null ? RunFile.tree(names) : json(run),
        List.of(),
        Map.of(),
        Map.of(),
        Map.of(),
        Map.of(),
        List.of(),
        List.of(),
        List.of(),
        Map.of());
  }

  /** Returns {@code run.json} with seeds as strings, because JavaScript numbers have 53 bits. */
  private static JsonNode json(RunDocument run) {
    ObjectNode json = (ObjectNode) RunFile.tree(run);
    for (String seed : List.of("seed", "requestSeed")) {
      if (json.has(seed)) {
        json.put(seed, json.get(seed).asString(""));
      }
    }
    return json;
  }

  /**
   * Returns all columns of a file.
   *
   * @param most maximum number of rows; otherwise neighbours are merged
   */
  private static Map<String, RawValue> columns(CsvColumns all, int most) {
    return columns(all.merged(all.merging(most)), Set.of());
  }

  /** Returns the columns of {@code agents.csv} by the load machine; empty: there is only one. */
  static Map<String, Object> agents(Path directory) throws IOException {
    Map<String, CsvColumns> all = CsvColumns.readBy("name", directory.resolve("agents.csv"));
    Map<String, Map<String, RawValue>> agents = new LinkedHashMap<>();
    all.forEach((name, rows) -> agents.put(name, columns(rows, MOST_OF_AGENTS / all.size())));
    return agents.isEmpty() ? Map.of() : Map.of("agents", agents);
  }

  private static Map<String, RawValue> columns(CsvColumns all, Set<String> hidden) {
    CsvColumns shown = all.merged(all.merging(MOST));
    Map<String, RawValue> columns = new LinkedHashMap<>();
    for (String name : shown.names()) {
      double[] values = shown.column(name);
      boolean wanted = !hidden.contains(name) && !HIDDEN.matcher(name).matches();
      if (wanted && Arrays.stream(values).anyMatch(Double::isFinite)) {
        columns.put(name, column(values, TIMES.contains(name)));
      }
    }
    return columns;
  }

  /**
   * Formats a column as JSON text directly, because the nodes of a 12-hour run take a hundred
   * megabytes.
   */
  private static RawValue column(double[] values, boolean exact) {
    StringJoiner column = new StringJoiner(",", "[", "]");
    for (double value : values) {
      if (!Double.isFinite(value)) {
        column.add("null");
      } else if (value == Math.rint(value)) {
        column.add(Long.toString((long) value));
      } else {
        BigDecimal number = BigDecimal.valueOf(exact ? value : rounded(value));
        column.add(number.stripTrailingZeros().toPlainString());
      }
    }
    return new RawValue(column.toString());
  }

  private static double rounded(double value) {
    return BigDecimal.valueOf(value).round(SIX_DIGITS).doubleValue();
  }
}
