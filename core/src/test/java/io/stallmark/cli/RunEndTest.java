package io.stallmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.spi.DbException;
import io.stallmark.spi.DbException.Kind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs that end early: by errors, a defect or the user. */
final class RunEndTest extends StagedTest {

  @Test
  void moreErrorsThanAllowed_failTheRunAndHideItsThroughput() throws IOException {
    stage.binding.tables.put("tiny", new AtomicLong(10));
    stage.binding.fault = failEvery(10);
    Stage.Outcome outcome = stage.runTiny("--events", "1000", "--allow-errors", "2");
    assertThat(outcome.exit()).isEqualTo(1);
    assertThat(outcome.out())
        .contains("FAILED: ", "allowed are 2 %", " × fatal 1205: Bad luck")
        .doesNotContain("transactions/s");
    assertThat(stage.json().get("state").asString()).isEqualTo("failed");
  }

  @Test
  void asManyErrorsAsStopARun_endItAtOnce() throws IOException {
    stage.binding.tables.put("tiny", new AtomicLong(10));
    stage.binding.fault = failEvery(10);
    Stage.Outcome outcome =
        stage.runTiny("--seconds", "3600", "--allow-errors", "50", "--stop-after-errors", "3");
    assertThat(outcome.exit()).isEqualTo(1);
    assertThat(outcome.told()).contains("--stop-after-errors 3 ends the run, last error: Bad luck");
    assertThat(stage.json().at("/summary/errors").asLong()).isBetween(3L, 4L); // of two clients
    assertThat(stage.json().at("/spec/stopAfterErrors").asLong()).isEqualTo(3);
  }

  @Test
  void errorsWithinTheAllowedShare_areReportedAndFine() throws IOException {
    stage.binding.tables.put("tiny", new AtomicLong(10));
    stage.binding.fault = failEvery(10);
    Stage.Outcome outcome = stage.runTiny("--events", "1000", "--allow-errors", "50").well();
    assertThat(outcome.out())
        .containsPattern(
            "[12]\\d\\d errors \\([12]\\d\\.\\d\\d % of started\\)(?s:.*)transactions/s, p95");
    assertThat(stage.json().get("summary").get("errors").asLong()).isPositive();
  }

  @Test
  void nothingButErrors_abortsTheRunByTheirKind() {
    stage.binding.tables.put("tiny", new AtomicLong(10));
    stage.binding.fault =
        execution -> {
          if (execution > 1) { // the first counts the rows
            throw new DbException(Kind.FATAL, "1146", "No such thing", null);
          }
        };
    Stage.Outcome outcome = stage.runTiny("--seconds", "3600");
    assertThat(outcome.exit()).isEqualTo(1);
    assertThat(outcome.err()).contains("The run could not continue: No such thing");
  }

  @Test
  void anythingUnexpectedInTheRun_isExitCode1_andItsFilesSaySo() throws IOException {
    stage.binding.tables.put("tiny", new AtomicLong(10));
    stage.binding.fault =
        execution -> {
          if (intervalsWritten() > 1) {
            throw new IllegalArgumentException("the driver\nis confused");
          }
        };
    Stage.Outcome outcome = stage.runTiny("--seconds", "3600", "--interval", "0.1");
    assertThat(outcome.exit()).isEqualTo(1);
    String complaint =
        "A bug in Stallmark: java.lang.IllegalArgumentException: the driver is confused";
    assertThat(last(outcome)).startsWith("stallmark: " + complaint + "; its stack trace is in ");
    Path.of(last(outcome).replaceAll(".* in ", "")).toFile().deleteOnExit();
    assertThat(stage.json().get("state").asString()).isEqualTo("failed");
    assertThat(stage.json().get("reason").asString()).isEqualTo(complaint);
    assertThat(Files.readAllLines(stage.results().get(0).resolve("intervals.csv")))
        .hasSizeGreaterThanOrEqualTo(3);
    assertThat(stage.binding.open).hasValue(0);
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"open", "capabilities", "explain"})
  void aDefectBeforeTheRun_isNotWrongUsage(String where) {
    stage.binding.opening = () -> stage.binding.asked.accept("open");
    stage.binding.asked =
        method -> {
          if (method.equals(where)) {
            throw new IllegalArgumentException("the driver is confused");
          }
        };
    Stage.Outcome outcome = stage.runTiny("--events", "1");
    assertThat(outcome.exit()).isEqualTo(1);
    assertThat(last(outcome))
        .contains("A bug in Stallmark: ", "the driver is confused; its stack trace is in ");
    Path.of(last(outcome).replaceAll(".* in ", "")).toFile().deleteOnExit();
  }

  private int intervalsWritten() {
    try {
      for (Path run : stage.results()) {
        Path intervals = run.resolve("intervals.csv");
        return Files.exists(intervals) ? Files.readAllLines(intervals).size() - 1 : 0;
      }
      return 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String last(Stage.Outcome outcome) {
    return outcome.errorLines().get(outcome.errorLines().size() - 1);
  }

  @Test
  void aSignalWhileTheServerSaysNothing_endsTheRunSoon() {
    CountDownLatch never = new CountDownLatch(1);
    stage.binding.opening =
        () -> {
          stage.signal();
          try {
            never.await();
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        };
    Stage.Outcome outcome = stage.runTiny();
    assertThat(outcome.exit()).isEqualTo(130);
    assertThat(last(outcome)).isEqualTo("stallmark: Interrupted; nothing was measured.");
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void aSignal_endsTheRunInGoodOrderAndSavesIt() throws IOException {
    stage.binding.tables.put("tiny", new AtomicLong(10));
    stage.binding.fault =
        execution -> {
          if (execution == 500) {
            stage.signal();
          }
        };
    Stage.Outcome outcome = stage.runTiny("--seconds", "3600");
    assertThat(outcome.exit()).isEqualTo(130);
    assertThat(outcome.out()).contains("transactions/s, p95", ", interrupted: tiny on memory 1\n");
    assertThat(stage.json().get("state").asString()).isEqualTo("interrupted");
    assertThat(stage.binding.open).hasValue(0);
    assertThat(stage.halted).isNotDone();
  }

  @Test
  void aSignalWhileLoading_leavesNeitherTablesNorResults() {
    stage.binding.fault =
        execution -> {
          if (execution == 3) {
            stage.signal();
          }
        };
    Stage.Outcome outcome = stage.runTiny("-p", "rows=1000");
    assertThat(outcome.exit()).isEqualTo(130);
    assertThat(stage.binding.tables).isEmpty();
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void aSecondSignal_closesTheDatabaseAndHalts() throws Exception {
    stage.binding.tables.put("tiny", new AtomicLong(10));
    stage.binding.fault =
        execution -> {
          if (execution == 500) {
            stage.signal();
            stage.signal();
            stage.halted.join(); // the server does not answer any more
          }
        };
    Stage.Outcome outcome = stage.runTiny("--seconds", "3600");
    assertThat(outcome.errorLines()).endsWith("Ending immediately.");
    assertThat(stage.halted.join()).isEqualTo(130);
    assertThat(stage.openAtHalt).hasValue(0);
  }

  @Test
  void aSecondSignalWhileAServerStarts_waitsUntilItCanBeStopped() throws Exception {
    stage.binding.opening =
        () -> {
          stage.signal();
          stage.signal();
          assertThat(stage.halted).isNotDone();
        };
    assertThat(stage.run("run", "tiny", "--url", "embedded:memory").exit()).isEqualTo(130);
    assertThat(stage.halted.join()).isEqualTo(130);
    assertThat(stage.openAtHalt).hasValue(0);
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void aDefect_isOneLineAndItsTraceIsKept() {
    stage.binding.opening =
        () -> {
          throw new IllegalStateException("never thought of that");
        };
    Stage.Outcome outcome = stage.runTiny();
    assertThat(outcome.exit()).isEqualTo(1);
    assertThat(outcome.errorLines()).hasSize(1);
    assertThat(outcome.err()).contains("never thought of that", "its stack trace is in ");
    Path trace = Path.of(outcome.err().strip().replaceAll(".* in ", ""));
    assertThat(trace).content().contains("MemoryBinding.open");
    trace.toFile().deleteOnExit();
    assertThat(directory).isEmptyDirectory();
  }

  private static MemoryBinding.Fault failEvery(int nth) {
    return execution -> {
      if (execution % nth == 0) {
        throw new DbException(Kind.FATAL, "1205", "Bad luck", null);
      }
    };
  }
}
