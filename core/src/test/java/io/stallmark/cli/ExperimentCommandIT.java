package io.stallmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.spi.DbException;
import io.stallmark.text.RefusedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Experiments from the command line to the table, on tables in memory. */
@Execution(ExecutionMode.CONCURRENT)
final class ExperimentCommandIT extends StagedTest {

  private static final String TWO =
      """
      name: two
      description: what is done
      workload: tiny
      databases:
        here: {url: 'memory://host/db'}
        there: {}
      database: here
      options: {threads: 2, events: 4k, reconnect: 0}
      scale: {events: 4}
      matrix:
        mix: [both, look]
        threads: [1, 2]
      """;

  /** The first run of the others, where one shows it. */
  private static final String ONE =
      TWO.replace("[both, look]", "[both]").replace("threads: [1, 2]", "threads: [1]");

  private Stage.Outcome experiment(String yaml, String... more) throws IOException {
    Files.writeString(directory.resolve("e.yaml"), yaml);
    return stage.run(
        Stream.concat(Stream.of("experiment", "e.yaml", "--verbose"), Stream.of(more))
            .toArray(String[]::new));
  }

  private List<String> csv() throws IOException {
    return Files.readAllLines(directory.resolve("out/experiment.csv"));
  }

  private List<Path> attempts(String run) throws IOException {
    try (Stream<Path> attempts = Files.list(directory.resolve("out").resolve(run))) {
      return attempts.sorted().toList();
    }
  }

  @Test
  void schedulesOfRates_areTakenAndPlanned() throws IOException {
    String yaml = TWO.replace("events: 4k", "rate: '100..300@10s', arrivals: poisson");
    Stage.Outcome outcome =
        experiment(yaml.replace("scale: {events: 4}\n", ""), "--dry-run", "--out", "out").well();
    assertThat(outcome.out()).contains("--rate 100..300@10s --arrivals poisson");
  }

  @Test
  void labelWithSettingsOfTheServer_makesThemBeforeEachOfItsRuns() throws IOException {
    String yaml =
        TWO.replace("mix: [both, look]", "log: {each: {before: SET a=1}, never: {before: SET a=0}}")
            .replace("matrix:", "repeat: 2\norder: interleaved\nmatrix:");
    experiment(yaml.replace("[1, 2]", "[1]"), "--scale", "0.01", "--out", "out").well();
    assertThat(stage.binding.configured)
        .containsExactly("SET a=1", "SET a=0", "SET a=1", "SET a=0");
    assertThat(csv().stream().skip(1).map(line -> line.split(",", 2)[0]).toList())
        .startsWith("each-threads-1", "never-threads-1", "each-threads-1", "never-threads-1");
  }

  @Test
  void withoutVerbose_thereIsALineForEachRun_andTheTable() throws IOException {
    Files.writeString(directory.resolve("e.yaml"), TWO);
    Stage.Outcome outcome =
        stage.run("experiment", "e.yaml", "--scale", "0.01", "--out", "out").well();
    assertThat(outcome.out().lines().filter(line -> line.startsWith("Run ")))
        .hasSize(4)
        .element(3)
        .asString()
        .matches("Run 4 of 4, look-threads-2: [\\d,.]+ transactions/s, p50 [\\d.]+ ms");
    assertThat(outcome.out().lines().count() + outcome.err().lines().count()).isLessThan(20);
    assertThat(outcome.out().lines()).allMatch(line -> line.length() <= 80);
    assertThat(outcome.err()).containsOnlyOnce("Tiny proves little.");
  }

  @Test
  void runs_areMadeEachWithItsOwnTables_andCompared() throws IOException {
    Stage.Outcome outcome = experiment(TWO, "--scale", "0.01", "--out", "out").well();
    assertThat(stage.binding.tables).isEmpty();
    assertThat(csv()).hasSize(5);
    assertThat(csv().stream().map(line -> line.split(",", -1).length).distinct()).hasSize(1);
    assertThat(csv().get(1)).startsWith("both-threads-1,1,completed,");
    assertThat(csv().get(4)).startsWith("look-threads-2,1,completed,");
    assertThat(Files.readAllLines(directory.resolve("out/operations.csv")))
        .anyMatch(line -> line.startsWith("look-threads-2,1,transaction,transaction,"));
    assertThat(outcome.out())
        .contains("Experiment two: 4 runs of tiny", "--events 40 ", "trans/s", "Run 4 of 4")
        .doesNotContain("FAILED", "LEFT OUT");
    assertThat(attempts("look-threads-2")).hasSize(1);
    assertThat(attempts("look-threads-2").get(0).resolve("run.json")).exists();
    assertThat(attempts("look-threads-2").get(0).resolve("tables.made")).doesNotExist();
  }

  @Test
  void runsThatDifferInANumber_areDrawnByIt() throws IOException {
    String yaml = TWO.replace("matrix:\n", "x: threads\nmatrix:\n");
    experiment(yaml, "--scale", "0.01", "--out", "out").well();
    assertThat(Files.readString(directory.resolve("out/report.html")))
        .contains("\"x\":\"threads\"")
        .containsPattern(
            "\\{\"metric\":\"transactions/s\",\"series\":\\[\\{\"name\":\"both\",\"points\":"
                + "\\[\\[1.0,[0-9.E]+,(true|false)],\\[2.0,[0-9.E]+,(true|false)]]},\\{\"name\":\"look\"");
  }

  @Test
  void repetitions_drawOtherOperations_andAllArmsTheSame() throws IOException {
    String yaml = TWO.replace("threads: [1, 2]", "threads: [1]") + "repeat: 2\ntables: kept\n";
    experiment(yaml, "--scale", "0.01", "--out", "out").well();
    List<Long> drawn = stage.workload.drawn;
    assertThat(drawn).hasSize(4);
    assertThat(drawn.get(1)).isNotEqualTo(drawn.get(0));
    assertThat(drawn.subList(2, 4)).isEqualTo(drawn.subList(0, 2));
  }

  @Test
  void dryRun_opensNothingAndLeavesNothing() throws IOException {
    stage.binding.opening =
        () -> {
          throw new AssertionError("opened");
        };
    Stage.Outcome outcome = experiment(TWO, "--dry-run").well();
    assertThat(outcome.out()).contains("all", "stallmark run tiny --url memory://host/db");
    assertThat(outcome.err()).isEmpty();
    assertThat(directory.toFile().list()).containsExactly("e.yaml");
  }

  @Test
  void commandsOfThePlan_canBeRepeatedByThemselves() throws IOException {
    Stage.Outcome plan = experiment(TWO, "--dry-run", "--scale", "0.001", "--out", "out");
    String command =
        plan.out().lines().filter(line -> line.startsWith("  stallmark run")).findFirst().get();
    String[] words = command.strip().substring("stallmark ".length()).split(" ");
    assertThat(stage.run(words).exit()).isZero();
    assertThat(attempts("both-threads-1")).hasSize(1);
  }

  @Test
  void completedRuns_areNotMadeAgain_andTheirTimeIsInThePlan() throws IOException {
    experiment(TWO, "--scale", "0.001", "--out", "out");
    Files.delete(attempts("look-threads-1").get(0).resolve("run.json"));
    Stage.Outcome again = experiment(TWO, "--scale", "0.001", "--out", "out").well();
    assertThat(again.out())
        .contains("measured", "Run 3 of 4", "to do")
        .contains("all: 4 runs, of which 3 are done and not made again; to do: the other 1.")
        .doesNotContain("Run 2 of 4");
    assertThat(again.err()).contains("Run 2 of 4, both-threads-2: completed before");
    assertThat(attempts("look-threads-1")).hasSize(2);
    assertThat(attempts("both-threads-1")).hasSize(1);
    assertThat(experiment(TWO, "--scale", "0.001", "--out", "out", "--dry-run").out())
        .contains("of which 4 are done and not made again; to do: none.");
  }

  @Test
  void anotherPlan_isRefusedInTheSameDirectory() throws IOException {
    experiment(ONE, "--scale", "0.001", "--out", "out");
    Stage.Outcome other = experiment(ONE, "--scale", "0.002", "--out", "out");
    assertThat(other.exit()).isEqualTo(2);
    assertThat(other.errorLines()).hasSize(1);
    assertThat(other.err()).contains("another plan", "--events 4 there, --events 8 here");
  }

  @Test
  void tablesThatAnUnfinishedRunMade_areDroppedBeforeItIsMadeAgain() throws IOException {
    experiment(ONE, "--scale", "0.001", "--out", "out");
    Path attempt = attempts("both-threads-1").get(0);
    Files.delete(attempt.resolve("run.json"));
    Files.writeString(attempt.resolve("tables.made"), "tiny\n");
    stage.binding.tables.put("tiny", new AtomicLong(3));
    Stage.Outcome again = experiment(ONE, "--scale", "0.001", "--out", "out").well();
    assertThat(again.err()).contains("Dropping the tables that an unfinished run left behind");
    assertThat(stage.binding.tables).isEmpty();
    assertThat(attempt.resolve("tables.made")).doesNotExist();
  }

  private static final String KEPT =
      """
      name: kept
      workload: tiny
      databases:
        here: {url: 'memory://host/db'}
      options: {threads: 1, events: 20}
      repeat: 3
      tables: kept
      matrix:
        mix: [both, look]
      """;

  private static final String KEPT_BY_ONE = KEPT.replace("[both, look]", "[both]");

  @Test
  void keptTables_areMadeOnce_goneOnWith_andDroppedAtTheEnd() throws IOException {
    Stage.Outcome outcome = experiment(KEPT, "--out", "out").well();
    assertThat(outcome.out())
        .contains("--fresh --keep --out out/both.1", "mix=both --out out/both.2");
    assertThat(outcome.err().lines().filter("Loading 1 table: 10 rows"::equals)).hasSize(2);
    assertThat(outcome.err())
        .contains("Dropping the tables of both", "Dropping the tables of look");
    assertThat(stage.binding.tables).isEmpty();
    assertThat(attempts("both.1").get(0).resolve("tables.made")).doesNotExist();
  }

  @Test
  void everyRunOfAnExperiment_isVerified() throws IOException {
    Stage.Outcome outcome = experiment(KEPT_BY_ONE + "verify: yes\n", "--out", "out").well();
    assertThat(outcome.out())
        .contains("--fresh --keep --verify --out out/both.1", "mix=both --verify --out out/both.2")
        .contains("Verified after the run: 3 of 3.");
    assertThat(csv().subList(1, 4)).allMatch(row -> row.endsWith(",yes,"));
  }

  @Test
  void runsWhoseTablesAreFoundWrong_haveFailed() throws IOException {
    stage.workload.findings = List.of("id 3 is missing");
    Stage.Outcome outcome = experiment(TWO + "verify: yes\n", "--scale", "0.001", "--out", "out");
    assertThat(outcome.exit()).isEqualTo(1);
    assertThat(outcome.out()).contains("FAILED  both-threads-1: Verification failed");
    assertThat(stage.binding.tables).isEmpty();
  }

  @Test
  void keptTables_areGoneOnWithAfterABreak() throws IOException {
    experiment(KEPT_BY_ONE, "--out", "out");
    for (String run : List.of("both.2", "both.3")) {
      Files.delete(attempts(run).get(0).resolve("run.json"));
    }
    Files.writeString(attempts("both.1").get(0).resolve("tables.made"), "tiny\n");
    stage.binding.tables.put("tiny", new AtomicLong(10));
    Stage.Outcome again = experiment(KEPT_BY_ONE, "--out", "out").well();
    assertThat(again.err()).contains("both.1: completed before").doesNotContain("unfinished");
    assertThat(attempts("both.2")).hasSize(2);
    assertThat(stage.binding.tables).isEmpty();
  }

  @Test
  void keptTablesThatAreGone_areNotMadeAnew() throws IOException {
    experiment(KEPT_BY_ONE, "--out", "out");
    Files.delete(attempts("both.2").get(0).resolve("run.json"));
    Stage.Outcome again = experiment(KEPT_BY_ONE, "--out", "out");
    assertThat(again.exit()).isEqualTo(1);
    assertThat(again.out()).contains("FAILED  both.2: the tables of the first run do not exist");
    assertThat(stage.binding.tables).isEmpty();
  }

  @Test
  void runsWithoutTheTablesOfTheFirst_areNotTried() throws IOException {
    stage.binding.tables.put("tiny", new AtomicLong(3));
    Stage.Outcome outcome = experiment(KEPT, "--out", "out");
    assertThat(outcome.exit()).isEqualTo(1);
    assertThat(outcome.out())
        .contains("FAILED  both.1: Table tiny exists already")
        .contains("FAILED  both.2: not tried, there are no tables without both.1");
    assertThat(stage.binding.tables.get("tiny")).hasValue(3);
  }

  @Test
  void keptTablesOfAServerForEachRun_areRefused() throws IOException {
    Stage.Outcome outcome =
        experiment(KEPT.replace("memory://host/db", "embedded:memory"), "--dry-run");
    assertThat(outcome.exit()).isEqualTo(2);
    assertThat(outcome.err()).contains("tables: kept needs a persistent server");
  }

  @Test
  void tablesOfOthers_areLeftAlone() throws IOException {
    stage.binding.tables.put("tiny", new AtomicLong(3));
    Stage.Outcome outcome = experiment(TWO, "--scale", "0.001", "--out", "out");
    assertThat(outcome.exit()).isEqualTo(1);
    assertThat(outcome.err()).contains("Table tiny exists already", "4 of 4 runs failed");
    assertThat(outcome.out()).contains("FAILED  both-threads-1: Table tiny exists already");
    assertThat(stage.binding.tables.get("tiny")).hasValue(3);
  }

  @Test
  void aFailedRun_doesNotStopTheOthers() throws IOException {
    AtomicLong opened = new AtomicLong();
    stage.binding.opening =
        () -> {
          if (opened.incrementAndGet() == 2) {
            throw new RefusedException("No engine of that name");
          }
        };
    Stage.Outcome outcome = experiment(TWO, "--scale", "0.001", "--out", "out");
    assertThat(outcome.exit()).isEqualTo(1);
    assertThat(outcome.err()).contains("1 of 4 runs failed");
    assertThat(csv().get(2)).startsWith("both-threads-2,1,failed,,");
    assertThat(csv().get(3)).startsWith("look-threads-1,1,completed,");
  }

  @Test
  void aRunCompletedBefore_doesNotMakeAServerReachable() throws IOException {
    AtomicLong opened = new AtomicLong();
    stage.binding.opening =
        () -> {
          if (opened.incrementAndGet() != 2) {
            throw new RefusedException("No engine of that name");
          }
        };
    assertThat(experiment(TWO, "--scale", "0.001", "--out", "out").err())
        .contains("3 of 4 runs failed");
    opened.set(0);
    stage.binding.opening = opened::incrementAndGet;
    stage.binding.mostSessions = 0;
    Stage.Outcome outcome = experiment(TWO, "--scale", "0.001", "--out", "out");
    assertThat(opened).as("of the first run and the third").hasValue(2);
    assertThat(outcome.out())
        .contains("look-threads-2: not tried, because the database here was unreachable");
  }

  @Test
  void aServerThatStaysAway_isGivenUpAfterTwoRuns() throws IOException {
    AtomicLong opened = new AtomicLong();
    stage.binding.opening = opened::incrementAndGet;
    stage.binding.mostSessions = 0;
    Stage.Outcome outcome = experiment(TWO, "--scale", "0.001", "--out", "out");
    assertThat(outcome.exit()).isEqualTo(3);
    assertThat(opened).hasValue(2);
    assertThat(outcome.out())
        .contains("look-threads-2: not tried, because the database here was unreachable");
  }

  @Test
  void aSignal_endsTheRunAndTheExperiment_whichGoesOnLater() throws IOException {
    String yaml = TWO.replace("threads: [1, 2]", "threads: [1]");
    stage.binding.fault =
        execution -> {
          if (execution == 30) {
            stage.signal();
          }
        };
    Stage.Outcome outcome = experiment(yaml, "--scale", "1", "--out", "out");
    assertThat(outcome.exit()).isEqualTo(130);
    assertThat(outcome.err())
        .contains("same command with --out " + directory.resolve("out") + " resumes");
    assertThat(stage.binding.tables).isEmpty();
    stage.binding.fault = execution -> {};
    assertThat(experiment(yaml, "--scale", "1", "--out", "out").exit()).isZero();
  }

  @Test
  void databaseWithoutAnAddress_isNamed_withWhatToDo() throws IOException {
    String yaml =
        TWO.replace("database: here\n", "")
            .replace("threads: [1", "database: [here, there]\n  threads: [1");
    Stage.Outcome outcome = experiment(yaml, "--out", "out");
    assertThat(outcome.exit()).isEqualTo(2);
    assertThat(outcome.errorLines()).hasSize(1);
    assertThat(outcome.err())
        .contains("--url there=scheme://", "--without there to leave its 4 runs out");
    assertThat(directory.resolve("out")).doesNotExist();
    Stage.Outcome without =
        experiment(yaml, "--without", "there", "--scale", "0.001", "--out", "out").well();
    assertThat(
            without
                .out()
                .lines()
                .filter(line -> line.contains("LEFT OUT by --without there: 4 runs")))
        .hasSize(2);
    Stage.Outcome dry = experiment(yaml, "--dry-run").well();
    assertThat(dry.err()).contains("The address of database there");
  }

  @Test
  void passwords_reachTheDatabaseAndNothingElse() throws IOException {
    stage.binding.password = "Canary-1";
    String yaml = ONE.replace("url: 'memory://host/db'", "");
    Stage.Outcome outcome =
        experiment(
                yaml,
                "--url",
                "here=memory://u:Canary-1@host/db",
                "--scale",
                "0.001",
                "--out",
                "out")
            .well();
    assertThat(outcome.out() + outcome.err()).doesNotContain("Canary-1");
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        assertThat(Files.readString(file)).as("%s", file).doesNotContain("Canary-1");
      }
    }
  }

  @Test
  void repetitions_areSummedUp_interleavedOrNot() throws IOException {
    String yaml =
        TWO.replace("threads: [1, 2]", "threads: [1]") + "repeat: 3\norder: interleaved\n";
    Stage.Outcome outcome = experiment(yaml, "--scale", "0.001", "--out", "out").well();
    assertThat(
            csv().stream().map(line -> line.substring(0, line.indexOf(',', line.indexOf(',') + 1))))
        .containsExactly(
            "label,repetition",
            "both-threads-1,1",
            "look-threads-1,1",
            "both-threads-1,2",
            "look-threads-1,2",
            "both-threads-1,3",
            "look-threads-1,3",
            "both-threads-1,median",
            "both-threads-1,min",
            "both-threads-1,max",
            "look-threads-1,median",
            "look-threads-1,min",
            "look-threads-1,max");
    assertThat(outcome.out()).contains("both-threads-1 median ", "  min ", "  max ", "interleaved");
    assertThat(directory.resolve("out/look-threads-1.3")).isDirectory();
    assertThat(directory.resolve("out/report.html"))
        .content()
        .contains("\"label\":\"both-threads-1.3\",\"series\":\"both-threads-1\"");
  }

  @Test
  void lostConnection_isAFailureWithItsReason() throws IOException {
    stage.binding.fault =
        execution -> {
          throw new DbException(DbException.Kind.FATAL, "1", "It is broken", null);
        };
    Stage.Outcome outcome = experiment(TWO, "--scale", "0.001", "--out", "out");
    assertThat(outcome.exit()).isEqualTo(3);
    assertThat(outcome.out()).contains("FAILED  both-threads-1: ");
    assertThat(stage.binding.tables).isEmpty();
  }
}
