package io.stallmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.spi.DbException;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Execution(ExecutionMode.CONCURRENT)
final class RateFinderIT extends StagedTest {

  @BeforeEach
  void prepare() {
    stage.binding.tables.put("tiny", new AtomicLong(10));
  }

  private List<String> trials() throws IOException {
    return Files.readAllLines(directory.resolve("o/trials.csv"));
  }

  /**
   * A search whose trials pass unless the database fails: there is a thread for each arrival of the
   * first two rates, and any response time of a busy machine is under the limit.
   */
  private Stage.Outcome search() {
    return stage.run(
        ("run tiny --threads 64 --find-rate p50<100s --rate 50 --seconds 0.4 --min-started 0 --out o"
                + " --url "
                + Stage.URL)
            .split(" "));
  }

  @Test
  void highestRate_isTheHighestThatPassed_andEveryTrialIsKept() throws IOException {
    Set<Integer> passing = Set.of(1, 2, 8);
    stage.binding.fault =
        execution -> {
          boolean client = Thread.currentThread().getName().startsWith("client"); // no count
          if (client && execution % 3 == 0 && !passing.contains(stage.workload.drawn.size())) {
            throw new DbException(DbException.Kind.FATAL, "1", "too much", null);
          }
        };
    Stage.Outcome outcome = search().well();
    assertThat(outcome.out())
        .contains("100.0 transactions/s: the highest rate with p50 under 100000 ms");
    List<String> rows = trials();
    assertThat(rows.get(0)).startsWith("trial,rate_per_s,held,response_p50_ms,");
    assertThat(rows.get(0)).contains(",transactions_per_s,generator_bound_percent,trusted,reason,");
    assertThat(rows.subList(1, rows.size()).stream().map(row -> row.split(",", -1)))
        .extracting(row -> row[1] + " " + row[2])
        .containsExactly(
            "50 true",
            "100 true",
            "200 false",
            "141 false",
            "119 false",
            "109 false",
            "104 false",
            "100 true");
    assertThat(countOf("trial-")).isEqualTo(8);
    assertThat(directory.resolve("o/report.html"))
        .content()
        .contains("The highest rate with p50")
        .containsPattern(
            "\"search\":\\{\"percentile\":\"p50\",\"limitMilliseconds\":100000.0,\"found\":[0-9.]+,"
                + "\"trials\":\\[\\{\"number\":1,\"perSecond\":50.0,\"milliseconds\":[0-9.]+,");
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

  @Test
  void trialThatMissesALimit_fails() throws IOException {
    Stage.Outcome outcome =
        stage.runTiny(
            "--find-rate", "p50<100s", "--seconds", "0.2", "--limit", "errors>1%", "--out", "o");
    assertThat(outcome.exit()).as(outcome.err()).isEqualTo(1);
    assertThat(trials().get(1)).contains("false", "A limit was missed: errors are 0 %");
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
  void tablesThatAreUnfit_endItAtOnce() throws IOException {
    stage.binding.fault =
        execution -> {
          throw new DbException(DbException.Kind.UNFIT, "1", "the tables are unfit", null);
        };
    Stage.Outcome outcome = stage.runTiny("--find-rate", "p50<1s", "--out", "o");
    assertThat(outcome.exit()).isEqualTo(1);
    assertThat(trials()).hasSize(2);
  }

  @Test
  void databaseThatIsLostBetweenTrials_isNoRateThatFailed() throws IOException {
    AtomicLong opened = new AtomicLong();
    stage.binding.opening = () -> stage.binding.password = opened.incrementAndGet() > 1 ? "o" : "";
    Stage.Outcome outcome = search();
    assertThat(outcome.exit()).as(outcome.err()).isEqualTo(3);
    assertThat(outcome.out().replaceAll("\\s+", " "))
        .contains("The search ended early. The highest rate so far with p50 under 100000 ms: 50")
        .doesNotContain("the highest rate with");
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
