package io.stallmark.experiment.run;

import io.stallmark.analysis.compare.RunMetrics;
import io.stallmark.experiment.PlannedRun;
import io.stallmark.report.compare.StoredRun;
import io.stallmark.report.file.CsvColumns;
import io.stallmark.report.table.FigureTable;
import io.stallmark.report.table.TextTable;
import io.stallmark.result.Percentile;
import io.stallmark.result.RunSummary;
import io.stallmark.result.RunSummary.RoleSummary;
import io.stallmark.result.ServiceLevelSummary;
import io.stallmark.result.metric.CostMetric;
import io.stallmark.result.metric.HealthMetric;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/**
 * Figures of each role in each step of an experiment with steps, as a table for readers and as CSV:
 * rates, response times, service level, and the server's work for each of the role's rows or
 * transactions. Runs that missed their service level are included.
 */
final class StepTable {

  /** Name of the CSV file. */
  static final String CSV = "steps.csv";

  /** Heads of the important columns. */
  private static final Set<String> BRIEF =
      Set.of("step", "unit", "/s", "p50 ms", "p99 ms", "max ms", "reached %");

  private static final double PERCENT = 100;
  private static final double MILLISECOND = 1e6;
  private static final double KB_PER_MB = 1000;
  private static final double MICROS_PER_PERCENT = 1e4; // a second of CPU time is 100 %

  private static final List<CostMetric> INPUT_AND_OUTPUT =
      List.of(CostMetric.READS, CostMetric.READ, CostMetric.WRITES, CostMetric.WRITTEN);

  /** One role of a run. Its rate is in the unit of the role's progress. */
  private record Row(
      String label, StoredRun run, RoleSummary role, @Nullable ServiceLevelSummary level) {

    /** Value per second of a metric that is stored for each transaction of all roles. */
    double perSecond(CostMetric metric) {
      return metric(metric.perTransaction()) * metric("transactions_per_s");
    }

    boolean missed() {
      return level != null && !level.met();
    }

    double metric(String id) {
      return RunMetrics.of(id).of(run.measured());
    }

    double perUnit(CostMetric metric) {
      return perSecond(metric) / role.progressPerSecond();
    }

    /** Context switches per second; NaN: not stored. */
    double switches(Map<Path, CsvColumns> files) {
      return health(HealthMetric.CONTEXT_SWITCHES, files).average().orElse(Double.NaN);
    }

    /** Largest memory of the server in MB; NaN: not stored. */
    double memory(Map<Path, CsvColumns> files) {
      double kilobytes = health(HealthMetric.SERVER_MEMORY, files).max().orElse(Double.NaN);
      return kilobytes / KB_PER_MB;
    }

    /** Percentile of the response time in milliseconds; NaN: too few samples. */
    double percentile(Percentile percentile) {
      return percentile.isSupported(role.transactions())
          ? millis(percentile.of(role.responseNanoseconds()))
          : Double.NaN;
    }

    private DoubleStream health(HealthMetric metric, Map<Path, CsvColumns> files) {
      CsvColumns trust = files.get(run.directory());
      return trust == null
          ? DoubleStream.empty()
          : Arrays.stream(trust.column(metric.column())).filter(Double::isFinite);
    }

    /** Rate that this percentage of the run's intervals reach or exceed; NaN: not stored. */
    double rate(double percent, Map<Path, CsvColumns> files) {
      CsvColumns intervals = files.get(run.directory());
      if (intervals == null) {
        return Double.NaN;
      }
      String unit = role.unit();
      String own = role.name() + "_" + unit;
      double[] rates = intervals.rate(intervals.names().contains(own) ? own : unit);
      double[] sorted = Arrays.stream(rates).filter(Double::isFinite).sorted().toArray();
      int rank = (int) Math.ceil(percent / PERCENT * sorted.length);
      return sorted.length == 0 ? Double.NaN : sorted[sorted.length - Math.max(1, rank)];
    }
  }

  private final Map<Path, CsvColumns> intervals = new LinkedHashMap<>();
  private final Map<Path, CsvColumns> health = new LinkedHashMap<>();
  private final List<Row> rows = new ArrayList<>();
  private final FigureTable<Row> table = table();

  StepTable(ExperimentResults results) {
    for (PlannedRun planned : results.plan().runs()) {
      StoredRun run = results.record(planned).run();
      RunSummary summary = run == null ? null : run.document().outcome().summary();
      if (run != null && summary != null && summary.roles() != null) {
        read(run.directory());
        summary
            .roles()
            .forEach(role -> rows.add(new Row(planned.label(), run, role, level(run, role))));
      }
    }
  }

  private void read(Path directory) {
    read(directory, "intervals.csv", intervals);
    read(directory, "trust.csv", health);
  }

  private static void read(Path directory, String file, Map<Path, CsvColumns> files) {
    try {
      files.put(directory, CsvColumns.read(directory.resolve(file)).withoutSliver());
    } catch (IOException e) {
      // The figures that need the file stay unknown.
    }
  }

  private static @Nullable ServiceLevelSummary level(StoredRun run, RoleSummary role) {
    List<ServiceLevelSummary> all = run.document().outcome().serviceLevels();
    return all == null
        ? null
        : all.stream().filter(each -> each.role().equals(role.name())).findFirst().orElse(null);
  }

  private FigureTable<Row> table() {
    FigureTable<Row> table =
        new FigureTable<Row>(CSV)
            .column("label", Row::label)
            .column("state", row -> row.run.document().state().word())
            .column("role", row -> row.role.name())
            .column("threads", row -> row.role.threads())
            .column("unit", row -> row.role.unit())
            .column(
                "service_level", row -> row.level == null ? "" : row.missed() ? "missed" : "met")
            .label(
                "step", row -> row.label + " " + row.role.name() + (row.missed() ? " MISSED" : ""))
            .texts("unit", row -> row.role.unit())
            .figure("per_s", "/s", 1, row -> row.role.progressPerSecond())
            .figure("transactions_per_s", "trans/s", 1, row -> row.role.transactionsPerSecond())
            .figure("rate_p50_per_s", "/s p50", 1, row -> row.rate(50, intervals))
            .figure("rate_p99_per_s", "/s p99", 1, row -> row.rate(99, intervals));
    for (Percentile each : List.of(Percentile.P50, Percentile.P99, Percentile.P99_9)) {
      String head = each.label() + " ms";
      table.figure(each.column("response_"), head, 3, row -> row.percentile(each));
    }
    table
        .figure("response_max_ms", "max ms", 3, row -> millis(row.role.responseNanoseconds().max()))
        .figure(
            "held_percent",
            "reached %",
            1,
            row -> row.level == null ? Double.NaN : row.level.heldPercent())
        .figure("stalled_s", "stalled s", 1, row -> row.metric("stalls_total_s"));
    for (CostMetric each : INPUT_AND_OUTPUT) {
      String unit = each.chart().unit();
      String head = unit.startsWith("MB") ? each.label().replace("kB", "MB") + "/s" : unit;
      table.figure(
          each.column().replace("_kb", "_mb") + "_per_s",
          head,
          unit.startsWith("MB") ? 2 : 1,
          row -> row.perSecond(each) / each.chart().scale());
    }
    for (CostMetric each : INPUT_AND_OUTPUT) {
      table.figure(
          each.column() + "_each", each.label() + " per unit", 3, row -> row.perUnit(each));
    }
    return table
        .figure(
            "cpu_percent", "CPU %", 1, row -> row.perSecond(CostMetric.CPU) / MICROS_PER_PERCENT)
        .figure("cpu_us_each", "CPU µs per unit", 1, row -> row.perUnit(CostMetric.CPU))
        .figure("context_switches_per_s", "switches/s", 0, row -> row.switches(health))
        .figure(
            "context_switches_each",
            "switches per unit",
            2,
            row -> row.switches(health) / row.role.progressPerSecond())
        .figure("server_rss_mb", "server MB", 0, row -> row.memory(health))
        .figure(
            "tables_mb",
            "tables MB",
            1,
            row -> (row.metric("data_bytes") + row.metric("index_bytes")) / 1e6)
        .figure("files_mb", "files MB", 1, row -> row.metric("file_bytes") / 1e6);
  }

  private static double millis(long nanos) {
    return nanos / MILLISECOND;
  }

  /** Returns the table for a terminal: the important columns. */
  TextTable brief() {
    return table
        .shown(BRIEF::contains)
        .table("steps", "Roles of each step, rate in its unit", rows);
  }

  TextTable page() {
    return table.table("steps", "Roles of each step, rates in the role's unit", rows);
  }

  /** Returns the CSV. */
  String csv() {
    return table.content(rows);
  }
}
