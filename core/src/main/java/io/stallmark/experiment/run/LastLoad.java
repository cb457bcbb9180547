package io.stallmark.experiment.run;

import io.stallmark.result.NoRunException;
import io.stallmark.result.RunDocument;
import io.stallmark.result.RunFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Load rate of an earlier run, by which a dry run estimates the time of a load.
 *
 * @param directory directory of that run
 * @param rowsPerSecond rows per second over the whole time of the load, including indexes
 */
public record LastLoad(Path directory, double rowsPerSecond) {

  /**
   * Finds the last load of a workload by a binding.
   *
   * @param results parent directory of the runs' directories
   * @return empty if there is none, or the directory cannot be read
   */
  public static Optional<LastLoad> of(Path results, String workload, String binding) {
    if (!Files.isDirectory(results)) {
      return Optional.empty();
    }
    try (Stream<Path> runs = Files.list(results)) {
      return runs.filter(run -> run.getFileName().toString().contains("-" + workload + "-"))
          .sorted(Comparator.reverseOrder()) // their names begin with their start time
          .flatMap(run -> measured(run, workload, binding))
          .findFirst();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static Stream<LastLoad> measured(Path directory, String workload, String binding) {
    RunDocument run;
    try {
      run = RunFile.read(directory);
    } catch (NoRunException e) {
      return Stream.empty();
    }
    RunDocument.LoadSummary load = run.load();
    if (load == null || !run.workload().equals(workload) || !run.binding().equals(binding)) {
      // a run of another workload or binding, or one that loaded nothing or resumed a load
      return Stream.empty();
    }
    double rate = load.rows() / load.seconds();
    return rate > 0 && Double.isFinite(rate)
        ? Stream.of(new LastLoad(directory, rate))
        : Stream.empty();
  }
}
