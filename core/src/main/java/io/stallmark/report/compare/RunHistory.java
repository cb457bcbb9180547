package io.stallmark.report.compare;

import io.stallmark.analysis.compare.ChangePoints;
import io.stallmark.analysis.compare.MetricDirection;
import io.stallmark.analysis.compare.RunMetric;
import io.stallmark.result.DatabaseName;
import io.stallmark.result.RunFile;
import io.stallmark.text.Text;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Metric over the runs of one configuration. Runs may differ in the seed and in the versions of the
 * server, of drivers, of Java and of Stallmark.
 *
 * @param label workload, database, and the values that distinguish it from other configurations
 * @param runs completed runs that report the metric, the oldest first
 * @param changes indexes of the first runs after a change
 */
public record RunHistory(
    String label,
    RunMetric metric,
    List<StoredRun> runs,
    List<Double> values,
    List<Integer> changes) {

  /** Returns one history for each configuration, in the order of their first runs. */
  public static List<RunHistory> of(List<StoredRun> all, RunMetric metric) {
    List<StoredRun> reporting =
        all.stream()
            .filter(run -> run.completed() && !Double.isNaN(metric.of(run.measured())))
            .toList();
    Map<Map<String, String>, List<StoredRun>> byConfiguration = new LinkedHashMap<>();
    for (StoredRun run : reporting) {
      byConfiguration.computeIfAbsent(configuration(run), any -> new ArrayList<>()).add(run);
    }
    Map<Path, String> apart = differences(reporting);
    List<RunHistory> histories = new ArrayList<>();
    for (List<StoredRun> runs : byConfiguration.values()) {
      double[] values = runs.stream().mapToDouble(run -> metric.of(run.measured())).toArray();
      histories.add(
          new RunHistory(
              label(runs.get(0), apart.getOrDefault(runs.get(0).directory(), "")),
              metric,
              runs,
              Arrays.stream(values).boxed().toList(),
              ChangePoints.of(values)));
    }
    return histories;
  }

  /**
   * Returns, by directory, the values that distinguish the configuration of each run from the
   * others of the same workload and database, such as {@code threads 4, rows 1000}; empty: there
   * are no others.
   */
  static Map<Path, String> differences(List<StoredRun> runs) {
    Map<Path, Map<String, String>> configurations = new LinkedHashMap<>();
    runs.forEach(run -> configurations.put(run.directory(), configuration(run)));
    Set<Map<String, String>> distinct = new LinkedHashSet<>(configurations.values());
    Map<Map<String, String>, String> texts = new HashMap<>();
    for (Map<String, String> one : distinct) {
      List<Map<String, String>> alike =
          distinct.stream().filter(other -> same(one, other)).toList();
      texts.put(one, String.join(", ", RunConfiguration.differences(one, alike)));
    }
    Map<Path, String> differences = new HashMap<>();
    configurations.forEach((run, values) -> differences.put(run, texts.get(values)));
    return differences;
  }

  /** Returns what identifies a history. The sides of duets share a machine, unlike other runs. */
  private static Map<String, String> configuration(StoredRun run) {
    Map<String, String> values = new LinkedHashMap<>();
    if (!run.side().isEmpty()) {
      values.put("duet", run.side());
    }
    values.putAll(RunConfiguration.lasting(run.document()));
    return values;
  }

  /**
   * Returns a number of {@code run.json} as a metric.
   *
   * @param pointer its JSON pointer, such as {@code /summary/retries}
   */
  public static RunMetric metricAt(String pointer) {
    return new RunMetric(
        pointer,
        "",
        pointer,
        MetricDirection.NUMBER,
        RunMetric.Scale.LINEAR,
        run -> RunFile.tree(run.document()).at(pointer).asDouble(Double.NaN));
  }

  /** Whether the labels begin with the same words. */
  private static boolean same(Map<String, String> one, Map<String, String> other) {
    return Stream.of("workload", RunConfiguration.DATABASE)
        .allMatch(name -> Objects.equals(one.get(name), other.get(name)));
  }

  /** Returns workload, database and the values that distinguish a configuration. */
  static String label(StoredRun run, String apart) {
    String label = run.document().workload() + " on " + DatabaseName.anyVersion(run.document());
    return apart.isEmpty() ? label : label + ", " + apart;
  }

  /** Change of the metric, with the mean before and after it. */
  record Change(StoredRun first, Instant at, double before, double after) {

    /** Returns the change in percent of the mean before; empty: that was 0. */
    String percent() {
      return before == 0 ? "" : Text.format("%+.1f %%", 100 * (after / before - 1));
    }
  }

  /** Returns the changes, each with the means of the runs before and after it. */
  List<Change> described() {
    List<Change> described = new ArrayList<>();
    for (int i = 0; i < changes.size(); i++) {
      int at = changes.get(i);
      int from = i == 0 ? 0 : changes.get(i - 1);
      int to = i + 1 < changes.size() ? changes.get(i + 1) : values.size();
      StoredRun first = runs.get(at);
      described.add(new Change(first, first.start(), mean(from, at), mean(at, to)));
    }
    return described;
  }

  double mean(int from, int to) {
    return values.subList(from, to).stream()
        .mapToDouble(Double::doubleValue)
        .average()
        .orElse(Double.NaN);
  }
}
