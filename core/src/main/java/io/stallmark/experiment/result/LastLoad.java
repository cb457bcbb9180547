package io.stallmark.experiment.result;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * How fast the last run loaded that says so: the nearest to a measurement that there is before a
 * load has begun.
 *
 * @param directory the run's
 * @param rowsPerSecond indexes and whatever else a load waits for among the time
 */
public record LastLoad(Path directory, double rowsPerSecond) {

  /**
   * The last one of a workload by a binding.
   *
   * @param results where runs have their directories
   * @return empty: there is none, or the directory cannot be read
   */
  public static Optional<LastLoad> of(Path results, String workload, String binding) {
    if (!Files.isDirectory(results)) {
      return Optional.empty();
    }
    try (Stream<Path> runs = Files.list(results)) {
      return runs.filter(run -> run.getFileName().toString().contains("-" + workload + "-"))
          .sorted(Comparator.reverseOrder()) // their names begin with their time
          .flatMap(run -> of(run, Evidence.json(run.resolve(Evidence.RUN)), workload, binding))
          .findFirst();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static Stream<LastLoad> of(
      Path run, @Nullable JsonNode json, String workload, String binding) {
    if (json == null
        || !json.path("workload").asString("").equals(workload)
        || !json.path("binding").asString("").equals(binding)) {
      return Stream.empty();
    }
    double rate = json.at("/load/rows").asDouble(0) / json.at("/load/seconds").asDouble(0);
    return rate > 0 && Double.isFinite(rate)
        ? Stream.of(new LastLoad(run, rate))
        : Stream.empty(); // the tables were there, or a load went on that had begun
  }
}
