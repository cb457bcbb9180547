package io.stallmark.experiment.run;

import io.stallmark.analysis.Spread;
import io.stallmark.analysis.compare.MeasuredRun;
import io.stallmark.analysis.compare.RunMetrics;
import io.stallmark.experiment.Experiment;
import io.stallmark.experiment.PlannedRun;
import io.stallmark.report.compare.StoredRun;
import io.stallmark.report.file.CsvColumns;
import io.stallmark.result.Percentile;
import io.stallmark.result.metric.CostMetric;
import io.stallmark.run.RunSpec;
import io.stallmark.spec.Quantity;
import io.stallmark.spec.SpecException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Charts of an experiment's runs by an option or a setting that the matrix varies, such as the
 * number of documents. A point has the median of the repetitions of a run.
 */
final class SweepCharts {

  private static final double PERCENT_PER_MILLISECOND = 0.1; // of a second
  private static final double MICROSECONDS = 1e6;

  /** What the charts show, in their order. A chart without a value is left out. */
  private static final Map<String, ToDoubleFunction<MeasuredRun>> FIGURES = figures();

  private final Experiment experiment;
  private final ExperimentResults results;

  SweepCharts(ExperimentResults results) {
    this.results = results;
    experiment = results.plan().experiment();
  }

  /**
   * Line of a chart.
   *
   * @param points each the value of x, that of the figure, and {@code true} if a run is not to be
   *     trusted
   */
  record Line(String name, List<List<Object>> points) {}

  /** Chart of a figure, whose name has the unit. */
  record Chart(String metric, List<Line> series) {}

  private static Map<String, ToDoubleFunction<MeasuredRun>> figures() {
    Map<String, ToDoubleFunction<MeasuredRun>> all = new LinkedHashMap<>();
    all.put("transactions/s", run -> value(run, "transactions_per_s"));
    all.put("rows read/s", run -> value(run, "rows_read_per_s"));
    all.put("rows written/s", run -> value(run, "rows_written_per_s"));
    all.put("response time p95, ms", run -> value(run, Percentile.P95.metric("")));
    all.put("page requests per row", run -> perRow(run, CostMetric.PAGE_REQUESTS));
    all.put("reads per row", run -> perRow(run, CostMetric.READS));
    all.put(
        "disk busy, % of the time",
        run -> PERCENT_PER_MILLISECOND * perSecond(run, CostMetric.DISK_BUSY));
    all.put("processors busy in the server", run -> perSecond(run, CostMetric.CPU) / MICROSECONDS);
    all.put("stored bytes/row", run -> value(run, "stored_bytes_per_row"));
    return all;
  }

  private static double value(MeasuredRun run, String metric) {
    return RunMetrics.of(metric).of(run);
  }

  private static double perSecond(MeasuredRun run, CostMetric metric) {
    return value(run, metric.perTransaction()) * value(run, "transactions_per_s");
  }

  private static double perRow(MeasuredRun run, CostMetric metric) {
    return perSecond(run, metric) / value(run, "rows_per_s");
  }

  /** Returns the content of a page; empty: the experiment has no x axis. */
  Map<String, Object> forPage() {
    String x = experiment.x();
    if (x == null) {
      return Map.of();
    }
    List<Chart> charts = new ArrayList<>();
    FIGURES.forEach(
        (metric, figure) -> {
          Chart chart = new Chart(metric, lines(x, figure));
          if (!chart.series.isEmpty()) {
            charts.add(chart);
          }
        });
    return Map.of("sweep", Map.of("x", x, "charts", charts));
  }

  private List<Line> lines(String x, ToDoubleFunction<MeasuredRun> figure) {
    Map<String, TreeMap<Double, List<StoredRun>>> lines = new LinkedHashMap<>();
    Map<String, String> names = names();
    for (PlannedRun run : results.plan().runs()) {
      StoredRun stored = results.record(run).run();
      Double at = number(run.spec(), x);
      if (at != null && stored != null && stored.completed()) {
        lines
            .computeIfAbsent(names.getOrDefault(run.label(), ""), name -> new TreeMap<>())
            .computeIfAbsent(at, value -> new ArrayList<>())
            .add(stored);
      }
    }
    List<Line> all = new ArrayList<>();
    lines.forEach(
        (name, points) -> {
          Line line = new Line(name.isEmpty() ? "all runs" : name, new ArrayList<>());
          points.forEach((at, runs) -> add(line, at, runs, figure));
          if (!line.points.isEmpty()) {
            all.add(line);
          }
        });
    return all;
  }

  private Map<String, String> names() {
    try {
      return experiment.lines();
    } catch (SpecException e) {
      throw new IllegalStateException(e); // the plan was made of the same matrix
    }
  }

  private static void add(
      Line line, double at, List<StoredRun> runs, ToDoubleFunction<MeasuredRun> figure) {
    Spread spread =
        Spread.of(runs.stream().mapToDouble(run -> figure.applyAsDouble(run.measured())));
    if (spread.most() > 0) {
      boolean untrusted = runs.stream().anyMatch(StoredRun::untrusted);
      line.points.add(List.of(at, spread.median(), untrusted));
    }
  }

  /** Value of an option or a setting of a run; null: it is no number. */
  private static @Nullable Double number(RunSpec spec, String x) {
    Object option = List.of("threads", "cache").contains(x) ? spec.values().get(x) : null;
    String text = option == null ? spec.settings().get(x) : option.toString();
    try {
      return text == null ? null : (double) Quantity.count(text);
    } catch (SpecException e) {
      double number = CsvColumns.number(text);
      return Double.isNaN(number) ? null : number;
    }
  }
}
