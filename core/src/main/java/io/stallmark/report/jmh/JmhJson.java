package io.stallmark.report.jmh;

import io.stallmark.plan.Registry;
import io.stallmark.record.Kind;
import io.stallmark.report.file.CsvColumns;
import io.stallmark.report.file.LatencyCurves;
import io.stallmark.report.file.RunFiles;
import io.stallmark.report.page.ReportPage;
import io.stallmark.result.RunDocument.ProgramVersions;
import io.stallmark.result.RunParameters;
import io.stallmark.spec.SettingsReader;
import io.stallmark.text.FileTrouble;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writer of runs as JMH's result JSON. For each run, the array contains the transactions per second
 * in mode {@code thrpt}, and the response time of each kind in mode {@code sample}, in
 * milliseconds. Names and order follow JMH's own writer, {@code
 * org.openjdk.jmh.results.format.JSONResultFormat} of jmh-core. Both write NaN as a string.
 */
public final class JmhJson {

  /** The JMH version whose format this class writes. */
  static final String JMH_VERSION = "1.37";

  private static final double[] PERCENTILES = {
    0, 50, 90, 95, 99, 99.9, 99.99, 99.999, 99.9999, 100
  };

  /** Percentiles that are separate metrics, as viewers list them. */
  private static final String[] SHARES = {
    "0.00", "0.50", "0.90", "0.95", "0.99", "0.999", "0.9999", "1.00"
  };

  private static final String MILLIS_PER_OPERATION = "ms/op";
  private static final double MILLIS = 1000;

  /**
   * Prefix of throughput entries. JMH's Visualizer merges entries with equal name and parameters in
   * any mode, and draws entries of one group on one axis. Throughput therefore has a separate
   * prefix.
   */
  private static final String THROUGHPUT = "throughput.";

  private final RunFiles run;
  private final String name;
  private final double[] rates;
  private final CsvColumns intervals;

  /**
   * Creates the entries of one run.
   *
   * @param name name of the run among others in the same file; empty if it is the only run
   */
  private JmhJson(RunFiles run, String name) {
    this.run = run;
    this.name = name;
    intervals = run.intervals().withoutSliver();
    rates = Arrays.stream(intervals.rate("transactions")).filter(Double::isFinite).toArray();
  }

  /**
   * Writes the JSON file.
   *
   * @param runs the runs; if there are several, each entry has the label as its parameter {@code
   *     run}
   * @param file the file to create or overwrite
   * @return one sentence for each run without entries because it failed or has no samples, for each
   *     run that is not trustworthy, and for each error in a damaged run
   * @throws IOException with a message for the user, if a file cannot be read or written
   */
  public static List<String> write(List<ReportPage.Entry> runs, Path file) throws IOException {
    JsonMapper mapper = JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
    ArrayNode entries = mapper.createArrayNode();
    List<String> warnings = new ArrayList<>();
    for (ReportPage.Entry entry : runs) {
      RunFiles run = RunFiles.read(entry.directory(), kind -> true);
      int before = entries.size();
      if (!run.failed()) {
        new JmhJson(run, runs.size() == 1 ? "" : entry.label()).addTo(entries);
      }
      if (entries.size() == before) {
        String why = run.failed() ? "it failed" : "it has no samples";
        warnings.add(entry.directory() + " is not in " + file + ": " + why + ".");
      } else if (run.run().doubted()) {
        warnings.add(entry.directory() + " is not to be trusted, and no viewer of JMH says so.");
      }
      run.damage().forEach(damage -> warnings.add(entry.directory() + ": " + damage));
    }
    try {
      Files.writeString(file, mapper.writeValueAsString(entries) + "\n");
    } catch (IOException e) {
      throw new IOException(file + " cannot be written: " + FileTrouble.reason(e), e);
    }
    return warnings;
  }

  /** Adds the entries. A run without samples has none. */
  private void addTo(ArrayNode entries) {
    Histogram transactions = run.curves().of(Kind.TRANSACTION, LatencyCurves.RESPONSE);
    if (rates.length > 0 && transactions != null) {
      ObjectNode entry = entry(entries, THROUGHPUT + Kind.TRANSACTION, "thrpt");
      ObjectNode metric = entry.putObject("primaryMetric");
      put(metric, JmhScore.of(rates), "ops/s");
      ArrayNode iterations = metric.putArray("rawData").addArray();
      DoubleStream.of(rates).forEach(iterations::add);
      bound(entry.putObject("secondaryMetrics"), flags());
    }
    for (String kind : run.kinds()) {
      Histogram nanos = run.curves().of(kind, LatencyCurves.RESPONSE);
      if (nanos != null && nanos.getTotalCount() > 0) {
        ObjectNode entry = entry(entries, kind, "sample");
        responseTime(entry, nanos);
        bound(entry.withObject("/secondaryMetrics"), boundShare());
      }
    }
  }

  private static void responseTime(ObjectNode entry, Histogram nanos) {
    JmhScore score = JmhScore.of(nanos);
    ObjectNode metric = entry.putObject("primaryMetric");
    put(metric, score, MILLIS_PER_OPERATION);
    samples(metric.putArray("rawDataHistogram").addArray().addArray(), nanos);
    ObjectNode percentiles = entry.putObject("secondaryMetrics");
    for (String share : SHARES) {
      double value = score.percentiles().applyAsDouble(100 * Double.parseDouble(share));
      ObjectNode percentile = percentiles.putObject("p" + share);
      put(percentile, JmhScore.of(new double[] {value}), MILLIS_PER_OPERATION);
      percentile.putArray("rawData").addArray().add(value);
    }
  }

  /** For each iteration of throughput: 1 if the generator was the bottleneck, else 0. */
  private double[] flags() {
    double[] flags = intervals.column("generator_bound");
    double[] of = intervals.rate("transactions");
    return IntStream.range(0, flags.length)
        .filter(i -> Double.isFinite(of[i]))
        .mapToDouble(i -> flags[i])
        .toArray();
  }

  /**
   * The share of the time in which the generator was the bottleneck. All samples are one iteration,
   * so the array has one element.
   */
  private double[] boundShare() {
    double[] flags = intervals.column("generator_bound");
    double[] from = intervals.column("start_s");
    double[] to = intervals.column("end_s");
    double all = 0;
    double bound = 0;
    for (int i = 0; i < flags.length; i++) {
      all += to[i] - from[i];
      bound += flags[i] * (to[i] - from[i]);
    }
    return new double[] {bound / all};
  }

  /**
   * Adds the metric {@code generatorBound}. Adds nothing if the run did not report it.
   *
   * @param shares share of the time of each iteration, 0 to 1
   */
  private static void bound(ObjectNode metrics, double[] shares) {
    JmhScore score = JmhScore.of(shares);
    if (!Double.isNaN(score.mean())) {
      ObjectNode metric = metrics.putObject("generatorBound");
      put(metric, score, "share");
      ArrayNode iterations = metric.putArray("rawData").addArray();
      DoubleStream.of(shares).forEach(iterations::add);
    }
  }

  /** Creates an entry without its metrics. */
  private ObjectNode entry(ArrayNode entries, String what, String mode) {
    ObjectNode entry = entries.addObject();
    RunParameters spec = run.run().spec();
    String java = java(); // 17.0.15+6 (OpenJDK 64-Bit Server VM, Debian)
    String version = java.replaceFirst(" \\(.*", "");
    double warmup = (spec == null ? 0 : spec.number("warmupSeconds"));
    entry.put("jmhVersion", JMH_VERSION);
    entry.put("benchmark", "io.stallmark." + run.run().workload() + "." + what);
    entry.put("mode", mode);
    entry.put("threads", spec == null ? 1 : Math.max(1, (int) spec.number("threads")));
    entry.put("forks", 1);
    entry.put("jvm", "");
    entry.putArray("jvmArgs");
    entry.put("jdkVersion", version);
    entry.put("vmName", java.replaceFirst("^[^(]*\\(?", "").replaceFirst(",.*|\\)$", ""));
    entry.put("vmVersion", version);
    entry.put("warmupIterations", warmup > 0 ? 1 : 0);
    entry.put("warmupTime", time(warmup));
    entry.put("warmupBatchSize", 1);
    // All samples of a kind are one iteration: one iteration per interval would make the file
    // large.
    entry.put("measurementIterations", mode.equals("thrpt") ? rates.length : 1);
    entry.put(
        "measurementTime",
        time(
            mode.equals("thrpt")
                ? (spec == null ? 0 : spec.number("intervalSeconds"))
                : elapsedSeconds()));
    entry.put("measurementBatchSize", 1);
    params(entry.putObject("params"));
    return entry;
  }

  private double elapsedSeconds() {
    return Arrays.stream(run.intervals().column("end_s")).max().orElse(0);
  }

  private String java() {
    ProgramVersions versions = run.run().versions();
    return versions == null ? "" : versions.java();
  }

  /** Formats a time as JMH does. */
  private static String time(double seconds) {
    return seconds == Math.rint(seconds)
        ? (long) seconds + " s"
        : Math.round(seconds * MILLIS) + " ms";
  }

  private void params(ObjectNode params) {
    if (!name.isEmpty()) {
      params.put("run", name);
    }
    RunParameters spec = run.run().spec();
    if (spec == null) {
      return;
    }
    params.put("url", spec.url());
    for (String name : List.of("threads", "ratePerSecond", "rateSchedule")) {
      Object value = spec.options().get(name);
      if (value != null) {
        params.put(name, value.toString());
      }
    }
    spec.storage().forEach((option, value) -> params.put("storage." + option, value));
    Map<String, Object> defaults = defaults();
    spec.settings()
        .forEach(
            (setting, value) -> {
              if (!String.valueOf(value).equals(String.valueOf(defaults.get(setting)))) {
                params.put(setting, String.valueOf(value));
              }
            });
  }

  /**
   * Default values of the workload's settings. Viewers print every parameter next to every bar, so
   * settings with their default value are left out.
   */
  private Map<String, Object> defaults() {
    return Registry.load()
        .workload(run.run().workload())
        .map(workload -> new SettingsReader(workload).defaults().values())
        .orElse(Map.of());
  }

  private static void put(ObjectNode metric, JmhScore score, String unit) {
    metric.put("score", score.mean());
    metric.put("scoreError", score.error());
    ArrayNode confidence = metric.putArray("scoreConfidence");
    confidence.add(score.mean() - score.error());
    confidence.add(score.mean() + score.error());
    ObjectNode percentiles = metric.putObject("scorePercentiles");
    for (double percent : PERCENTILES) {
      percentiles.put(String.valueOf(percent), score.percentiles().applyAsDouble(percent));
    }
    metric.put("scoreUnit", unit);
  }

  /** Adds pairs of a value and its count. */
  private static void samples(ArrayNode iteration, Histogram nanos) {
    for (HistogramIterationValue bucket : nanos.recordedValues()) {
      long value = nanos.medianEquivalentValue(bucket.getValueIteratedTo());
      iteration
          .addArray()
          .add(value / JmhScore.NANOS_PER_MILLI)
          .add(bucket.getCountAddedInThisIterationStep());
    }
  }
}
