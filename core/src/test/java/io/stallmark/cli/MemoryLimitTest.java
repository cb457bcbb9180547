package io.stallmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run that uses up the heap is the user's to mend, not a defect. */
final class MemoryLimitTest {

  @Test
  void heapThatIsTooSmall_isExitCode1_inOneLineWithItsLimit(@TempDir Path directory)
      throws IOException {
    Stage stage = new Stage(directory);
    stage.binding.fault =
        execution -> {
          if (hasInterval(stage)) {
            throw new OutOfMemoryError("Java heap space");
          }
        };
    Stage.Outcome outcome = stage.runTiny("--seconds", "3600", "--interval", "0.1");
    assertThat(outcome.exit()).as(outcome.err()).isEqualTo(1);
    long limit = Runtime.getRuntime().maxMemory() / (1024 * 1024);
    assertThat(outcome.errorLines())
        .last()
        .asString()
        .matches(
            "stallmark: Stallmark is out of memory \\(Java heap space\\); its maximum heap size is "
                + String.format(Locale.ROOT, "%,d", limit)
                + " MB: raise it, .*-Xmx.*");
    assertThat(outcome.err()).doesNotContain("defect", "trace");
    assertThat(stage.json().get("state").asString()).isEqualTo("failed");
    assertThat(stage.json().get("reason").asString()).contains("is out of memory");
  }

  private static boolean hasInterval(Stage stage) {
    try {
      for (Path run : stage.results()) {
        Path intervals = run.resolve("intervals.csv");
        return Files.exists(intervals) && Files.readAllLines(intervals).size() > 1;
      }
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
