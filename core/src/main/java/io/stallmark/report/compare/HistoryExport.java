package io.stallmark.report.compare;

import io.stallmark.analysis.compare.Comparison;
import io.stallmark.analysis.compare.MetricDirection;
import io.stallmark.analysis.compare.RunMetric;
import io.stallmark.analysis.compare.RunMetrics;
import io.stallmark.report.table.FigureTable;
import io.stallmark.result.Percentile;
import io.stallmark.text.Text;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Format in which other programs read the runs of a history. */
public enum HistoryExport {
  /** CSV files for Apache Otava, one for each configuration, with Otava's own configuration. */
  OTAVA_CSV(HistoryExport::otava),
  /** Custom results of the GitHub Action benchmark-action/github-action-benchmark. */
  GITHUB_BENCHMARK_JSON(HistoryExport::github);

  private static final int LONGEST_NAME = 100;

  /** Writes metrics of histories into a directory; returns the files. */
  private interface Format {
    List<Path> write(List<RunHistory> histories, List<RunMetric> metrics, Path into)
        throws IOException;
  }

  @SuppressWarnings("ImmutableEnumChecker") // writes files
  private final Format format;

  HistoryExport(Format format) {
    this.format = format;
  }

  /**
   * Writes files into a directory that exists.
   *
   * @param drawn metric that is exported besides the throughput and the percentiles
   * @return the files
   */
  public List<Path> write(List<RunHistory> histories, RunMetric drawn, Path into)
      throws IOException {
    List<RunMetric> metrics = new ArrayList<>(List.of(RunMetrics.of(Comparison.THROUGHPUT)));
    Percentile.BELOW_MAX.forEach(each -> metrics.add(RunMetrics.of(each.metric(""))));
    metrics.add(drawn);
    return format.write(histories, metrics.stream().distinct().toList(), into);
  }

  /** Returns the name in the command line. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Writes {@code otava.yaml} and a CSV file for each history; returns them, the former first. */
  private static List<Path> otava(List<RunHistory> histories, List<RunMetric> metrics, Path into)
      throws IOException {
    List<Path> files = new ArrayList<>(List.of(into.resolve("otava.yaml")));
    StringBuilder tests = new StringBuilder("tests:\n");
    Set<String> names = new HashSet<>();
    for (RunHistory history : histories) {
      String name = fileName(history.label(), names);
      Path file = into.resolve(name + ".csv");
      List<RunMetric> complete = complete(history, metrics);
      Files.writeString(file, otavaTable(complete).content(history.runs()));
      tests.append(otavaTest(name, file, complete));
      files.add(file);
    }
    Files.writeString(files.get(0), tests);
    return files;
  }

  /** Returns a name that is not one of the others, without characters that are special anywhere. */
  private static String fileName(String label, Set<String> others) {
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

  private static FigureTable<StoredRun> otavaTable(List<RunMetric> metrics) {
    FigureTable<StoredRun> table =
        new FigureTable<StoredRun>()
            .column("time", run -> run.start().toString())
            .column("run", run -> run.directory().getFileName())
            .column("server", run -> run.configuration().get("database.server"))
            .column("trusted", StoredRun::trusted);
    metrics.forEach(metric -> table.column(metric.id(), run -> metric.of(run.measured())));
    return table;
  }

  private static String otavaTest(String name, Path file, List<RunMetric> metrics) {
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

  /** Writes a file for its customBiggerIsBetter and one for customSmallerIsBetter. */
  private static List<Path> github(List<RunHistory> histories, List<RunMetric> metrics, Path into)
      throws IOException {
    JsonMapper mapper = JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
    List<Path> files = new ArrayList<>();
    for (boolean bigger : new boolean[] {true, false}) {
      ArrayNode results = mapper.createArrayNode();
      for (RunHistory history : histories) {
        StoredRun newest = history.runs().get(history.runs().size() - 1);
        for (RunMetric metric : metrics) {
          double value = metric.of(newest.measured());
          if ((metric.direction() == MetricDirection.RATE) == bigger && Double.isFinite(value)) {
            githubResult(results.addObject(), history, newest, metric).put("value", value);
          }
        }
      }
      if (results.isEmpty()) {
        continue; // the Action ends with an error on a file without results
      }
      Path file = into.resolve(bigger ? "bigger-is-better.json" : "smaller-is-better.json");
      Files.writeString(file, mapper.writeValueAsString(results) + "\n");
      files.add(file);
    }
    return files;
  }

  private static ObjectNode githubResult(
      ObjectNode node, RunHistory history, StoredRun run, RunMetric metric) {
    String trusted = run.trusted().isEmpty() ? "not judged" : run.trusted();
    return node.put("name", history.label() + ": " + metric.id())
        .put("unit", ComparisonFiles.unit(metric.id()))
        .put(
            "extra",
            Text.format(
                "%s\n%s\ntrusted: %s",
                run.directory().getFileName(),
                run.configuration().getOrDefault("database.server", ""),
                trusted));
  }
}
