package io.stallmark.report.compare;

import io.stallmark.analysis.compare.MetricDirection;
import io.stallmark.analysis.compare.RunMetric;
import io.stallmark.report.table.FigureTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.json.JsonMapper;

/** Writes histories as tests of Apache Otava, which finds change points. */
final class OtavaFiles {

  private static final int LONGEST_NAME = 100;

  private OtavaFiles() {}

  /** Writes {@code otava.yaml} and a CSV file for each history; returns them, the former first. */
  static List<Path> write(List<RunHistory> histories, List<RunMetric> metrics, Path into)
      throws IOException {
    List<Path> files = new ArrayList<>(List.of(into.resolve("otava.yaml")));
    StringBuilder tests = new StringBuilder("tests:\n");
    Set<String> names = new HashSet<>();
    for (RunHistory history : histories) {
      String name = name(history.label(), names);
      Path file = into.resolve(name + ".csv");
      List<RunMetric> complete = complete(history, metrics);
      Files.writeString(file, csv(file, complete).content(history.runs()));
      tests.append(test(name, file, complete));
      files.add(file);
    }
    Files.writeString(files.get(0), tests);
    return files;
  }

  /** Returns a name that is none of the others, without characters that are special anywhere. */
  private static String name(String label, Set<String> others) {
    String words = label.replaceAll("[^A-Za-z0-9.]+", "-");
    String name = words.substring(0, Math.min(words.length(), LONGEST_NAME));
    String unique = name;
    for (int i = 2; !others.add(unique); i++) {
      unique = name + "-" + i;
    }
    return unique;
  }

  /** Returns the metrics that every run reports: Otava refuses a file with an empty field. */
  private static List<RunMetric> complete(RunHistory history, List<RunMetric> metrics) {
    return metrics.stream()
        .filter(
            metric ->
                history.runs().stream().allMatch(run -> Double.isFinite(metric.of(run.measured()))))
        .toList();
  }

  private static FigureTable<StoredRun> csv(Path file, List<RunMetric> metrics) {
    FigureTable<StoredRun> table =
        new FigureTable<StoredRun>(String.valueOf(file.getFileName()))
            .column("time", run -> run.start().toString())
            .column("run", run -> run.directory().getFileName())
            .column("server", run -> run.configuration().get("database.server"))
            .column("trusted", StoredRun::trusted);
    metrics.forEach(metric -> table.column(metric.id(), run -> metric.of(run.measured())));
    return table;
  }

  private static String test(String name, Path file, List<RunMetric> metrics) {
    JsonMapper quoting = new JsonMapper(); // a JSON string is a YAML string
    StringBuilder test = new StringBuilder();
    test.append("  ").append(quoting.writeValueAsString(name)).append(":\n");
    test.append("    type: csv\n");
    test.append("    file: ").append(quoting.writeValueAsString(file.toString())).append("\n");
    test.append("    time_column: time\n    attributes: [run, server, trusted]\n    metrics:\n");
    for (RunMetric metric : metrics) {
      int direction = metric.direction() == MetricDirection.RATE ? 1 : -1;
      test.append("      ").append(quoting.writeValueAsString(metric.id()));
      test.append(": {direction: ").append(direction).append("}\n");
    }
    return test.toString();
  }
}
