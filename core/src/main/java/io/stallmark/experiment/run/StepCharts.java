package io.stallmark.experiment.run;

import io.stallmark.experiment.PlannedRun;
import io.stallmark.report.compare.StoredRun;
import io.stallmark.report.file.CsvColumns;
import io.stallmark.result.RunSummary;
import io.stallmark.result.RunSummary.RoleSummary;
import io.stallmark.result.ServiceLevelSummary;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Charts of the rows that the first role of an experiment with steps inserts per second, by the
 * rows that it has inserted before. A line has the steps on one set of tables. The steps with a
 * service level are in a chart with the line of that level.
 */
final class StepCharts {

  private static final String LEVEL = "service level";
  private static final String ROWS = "rows";

  /** Points of a line, at most; more are merged. */
  private static final int MOST = 400;

  private final Map<String, List<@Nullable Double[]>> fast = new LinkedHashMap<>();
  private final Map<String, List<@Nullable Double[]>> paced = new LinkedHashMap<>();
  private final List<@Nullable Double[]> level = new ArrayList<>();
  private final Map<String, Double> inserted = new LinkedHashMap<>();
  private String role = "";

  StepCharts(ExperimentResults results) {
    for (PlannedRun planned : results.plan().runs()) {
      StoredRun run = results.record(planned).run();
      RunSummary summary = run == null ? null : run.document().outcome().summary();
      if (run != null && summary != null && summary.roles() != null) {
        add(planned.tables(), run, summary.roles());
      }
    }
  }

  /** Adds the intervals of a step whose first role inserts rows. */
  private void add(String tables, StoredRun run, List<RoleSummary> roles) {
    RoleSummary first = roles.get(0);
    if (!first.unit().equals(ROWS)) {
      return;
    }
    role = first.name();
    CsvColumns intervals;
    try {
      intervals = CsvColumns.read(run.directory().resolve("intervals.csv")).withoutSliver();
    } catch (IOException e) {
      return; // the page has a note about the damage
    }
    CsvColumns merged = intervals.merged(intervals.merging(MOST));
    String column = roles.size() > 1 ? first.name() + "_" + ROWS : ROWS;
    double[] counts = merged.column(column);
    double[] rates = merged.rate(column);
    List<ServiceLevelSummary> levels = run.document().outcome().serviceLevels();
    Map<String, List<@Nullable Double[]>> lines = levels == null ? fast : paced;
    List<@Nullable Double[]> line = lines.computeIfAbsent(tables, key -> new ArrayList<>());
    double before = inserted.getOrDefault(tables, 0.0);
    double at = before;
    for (int i = 0; i < counts.length; i++) {
      at += counts[i];
      line.add(new Double[] {at, rates[i]});
    }
    line.add(new @Nullable Double[] {at, null}); // no line from this step to the next
    inserted.put(tables, at);
    if (levels != null) {
      level(before, at, levels.get(0).perSecond());
    }
  }

  private void level(double from, double to, double perSecond) {
    level.add(new Double[] {from, perSecond});
    level.add(new Double[] {to, perSecond});
    level.add(new @Nullable Double[] {to, null});
  }

  /** Returns the content of a page; empty: there is no step with rows. */
  Map<String, Object> forPage() {
    List<Map<String, Object>> charts = new ArrayList<>();
    add(charts, fast, role + ", rows/s at full speed");
    if (!paced.isEmpty()) {
      paced.put(LEVEL, level); // the last line, so that the colours of the others are the same
    }
    add(charts, paced, role + ", rows/s during queries");
    return charts.isEmpty()
        ? Map.of()
        : Map.of(
            "sweep",
            Map.of(
                "x",
                "rows inserted before",
                "linear",
                true,
                "note",
                "Each interval of each step, by the rows that the steps before it and itself have"
                    + " inserted.",
                "charts",
                charts));
  }

  private static void add(
      List<Map<String, Object>> charts,
      Map<String, List<@Nullable Double[]>> lines,
      String metric) {
    List<Map<String, Object>> series = new ArrayList<>();
    lines.forEach((name, points) -> series.add(Map.of("name", name, "points", points)));
    if (!series.isEmpty()) {
      charts.add(Map.of("metric", metric, "series", series));
    }
  }
}
