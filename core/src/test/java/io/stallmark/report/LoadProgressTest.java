package io.stallmark.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class LoadProgressTest {

  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @ParameterizedTest
  @ValueSource(ints = {1000, 1_000_000})
  void bar_hasNoRate_whileNoneIsKnown(int rows) {
    Terminal terminal =
        new Terminal(
            new ByteArrayOutputStream(),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            true,
            null);
    LoadProgress progress = new LoadProgress(terminal, true) {};
    progress.workStarted("Loading", rows);
    progress.workAdvanced(rows / 10);
    progress.workEnded();
    assertThat(err.toString(StandardCharsets.UTF_8))
        .contains("Loading", "10%", rows == 1000 ? "100/1,000 rows" : "100/1,000k rows")
        .doesNotContainPattern("\\?[k ]*rows/s");
  }
}
