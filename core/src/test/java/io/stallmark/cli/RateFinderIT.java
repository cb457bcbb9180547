package io.stallmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.spi.DbException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RateFinderIT {

  @TempDir Path directory;
  private Stage stage;

  @BeforeEach
  void begin() {
    stage = new Stage(directory);
    stage.binding.tables.put("tiny", new AtomicLong(10));
  }

  private List<String> trials() throws IOException {
    return Files.readAllLines(directory.resolve("o/trials.csv"));
  }

  @Test
  void highestRate_isWhatTheThreadsCanDo_andEveryTrialIsKept() throws IOException {
    // Two statements of 5 ms each, eight threads: under 800 transactions a second.
    stage.binding.fault = execution -> LockSupport.parkNanos(5_000_000);
    String[] search = {"--find-rate", "p50<100ms", "--rate", "100", "--seconds", "0.4"};
    Stage.Outcome outcome =
        stage.run(
            with(
                new String[] {"run", "tiny", "--url", Stage.URL, "--threads", "8"},
                with(search, "--out", "o")));
    assertThat(outcome.exit()).as(outcome.err()).isZero();
    assertThat(outcome.out()).contains("transactions/s: the highest rate with p50 under 100 ms");
    List<String> rows = trials();
    assertThat(rows.get(0)).startsWith("trial,rate_per_s,held,response_p50_ms,");
    assertThat(rows.get(0)).contains(",transactions_per_s,generator_bound_percent,trusted,reason,");
    assertThat(rows.get(1)).startsWith("1,100,");
    assertThat(rows)
        .anyMatch(row -> row.contains(",true,"))
        .anyMatch(row -> row.contains(",false,"));
    assertThat(rows.size() - 1).isEqualTo(countOf("trial-"));
    assertThat(directory.resolve("o/report.html"))
        .content()
        .contains("The highest rate with p50")
        .containsPattern(
            "\"search\":\\{\"percentile\":\"p50\",\"limitMilliseconds\":100.0,\"found\":[0-9.]+,"
                + "\"trials\":\\[\\{\"number\":1,\"perSecond\":100.0,\"milliseconds\":[0-9.]+,");
  }

  private long countOf(String prefix) throws IOException {
    try (var files = Files.list(directory.resolve("o"))) {
      return files.filter(file -> file.getFileName().toString().startsWith(prefix)).count();
    }
  }

  @Test
  void limitThatNoRateKeeps_isSaidAfterTwoTrials_whereALowerOneHasTooFewTransactions()
      throws IOException {
    stage.binding.fault = execution -> LockSupport.parkNanos(2_000_000);
    Stage.Outcome outcome =
        stage.runTiny("--find-rate", "p50<1ms", "--seconds", "0.2", "--out", "o");
    assertThat(outcome.exit()).as(outcome.err()).isEqualTo(1);
    assertThat(outcome.err()).contains("no rate was found with p50 under 1 ms");
    assertThat(trials()).hasSize(3);
  }

  /** On the tables of the others the same ones would find what they add there already. */
  @Test
  void trials_drawOtherOperations_andASearchWithTheSameSeedDrawsThemAgain() throws IOException {
    stage.binding.fault = execution -> LockSupport.parkNanos(2_000_000);
    String[] search = {"--find-rate", "p50<1ms", "--seconds", "0.2", "--request-seed", "7"};
    stage.runTiny(with(search, "--out", "o"));
    List<Long> drawn = List.copyOf(stage.workload.drawn);
    assertThat(drawn).hasSize(2).doesNotHaveDuplicates();
    stage.runTiny(with(search, "--out", "p"));
    assertThat(stage.workload.drawn.subList(2, 4)).isEqualTo(drawn);
    stage.runTiny(with(search, "--out", "q", "--seed", "8"));
    assertThat(stage.workload.drawn.subList(4, 6)).as("of the request seed").isEqualTo(drawn);
  }

  private static String[] with(String[] arguments, String... more) {
    return Stream.of(arguments, more).flatMap(Stream::of).toArray(String[]::new);
  }

  @Test
  void databaseThatRefusesStatements_endsItAtOnce() throws IOException {
    stage.binding.fault =
        execution -> {
          throw new DbException(DbException.Kind.FATAL, "1", "never", null);
        };
    Stage.Outcome outcome =
        stage.runTiny("--find-rate", "p50<1s", "--seconds", "0.2", "--out", "o");
    assertThat(outcome.exit()).isEqualTo(3);
    assertThat(trials()).hasSize(2);
  }

  @Test
  void databaseThatIsNotThere_endsItAtOnce_withItsOwnComplaintAndThree() throws IOException {
    stage.binding.password = "other";
    Stage.Outcome outcome = stage.runTiny("--find-rate", "p99<1s", "--out", "o");
    assertThat(outcome.exit()).as(outcome.err()).isEqualTo(3);
    assertThat(outcome.errorLines()).last().asString().contains("Access denied");
    assertThat(outcome.err()).containsOnlyOnce("Access denied").doesNotContain("no rate");
    assertThat(outcome.out()).contains("No trial can run").doesNotContain("No rate was found");
    assertThat(trials()).hasSize(2);
  }

  @Test
  void databaseThatIsLostBetweenTrials_isNoRateThatFailed() throws IOException {
    AtomicLong opened = new AtomicLong();
    stage.binding.opening = () -> stage.binding.password = opened.incrementAndGet() > 1 ? "o" : "";
    Stage.Outcome outcome =
        stage.runTiny("--find-rate", "p50<1s", "--rate", "200", "--seconds", "1", "--out", "o");
    assertThat(outcome.exit()).as(outcome.err()).isEqualTo(3);
    assertThat(outcome.out())
        .contains("The search ended early. The highest rate so far with p50 under 1000 ms: 200")
        .doesNotContain("the highest rate with p50 under 1000 ms\n");
    assertThat(trials()).hasSize(3);
  }

  @Test
  void directoryWithOtherThings_isRefused() throws IOException {
    Files.createDirectories(directory.resolve("o/mine"));
    Stage.Outcome outcome = stage.runTiny("--find-rate", "p99<1s", "--out", "o");
    assertThat(outcome.exit()).isEqualTo(2);
    assertThat(outcome.err()).contains("o is not empty");
  }
}
