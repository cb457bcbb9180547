package io.stallmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The experiments of the repository are files that the program takes. */
final class ShippedExperimentsTest {

  private static final Path EXPERIMENTS =
      Path.of("").toAbsolutePath().getParent().resolve("experiments");

  @TempDir Path directory;

  static List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(EXPERIMENTS)) {
      return files.sorted().toList();
    }
  }

  private Calls.Result plan(Path file, String scale) {
    return new Calls(directory).run("experiment", file.toString(), "--dry-run", "--scale", scale);
  }

  @ParameterizedTest
  @MethodSource("files")
  void file_hasAPlan_whole_andScaled(Path file) {
    for (String scale : List.of("1", "0.001")) {
      plan(file, scale).well();
    }
    assertThat(directory).isEmptyDirectory();
  }

  /** Four engines, both key orders, both laws; a thousand rows an event. */
  @Test
  void timeseriesLayouts_isTheArticlesComparison() {
    Calls.Result result = plan(EXPERIMENTS.resolve("timeseries-layouts.yaml"), "1");
    assertThat(result.out())
        .contains("16 runs of timeseries", "16,000,000,000")
        .containsPattern("innodb-8k-ts-first-pareto +1,000,000,000 +52.0 GB")
        .contains("--threads 16 --events 1M --interval 1");
  }
}
