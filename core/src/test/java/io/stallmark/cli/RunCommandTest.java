package io.stallmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.spi.DbException;
import io.stallmark.spi.DbException.Kind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

@Timeout(30)
final class RunCommandTest {

  private static final String CANARY = "Canary-7d1f";

  @TempDir Path directory;
  private Stage stage;

  @BeforeEach
  void begin() {
    stage = new Stage(directory);
  }

  @Test
  void run_loadsMeasuresReportsAndSaves() throws IOException {
    Stage.Outcome outcome = stage.runTiny("--events", "100", "-p", "rows=20");
    assertThat(outcome.exit()).as(outcome.err()).isZero();
    assertThat(stage.binding.tables.get("tiny")).hasValue(20);
    assertThat(outcome.out())
        .contains("transactions/s", "scheduled 100 = started 100 + never started 0")
        .contains("started 100 = succeeded 100 + failed 0 + in flight 0", "look", "touch");
    assertThat(outcome.err()).contains("Loading 1 table", "Warning: Tiny proves little.");
    JsonNode json = stage.json();
    assertThat(json.get("state").asString()).isEqualTo("completed");
    assertThat(json.get("summary").get("transactions").asLong()).isEqualTo(100);
    assertThat(json.get("summary").get("otherStatements").asLong()).isEqualTo(200);
    assertThat(json.get("spec").get("settings").get("rows").asLong()).isEqualTo(20);
    assertThat(stage.results().get(0)).isDirectoryContaining("glob:**.csv");
    assertThat(stage.binding.open).hasValue(0);
  }

  @Test
  void sizesOff_sendsNothingForSizes() {
    assertThat(stage.runTiny("--events", "5", "--sizes", "off").exit()).isZero();
    assertThat(stage.binding.sized).hasValue(0);
    assertThat(stage.runTiny("--events", "5").exit()).isZero();
    assertThat(stage.binding.sized).hasPositiveValue();
    assertThat(stage.runTiny("--sizes", "maybe").err()).contains("--sizes", "neither on nor off");
  }

  @Test
  void settingsLeftToTheWorkload_areInTheResults_withWhatTheyCameTo() throws IOException {
    Stage.Outcome outcome = stage.runTiny("--events", "5", "-p", "share=0", "-p", "rows=20");
    assertThat(outcome.exit()).as(outcome.err()).isZero();
    assertThat(outcome.out())
        .contains("  settings  rows=20 share=0.0", "\n  resolved  share=0.25\n");
    assertThat(stage.json().at("/spec/settings/share").asDouble()).isZero();
    assertThat(stage.json().at("/spec/resolved")).hasToString("{\"share\":0.25}");
    assertThat(stage.runTiny("--dry-run", "-p", "share=0").out()).contains("  share=0.25\n");
  }

  @Test
  void settingsAndOptions_mayStandInAnyOrder() throws IOException {
    Stage.Outcome outcome =
        stage.run(
            "run",
            "-p",
            "rows=20",
            "--events",
            "7",
            "--seed",
            "5",
            "tiny",
            "-p",
            "share=0.25",
            "--url",
            Stage.URL,
            "--interval",
            "0.5",
            "--threads",
            "1");
    assertThat(outcome.exit()).as(outcome.err()).isZero();
    JsonNode spec = stage.json().get("spec");
    assertThat(spec.get("settings").get("rows").asLong()).isEqualTo(20);
    assertThat(spec.get("settings").get("share").asDouble()).isEqualTo(0.25);
    assertThat(spec.get("events").asLong()).isEqualTo(7);
    assertThat(spec.get("intervalSeconds").asDouble()).isEqualTo(0.5);
    assertThat(stage.json().get("seed").asLong()).isEqualTo(5);
    assertThat(stage.json().get("requestSeed").asLong()).isEqualTo(5);
  }

  @Test
  void withoutThreads_thereAreAsManyAsTheWorkloadSays() throws IOException {
    stage.run("run", "tiny", "--url", Stage.URL, "--events", "5");
    assertThat(stage.json().get("spec").get("threads").asInt()).isEqualTo(3);
  }

  @Test
  void openLoop_saysSoAndKeepsTheIdentity() throws IOException {
    Stage.Outcome outcome = stage.runTiny("--rate", "1k", "--seconds", "0.3", "--min-started", "0");
    assertThat(outcome.exit()).as(outcome.err()).isZero();
    assertThat(outcome.out()).contains("open loop, 1,000.0 arrivals/s, constant");
    JsonNode summary = stage.json().get("summary");
    assertThat(summary.get("scheduled").asLong())
        .isEqualTo(summary.get("started").asLong() + summary.get("neverStarted").asLong());
  }

  @Test
  void scheduleOfRates_isAsLongAsTheRun_andInItsResults() throws IOException {
    Stage.Outcome outcome = stage.runTiny("--rate", "1k@0.2s,0@0.1s,2k..0@0.1s", "--min-started=0");
    assertThat(outcome.exit()).as(outcome.err()).isZero();
    JsonNode json = stage.json();
    assertThat(json.get("summary").get("scheduled").asLong()).isEqualTo(300);
    assertThat(json.get("spec").get("durationSeconds").asDouble()).isEqualTo(0.4);
    assertThat(json.get("spec").get("rateSchedule").asString())
        .isEqualTo("1000@0.2s,0@0.1s,2000..0@0.1s");
  }

  @Test
  void ratesFromAFile_areFollowed() throws IOException {
    Files.writeString(
        directory.resolve("bursts.csv"), "second,rate\n0,100\n0.1,2k\n# quiet\n0.2,0\n");
    Stage.Outcome outcome = stage.runTiny("--rate-file", "bursts.csv", "--arrivals", "constant");
    assertThat(outcome.exit()).as(outcome.err()).isZero();
    assertThat(stage.json().get("summary").get("scheduled").asLong()).isEqualTo(210);
  }

  @Test
  void thinkTime_slowsAClosedLoopDown_andIsInTheResults() throws IOException {
    Stage.Outcome outcome = stage.runTiny("--think-time", "exponential:20ms", "--seconds", "0.3");
    assertThat(outcome.exit()).as(outcome.err()).isZero();
    JsonNode json = stage.json();
    assertThat(json.get("summary").get("transactions").asLong()).isBetween(1L, 100L);
    assertThat(json.get("spec").get("thinkTimeSeconds").asDouble()).isEqualTo(0.02);
    assertThat(json.get("spec").get("thinkTime").asString()).isEqualTo("exponential");
  }

  @Test
  void beginThatSendsNothing_isNoStatement() throws IOException {
    stage.binding.beginIsStatement = false;
    assertThat(stage.runTiny("--events", "100").exit()).isZero();
    JsonNode summary = stage.json().get("summary");
    assertThat(summary.get("kinds").has("begin")).isFalse();
    assertThat(summary.get("kinds").get("commit").get("count").asLong()).isEqualTo(100);
    assertThat(summary.get("otherStatements").asLong()).isEqualTo(100);
  }

  @Test
  void overload_isInTheWarningsAndInTheIntervals() throws IOException {
    stage.binding.tables.put("tiny", new AtomicLong(10));
    stage.binding.fault = execution -> LockSupport.parkNanos(2_000_000);
    Stage.Outcome outcome =
        stage.runTiny("--rate", "100k", "--seconds", "0.4", "--interval", "0.1");
    assertThat(outcome.exit()).as(outcome.err()).isEqualTo(1); // by --min-started
    assertThat(outcome.err()).contains("Warning: ", " of the 40,000 transactions that were due");
    assertThat(outcome.out()).contains("scheduled 40,000 = ", " of the 40,000 transactions");
    JsonNode json = stage.json();
    assertThat(json.get("warnings").toString()).contains("never started");
    List<String> rows = Files.readAllLines(stage.results().get(0).resolve("intervals.csv"));
    int oldest = List.of(rows.get(0).split(",")).indexOf("oldest_in_flight_ms");
    String[] fourth = rows.get(4).split(",");
    assertThat(Double.parseDouble(fourth[oldest])).isGreaterThan(200); // a queue that only grows
  }

  @Test
  void tablesOfAnotherSize_areRefusedAndNothingRemains() {
    stage.binding.tables.put("tiny", new AtomicLong(11));
    Stage.Outcome outcome = stage.runTiny("--events", "10");
    assertThat(outcome.exit()).isEqualTo(1);
    assertThat(outcome.err()).contains("Each table must have 10 rows, but tiny has 11");
    assertThat(directory).isEmptyDirectory();
    assertThat(stage.binding.tables).containsKey("tiny");
  }

  @Test
  void moreErrorsThanAllowed_failTheRunAndHideItsThroughput() throws IOException {
    stage.binding.tables.put("tiny", new AtomicLong(10));
    stage.binding.fault = failEvery(10);
    Stage.Outcome outcome = stage.runTiny("--events", "1000", "--allow-errors", "2");
    assertThat(outcome.exit()).isEqualTo(1);
    assertThat(outcome.out())
        .contains("FAILED: ", "allowed are 2 %", "Errors by class", "fatal", "1205")
        .doesNotContain("transactions/s:");
    assertThat(stage.json().get("state").asString()).isEqualTo("failed");
  }

  @Test
  void errorsWithinTheAllowedShare_areReportedAndFine() throws IOException {
    stage.binding.tables.put("tiny", new AtomicLong(10));
    stage.binding.fault = failEvery(10);
    Stage.Outcome outcome = stage.runTiny("--events", "1000", "--allow-errors", "50");
    assertThat(outcome.exit()).isZero();
    assertThat(outcome.out()).contains("transactions/s:", "Errors by class");
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
    Stage.Outcome outcome = stage.runTiny("--seconds", "20");
    assertThat(outcome.exit()).isEqualTo(1);
    assertThat(outcome.err()).contains("The run could not go on: No such thing");
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
    Stage.Outcome outcome = stage.runTiny("--seconds", "20", "--interval", "0.1");
    assertThat(outcome.exit()).isEqualTo(1);
    String complaint =
        "A defect of Stallmark itself: java.lang.IllegalArgumentException: the driver is confused";
    assertThat(last(outcome)).startsWith("stallmark: " + complaint + "; its trace is in ");
    Path.of(last(outcome).replaceAll(".* in ", "")).toFile().deleteOnExit();
    assertThat(stage.json().get("state").asString()).isEqualTo("failed");
    assertThat(stage.json().get("reason").asString()).isEqualTo(complaint);
    assertThat(Files.readAllLines(stage.results().get(0).resolve("intervals.csv")))
        .hasSizeBetween(2, 10);
    assertThat(stage.binding.open).hasValue(0);
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
  void fewerConnectionsThanThreads_refusesTheRunAndNothingRemains() {
    stage.binding.tables.put("tiny", new AtomicLong(10));
    stage.binding.mostSessions = 3;
    Stage.Outcome outcome = stage.run("run", "tiny", "--url", Stage.URL, "--threads", "8");
    assertThat(outcome.exit()).isEqualTo(3);
    assertThat(outcome.errorLines().get(outcome.errorLines().size() - 1))
        .isEqualTo("stallmark: Too many connections");
    assertThat(directory).isEmptyDirectory();
    assertThat(stage.binding.open).hasValue(0);
  }

  @Test
  void wrongPassword_isOneLineWithoutThePassword() {
    stage.binding.password = "another";
    stage.environment.put("STALLMARK_PASSWORD", CANARY);
    Stage.Outcome outcome = stage.runTiny();
    assertThat(outcome.exit()).isEqualTo(3);
    assertThat(outcome.errorLines()).containsExactly("stallmark: Access denied with password ***");
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void aPassword_comesFromFileOrUrlOrEnvironment() throws IOException {
    stage.binding.password = CANARY;
    Path file = Files.writeString(directory.resolve("password"), CANARY + "\n");
    assertThat(stage.runTiny("--events", "5", "--password-file", "password").exit()).isZero();
    Files.delete(file);
    String url = "memory://me:" + CANARY + "@host/db";
    Stage.Outcome inUrl = stage.run("run", "tiny", "--url", url, "--events", "5", "--threads", "2");
    assertThat(inUrl.exit()).isZero();
    assertThat(inUrl.err()).contains("Warning: The password in the URL");
    stage.environment.put("STALLMARK_PASSWORD", CANARY);
    Stage.Outcome outcome = stage.runTiny("--events", "5");
    assertThat(outcome.exit()).isZero();
    assertThat(outcome.out() + outcome.err() + inUrl.out() + inUrl.err()).doesNotContain(CANARY);
    assertThat(files()).contains("me@host").doesNotContain(CANARY);
  }

  @Test
  void resultsThatCannotBeWritten_endTheRunBeforeItTouchesTheDatabase() throws IOException {
    Files.writeString(directory.resolve("file"), "");
    Stage.Outcome outcome = stage.runTiny("--out", "file");
    assertThat(outcome.exit()).isEqualTo(2);
    assertThat(outcome.errorLines()).hasSize(1);
    assertThat(outcome.err()).contains(" is not a directory");
    assertThat(stage.binding.tables).isEmpty();
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
    Stage.Outcome outcome = stage.runTiny("--seconds", "25");
    assertThat(outcome.exit()).isEqualTo(130);
    assertThat(outcome.out()).contains("INTERRUPTED: ", "transactions/s:");
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
    Stage.Outcome outcome = stage.runTiny("--seconds", "25");
    assertThat(outcome.errorLines()).endsWith("Ending at once.");
    assertThat(stage.halted.get(10, TimeUnit.SECONDS)).isEqualTo(130);
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
    assertThat(stage.halted.get(10, TimeUnit.SECONDS)).isEqualTo(130);
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
    assertThat(outcome.err()).contains("never thought of that", "its trace is in ");
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

  /** All result files, concatenated. */
  private String files() throws IOException {
    StringBuilder all = new StringBuilder();
    try (Stream<Path> paths = Files.walk(directory)) {
      for (Path path : paths.filter(Files::isRegularFile).toList()) {
        all.append(Files.readString(path));
      }
    }
    return all.toString();
  }

  @Test
  void metrics_areServedFromBeforeTheLoadToTheEnd() throws IOException {
    Stage.Outcome outcome = stage.runTiny("--events", "20", "--metrics", "prometheus:0");
    assertThat(outcome.exit()).as(outcome.err()).isZero();
    assertThat(outcome.err().lines().findFirst())
        .get()
        .asString()
        .startsWith("Metrics at http://127.0.0.1:");
    assertThat(outcome.err().indexOf("Metrics at")).isLessThan(outcome.err().indexOf("Loading"));
  }

  @Test
  void metricsAtATakenPort_endTheRunBeforeItBegins() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Stage.Outcome outcome =
          stage.runTiny("--events", "20", "--metrics", "prometheus:" + taken.getLocalPort());
      assertThat(outcome.exit()).isEqualTo(1);
      assertThat(outcome.errorLines()).hasSize(1);
      assertThat(outcome.err()).contains("The metrics cannot be served at 127.0.0.1:");
      assertThat(stage.results()).isEmpty();
      assertThat(stage.binding.tables).isEmpty();
    }
  }

  @Test
  void aRequestSeed_makesOtherDrawings_ofTheSameTables() throws IOException {
    for (String seed : List.of("20261120", "7", "7")) {
      assertThat(stage.runTiny("--events", "4", "--request-seed", seed).exit()).isZero();
    }
    assertThat(stage.runTiny("--events", "4").out()).doesNotContain("of the operations");
    List<Long> drawn = stage.workload.drawn;
    assertThat(drawn.get(1)).isNotEqualTo(drawn.get(0)).isEqualTo(drawn.get(2));
    assertThat(drawn.get(3)).isEqualTo(drawn.get(0));
  }
}
