package io.stallmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Standard output on a full disk, and a reader who has seen enough. */
final class LostOutputTest {

  @TempDir Path directory;

  /** A stream that fails with these words. */
  private static OutputStream failing(String words) {
    return new OutputStream() {
      @Override
      public void write(int b) throws IOException {
        throw new IOException(words);
      }
    };
  }

  private Stage.Outcome call(String command, String words) {
    Stage stage = new Stage(directory);
    if (command.startsWith("verify") || command.startsWith("drop")) {
      stage.run(("load tiny --url " + Stage.URL).split(" "));
    }
    String line = command.endsWith(" tiny") ? command + " --url " + Stage.URL : command;
    return stage.runTo(failing(words), line.split(" "));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--help",
        "--version",
        "run --help",
        "list",
        "explain tiny",
        "load tiny",
        "verify tiny",
        "drop --yes tiny"
      })
  void lostResults_areAFailure_butNotThoseThatNobodyReads(String command) {
    Stage.Outcome full = call(command, "No space left on device");
    assertThat(full.err())
        .endsWith("stallmark: standard output could not be written: No space left on device\n")
        .containsOnlyOnce("stallmark: ");
    assertThat(full.exit()).isEqualTo(1);
    Stage.Outcome closed = call(command, "Broken pipe");
    assertThat(closed.err()).doesNotContain("stallmark: ");
    assertThat(closed.exit()).isZero();
  }

  @Test
  void aRunWithLostOutput_fails_andItsFilesAreThere() throws IOException {
    Stage stage = new Stage(directory);
    String[] run = ("run tiny --events 20 --url " + Stage.URL).split(" ");
    Stage.Outcome outcome = stage.runTo(failing("No space left on device"), run);
    assertThat(outcome.err()).contains("stallmark: standard output could not be written: No space");
    assertThat(outcome.exit()).isEqualTo(1);
    assertThat(stage.json().get("summary").get("transactions").asLong()).isEqualTo(20);
  }
}
