package io.stallmark.report.compare;

import io.stallmark.analysis.compare.MetricDirection;
import io.stallmark.analysis.compare.RunMetric;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes the newest run of each history for the GitHub Action benchmark-action, which keeps the
 * earlier ones itself. It takes one direction a file.
 */
final class GithubBenchmarkFiles {

  private GithubBenchmarkFiles() {}

  /** Writes a file for its customBiggerIsBetter and one for customSmallerIsBetter. */
  static List<Path> write(List<RunHistory> histories, List<RunMetric> metrics, Path into)
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
            result(results.addObject(), history, newest, metric).put("value", value);
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

  private static ObjectNode result(
      ObjectNode node, RunHistory history, StoredRun run, RunMetric metric) {
    String trusted = run.trusted().isEmpty() ? "not judged" : run.trusted();
    return node.put("name", history.label() + ": " + metric.id())
        .put("unit", ComparisonFiles.unit(metric.id()))
        .put(
            "extra",
            run.directory().getFileName()
                + "\n"
                + run.configuration().getOrDefault("database.server", "")
                + "\ntrusted: "
                + trusted);
  }
}
