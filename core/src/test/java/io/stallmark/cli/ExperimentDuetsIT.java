package io.stallmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.spi.DbException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Experiments whose neighbouring runs are measured together, on tables in memory. */
@Execution(ExecutionMode.CONCURRENT)
final class ExperimentDuetsIT extends StagedTest {

  private static final String TWO =
      """
      name: two
      description: both databases
      workload: tiny
      databases:
        here: {url: 'memory://one/db'}
        there: {url: 'memory://two/db'}
      options: {seconds: 2.1, interval: 0.1}
      order: duet
      matrix:
        database: [here, there]
        threads: [2, 4]
      """;

  private Stage.Outcome experiment(String yaml, String... more) throws IOException {
    Files.writeString(directory.resolve("e.yaml"), yaml);
    return stage.run(
        Stream.concat(Stream.of("experiment", "e.yaml", "--out", "out"), Stream.of(more))
            .toArray(String[]::new));
  }

  private JsonNode json(String file) throws IOException {
    return new JsonMapper().readTree(Files.readString(directory.resolve(file)));
  }

  @Test
  void neighbours_areMeasuredTogether_andShownInOneTable() throws IOException {
    Stage.Outcome outcome = experiment(TWO + "mode: together\n").well();
    assertThat(outcome.out())
        .startsWith("Experiment two: 2 duets of tiny by database, --scale 1\n")
        .containsPattern("Duet 1 of 2, here-to-there-threads-2:\n  (B is|No difference shown)")
        .contains("\nDuets, transactions/s\n")
        .containsPattern("here-to-there-threads-4 .* % +-?[\\d.+]+ % to .* %");
    assertThat(stage.binding.tables).isEmpty();
    List<String> csv = Files.readAllLines(directory.resolve("out/duets.csv"));
    assertThat(csv.get(0))
        .isEqualTo("duet,metric,unit,a,b,difference,low,high,difference_unit,verdict");
    assertThat(csv)
        .anyMatch(line -> line.startsWith("here-to-there-threads-2,transactions_per_s,1/s,"))
        .anyMatch(
            line -> line.startsWith("here-to-there-threads-4,transaction.response.p50_ms,ms,"));
    assertThat(directory.resolve("out/report.html"))
        .content()
        .contains("./here-to-there-threads-2/duet.html");
    JsonNode duet = json("out/here-to-there-threads-4/duet.json");
    assertThat(PublishedFormsTest.faults(PublishedFormsTest.schema("duet"), duet)).isEmpty();
    JsonNode plan = json("out/experiment.json");
    assertThat(PublishedFormsTest.faults(PublishedFormsTest.schema("experiment"), plan)).isEmpty();
    assertThat(plan.path("pairs").asString()).isEqualTo("database");
    assertThat(plan.path("mode").asString()).isEqualTo("together");
    Stage.Outcome history = stage.run("history", "out");
    assertThat(history.out()).contains("2 duets, transactions/s");
  }

  @Test
  void completedDuets_areNotRepeated() throws IOException {
    assertThat(experiment(TWO).exit()).isZero();
    Path removed = directory.resolve("out/here-to-there-threads-4/duet.json");
    Path kept = directory.resolve("out/here-to-there-threads-2/duet.json");
    Files.delete(removed);
    String before = Files.readString(kept);
    Stage.Outcome again = experiment(TWO).well();
    assertThat(again.out()).contains("  1 duet to do, time: over 2 s");
    assertThat(again.err()).contains("Duet 1 of 2, here-to-there-threads-2: completed before");
    assertThat(kept).content().isEqualTo(before);
    assertThat(removed).exists();
    assertThat(stage.run("history", "out").out()).contains("2 duets, transactions/s");
  }

  private void fillTheDisk() {
    stage.binding.fault =
        execution -> {
          throw new DbException(DbException.Kind.FATAL, "x", "the disk is full");
        };
  }

  @Test
  void missedLimits_failTheExperiment_andAreNotRepeated() throws IOException {
    String limited = TWO.replace("interval: 0.1}", "interval: 0.1, limit: 'p50<0.000001ms'}");
    Stage.Outcome outcome = experiment(limited);
    assertThat(outcome.exit()).as(outcome.told()).isEqualTo(1);
    assertThat(outcome.told()).contains("2 of 2 duets missed a limit");
    assertThat(outcome.out()).contains("\nDuets, transactions/s\n");
    Path kept = directory.resolve("out/here-to-there-threads-2/duet.json");
    String before = Files.readString(kept);
    Stage.Outcome again = experiment(limited);
    assertThat(again.exit()).isEqualTo(1);
    assertThat(again.err())
        .contains("here-to-there-threads-2: completed before", "threads-4 A: A limit was missed");
    assertThat(kept).content().isEqualTo(before);
    Files.delete(directory.resolve("out/here-to-there-threads-4/duet.json"));
    fillTheDisk();
    Stage.Outcome failed = experiment(limited);
    assertThat(failed.exit()).isEqualTo(1);
    assertThat(failed.told())
        .contains("threads-2 A: A limit was missed")
        .contains("1 of 2 duets missed a limit; 1 of 2 duets failed; the same command with --out");
  }

  @Test
  void anotherMode_isAnotherPlan() throws IOException {
    experiment(TWO).well();
    Stage.Outcome other = experiment(TWO + "mode: together\n");
    assertThat(other.exit()).isEqualTo(2);
    assertThat(other.err())
        .contains("here-to-there-threads-2 has fewer arguments there, --mode together here");
  }

  @Test
  void duetThatFails_isNamed_andTheOthersContinue() throws IOException {
    fillTheDisk();
    Stage.Outcome outcome = experiment(TWO);
    assertThat(outcome.exit()).isEqualTo(3);
    assertThat(outcome.told())
        .contains("2 of 2 duets failed; the same command with --out")
        .contains("the disk is full");
    assertThat(directory.resolve("out/duets.csv")).content().hasLineCount(1);
  }

  @Test
  void plan_hasTheCommandOfEachPair_ofNeighbours() throws IOException {
    String three =
        TWO.replace("database: [here, there]", "part: {a: {database: here}, b: {database: there}}")
            .replace("threads: [2, 4]", "share: [0.1, 0.5, 1]")
            .replace("options: {", "pairs: part\noptions: {threads: 2, ");
    Stage.Outcome outcome = experiment(three, "--dry-run").well();
    assertThat(outcome.out())
        .contains("3 duets of tiny by part")
        .contains(
            "stallmark duet tiny --a memory://one/db --b memory://two/db --threads 2 --seconds 2.1"
                + " --interval 0.1 -p share=0.1 --fresh --out out/a-to-b-share-0.1");
    String settings =
        three
            .replace("pairs: part", "pairs: share")
            .replace("{url: 'memory://one/db'}", "{}")
            .replace("{url: 'memory://two/db'}", "{}");
    assertThat(experiment(settings, "--dry-run").out())
        .contains("4 duets of tiny by share")
        .contains("--a-p share=0.1 --b-p share=0.5")
        .contains("--out out/b-share-0.5-to-share-1");
    String protocols =
        settings
            .replace("pairs: share", "pairs: protocol")
            .replace("share: [0.1, 0.5, 1]", "protocol: [prepared, text]");
    assertThat(experiment(protocols, "--dry-run").out())
        .contains("--a-protocol prepared --b-protocol text");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "order: duet      | order: duet~pairs: treads | line 9, key pairs: the matrix has no axis 'treads': did you mean threads?",
        "order: duet      | order: stated~pairs: threads | line 9, key pairs: pairs are the sides of duets: add order: duet",
        "order: duet      | order: duet~repeat: 3 | line 9, key repeat: duets have no repeat: remove it, or order: duet",
        "order: duet      | order: duet~mode: apart | line 9, key mode: 'apart' is not one of together, alternating",
        "order: duet      | order: stated~mode: together | line 9, key mode: mode is that of duets: add order: duet",
        "order: duet      | order: duet~mode: alternating | Duet here-to-there-threads-2: --seconds must be at least 200 times --interval",
        "order: duet      | order: duet~tables: kept | key tables: duets have no tables",
        "[here, there]    | [here] | key order: the axis database has one value, and a duet has two sides",
        "order: duet      | order: duet~pairs: threads | Duet here-threads-2-to-threads-4: its sides differ in threads",
        "memory://two/db  | memory://one/db | Duet here-to-there-threads-2: both sides have one database",
        "[2, 4]           | [1, 4] | Duet here-to-there-threads-1: --threads must be even",
        "seconds: 2.1     | seconds: 1 | Duet here-to-there-threads-2: --seconds must be at least 20 times --interval",
        "seconds: 2.1     | events: 100 | Duet here-to-there-threads-2: --events is an option of runs alone",
      })
  void wrongFiles_areRefusedInOneLine_beforeAnythingRuns(String old, String now, String complaint)
      throws IOException {
    Stage.Outcome outcome = experiment(TWO.replace(old.strip(), now.strip().replace("~", "\n")));
    assertThat(outcome.exit()).isEqualTo(2);
    assertThat(outcome.errorLines()).hasSize(1);
    assertThat(outcome.err()).contains(complaint);
    assertThat(directory.resolve("out")).doesNotExist();
  }

  @Test
  void pairWithoutOneOfItsDatabases_isLeftOut() throws IOException {
    Stage.Outcome none = experiment(TWO, "--without", "there");
    assertThat(none.exit()).isEqualTo(2);
    assertThat(none.errorLines()).hasSize(1);
    assertThat(none.err()).contains("--without leaves no pair of runs for a duet");
  }
}
