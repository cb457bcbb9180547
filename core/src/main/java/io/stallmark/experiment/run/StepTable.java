package io.stallmark.experiment.run;

import io.stallmark.analysis.compare.RunMetrics;
import io.stallmark.experiment.PlannedRun;
import io.stallmark.report.compare.StoredRun;
import io.stallmark.report.file.CsvColumns;
import io.stallmark.report.page.PageTable;
import io.stallmark.result.Percentile;
import io.stallmark.result.RunSummary;
import io.stallmark.result.RunSummary.RoleSummary;
import io.stallmark.result.ServiceLevelSummary;
import io.stallmark.result.metric.HealthMetric;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
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

  private static final double PERCENT = 100;
  private static final double MILLISECOND = 1e6;
  private static final double KB_PER_MB = 1000;
  private static final double MICROS_PER_PERCENT = 1e4; // a second of CPU time is 100 %

  /** One role of a run. Its rate is in the unit of the role's progress. */
  private record Row(
      String label, StoredRun run, RoleSummary role, @Nullable ServiceLevelSummary level) {

    /** Value per second of a metric that is stored for each transaction of all roles. */
    double perSecond(String metric) {
      return metric(metric) * metric("transactions_per_s");
    }

    double metric(String id) {
      return RunMetrics.of(id).of(run.measured());
    }

    double perUnit(String metric) {
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

  private record Column(String name, String head, int digits, ToDoubleFunction<Row> value) {}

  private final Map<Path, CsvColumns> intervals = new LinkedHashMap<>();
  private final Map<Path, CsvColumns> health = new LinkedHashMap<>();
  private final List<Row> rows = new ArrayList<>();
  private final List<Column> columns = columns();

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

  private List<Column> columns() {
    return List.of(
        new Column("per_s", "/s", 1, row -> row.role.progressPerSecond()),
        new Column("transactions_per_s", "trans/s", 1, row -> row.role.transactionsPerSecond()),
        new Column("rate_p50_per_s", "/s p50", 1, row -> row.rate(50, intervals)),
        new Column("rate_p99_per_s", "/s p99", 1, row -> row.rate(99, intervals)),
        new Column("response_p50_ms", "p50 ms", 3, row -> row.percentile(Percentile.P50)),
        new Column("response_p99_ms", "p99 ms", 3, row -> row.percentile(Percentile.P99)),
        new Column("response_p99_9_ms", "p99.9 ms", 3, row -> row.percentile(Percentile.P99_9)),
        new Column(
            "response_max_ms", "max ms", 3, row -> millis(row.role.responseNanoseconds().max())),
        new Column(
            "held_percent",
            "held %",
            1,
            row -> row.level == null ? Double.NaN : row.level.heldPercent()),
        new Column("stalled_s", "stalled s", 1, row -> row.metric("stalls_total_s")),
        new Column("reads_per_s", "reads/s", 1, row -> row.perSecond("reads_per_transaction")),
        new Column(
            "read_mb_per_s",
            "MB read/s",
            2,
            row -> row.perSecond("read_kb_per_transaction") / KB_PER_MB),
        new Column("writes_per_s", "writes/s", 1, row -> row.perSecond("writes_per_transaction")),
        new Column(
            "written_mb_per_s",
            "MB written/s",
            2,
            row -> row.perSecond("written_kb_per_transaction") / KB_PER_MB),
        new Column("reads_each", "reads per unit", 3, row -> row.perUnit("reads_per_transaction")),
        new Column(
            "read_kb_each", "kB read per unit", 3, row -> row.perUnit("read_kb_per_transaction")),
        new Column(
            "writes_each", "writes per unit", 3, row -> row.perUnit("writes_per_transaction")),
        new Column(
            "written_kb_each",
            "kB written per unit",
            3,
            row -> row.perUnit("written_kb_per_transaction")),
        new Column(
            "cpu_percent",
            "CPU %",
            1,
            row -> row.perSecond("cpu_us_per_transaction") / MICROS_PER_PERCENT),
        new Column(
            "cpu_us_each", "CPU µs per unit", 1, row -> row.perUnit("cpu_us_per_transaction")),
        new Column("context_switches_per_s", "switches/s", 0, row -> row.switches(health)),
        new Column(
            "context_switches_each",
            "switches per unit",
            2,
            row -> row.switches(health) / row.role.progressPerSecond()),
        new Column("server_rss_mb", "server MB", 0, row -> row.memory(health)),
        new Column(
            "tables_mb",
            "tables MB",
            1,
            row -> (row.metric("data_bytes") + row.metric("index_bytes")) / 1e6),
        new Column("files_mb", "files MB", 1, row -> row.metric("file_bytes") / 1e6));
  }

  private static double millis(long nanos) {
    return nanos / MILLISECOND;
  }

  /** Returns the table for a terminal: the first columns. */
  FigureTable brief() {
    List<String> shown =
        List.of("per_s", "response_p50_ms", "response_p99_ms", "response_max_ms", "held_percent");
    return new FigureTable("steps", "Roles of each step, rate in its unit", table(shown));
  }

  PageTable page() {
    List<String> all = columns.stream().map(Column::name).toList();
    return new FigureTable("steps", "Roles of each step, rates in the role's unit", table(all))
        .page();
  }

  private List<List<String>> table(List<String> names) {
    List<Column> shown = columns.stream().filter(each -> names.contains(each.name)).toList();
    List<List<String>> table = new ArrayList<>();
    List<String> head = new ArrayList<>(List.of("step", "unit"));
    shown.forEach(column -> head.add(column.head));
    table.add(head);
    for (Row row : rows) {
      boolean missed = row.level != null && !row.level.met();
      List<String> cells = new ArrayList<>();
      cells.add(row.label + " " + row.role.name() + (missed ? " MISSED" : ""));
      cells.add(row.role.unit());
      shown.forEach(
          each -> cells.add(FigureTable.figure(each.value.applyAsDouble(row), each.digits)));
      table.add(cells);
    }
    return table;
  }

  /** Returns the CSV. */
  String csv() {
    List<Object> head =
        new ArrayList<>(List.of("label", "state", "role", "threads", "unit", "service_level"));
    columns.forEach(column -> head.add(column.name));
    StringBuilder csv = new StringBuilder(ExperimentResults.csv(head));
    for (Row row : rows) {
      List<Object> fields = new ArrayList<>();
      fields.add(row.label);
      fields.add(row.run.document().state().word());
      fields.add(row.role.name());
      fields.add(row.role.threads());
      fields.add(row.role.unit());
      fields.add(row.level == null ? "" : row.level.met() ? "met" : "missed");
      columns.forEach(column -> fields.add(column.value.applyAsDouble(row)));
      csv.append(ExperimentResults.csv(fields));
    }
    return csv.toString();
  }
}
