package io.stallmark.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.it.Program.Running;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
final class RunningTest {

  private static Process left;

  @TempDir Path directory;

  private Running sh(String script) throws IOException {
    return new Running(
        new ProcessBuilder("sh", "-c", script).directory(directory.toFile()).start());
  }

  @Test
  void aProgramThatEnds_endsTheWait_withWhatItPrinted() throws Exception {
    Running running = sh("echo all; echo wrong >&2; exit 3");
    assertThatThrownBy(() -> running.until(() -> false))
        .isInstanceOf(AssertionError.class)
        .hasMessageContainingAll("exit code 3", "all", "wrong");
  }

  @Test
  void whatAProgramDidLast_isSeen() throws Exception {
    Running running = sh("touch there");
    running.until(() -> Files.exists(directory.resolve("there")));
    assertThat(running.finish().exit()).isZero();
  }

  @Test
  void output_isThereBeforeTheEnd() throws Exception {
    Running running = sh("echo begun; exec sleep 3600");
    running.until(() -> running.out().equals("begun\n"));
    assertThat(running.kill()).isEqualTo(128 + 9);
  }

  /** As a test that has failed does. */
  @Test
  @Order(1)
  void aTest_leavesItsProgramRunning() throws Exception {
    left = sh("exec sleep 3600").process();
    assertThat(left.isAlive()).isTrue();
  }

  @Test
  @Order(2)
  void theNextTest_doesNotMeetIt() {
    assertThat(left).isNotNull();
    assertThat(left.isAlive()).isFalse();
  }

  /** As at the limit of all tests. */
  @Test
  void anInterruptedWait_endsTheProgram_andShowsItsOutput() throws Exception {
    Running running = sh("echo begun; exec sleep 3600");
    running.until(() -> running.out().contains("begun"));
    Thread.currentThread().interrupt();
    assertThatThrownBy(running::finish)
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("begun");
    assertThat(Thread.interrupted()).isTrue();
    assertThat(running.process().isAlive()).isFalse();
  }
}
