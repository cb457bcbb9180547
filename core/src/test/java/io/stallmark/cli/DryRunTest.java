package io.stallmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

final class DryRunTest extends StagedTest {

  @Test
  void planStatementsAndExpectations_arePrinted_andNothingIsTouched() {
    Stage.Outcome outcome =
        stage
            .runTiny("--dry-run", "--rate", "100@10s,200@10s", "--warmup", "5", "-p", "rows=20")
            .well();
    assertThat(outcome.out().replaceAll(" +|\n +", " ")).contains("arrivals/s 100@10s,200@10s");
    assertThat(outcome.out())
        .contains("tiny on memory", "rows=20", "results")
        .contains("connection  works: memory 1", "absent; the run loads them")
        .contains(
            "loaded      20 rows",
            "rows        20 with",
            "25 s, and loading\n",
            "loading     unknown before it starts; for example, < 1 s at 100,000 rows/s")
        .contains("make tiny{}", "-- look", "do look", "do touch");
    assertThat(stage.binding.tables).isEmpty();
    assertThat(stage.binding.open).hasValue(0);
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void aLoad_takesAsLongAsTheLastOneThatARunTells() throws IOException {
    assertThat(stage.runTiny("--events", "5", "-p", "rows=20").exit()).isZero();
    JsonNode load = stage.json().get("load");
    assertThat(load.get("rows").asLong()).isEqualTo(20);
    assertThat(load.get("seconds").asDouble()).isPositive();
    Path run = stage.results().get(0).resolve("run.json");
    Files.writeString(
        run,
        Files.readString(run)
            .replaceFirst(
                "\"seconds\" : [-.0-9E]+", Matcher.quoteReplacement("\"seconds\" : 4.0")));
    assertThat(stage.runTiny("--events", "5", "-p", "rows=20").exit()).isZero();
    assertThat(stage.results()).hasSize(2); // the second had nothing to load, and tells nothing
    stage.binding.tables.clear();
    assertThat(stage.runTiny("--dry-run", "-p", "rows=1000").out())
        .contains("loading     3 min 20 s at the 5 rows/s of " + run.getParent().getFileName());
  }

  @Test
  void tablesThatAreThere_areSaid() {
    stage.binding.tables.put("tiny", new AtomicLong(10));
    Stage.Outcome outcome = stage.runTiny("--dry-run").well();
    assertThat(outcome.out())
        .contains("present, as declared, with 10 rows\n", "loaded      0 rows", "30 s\n");
    Stage.Outcome fresh = stage.runTiny("--dry-run", "--fresh");
    assertThat(fresh.exit()).isEqualTo(1);
    assertThat(fresh.err()).contains("The tables exist already");
    assertThat(stage.binding.tables).containsKey("tiny");
  }

  @Test
  void databaseThatRefuses_endsItWithThree_afterThePlan() {
    stage.binding.password = "Canary-1";
    stage.environment.put("STALLMARK_PASSWORD", "wrong-Canary");
    Stage.Outcome outcome = stage.runTiny("--dry-run");
    assertThat(outcome.exit()).isEqualTo(3);
    assertThat(outcome.out()).contains("connection  FAILED: Access denied", "do look");
    assertThat(outcome.err()).contains("Access denied");
    assertThat(outcome.out() + outcome.err()).doesNotContain("Canary");
  }

  @Test
  void embeddedServer_isNotStarted() {
    Stage.Outcome outcome =
        stage.run("run", "tiny", "--url", "embedded:memory", "--dry-run").well();
    assertThat(outcome.out()).contains("the run starts this server", "do look");
    assertThat(stage.binding.open).hasValue(0);
  }

  @Test
  void severalRuns_areCounted_andTheirTimesAdded() {
    Stage.Outcome outcome = stage.runTiny("--dry-run", "--repeat", "3", "--seconds", "40").well();
    assertThat(outcome.out())
        .contains("  repeated  3 runs; the expected rows are for each run")
        .contains("  time        2 min for 3 runs of 40 s, and loading");
  }

  @Test
  void searchForARate_isSaid_withTheNumberOfItsTrialsAndTheirTime() {
    Stage.Outcome outcome =
        stage
            .runTiny("--dry-run", "--find-rate", "p99<5ms", "--seconds", "60", "--warmup", "5")
            .well();
    assertThat(outcome.out())
        .contains("  search    for p99 < 5 ms, in 4 to 19 trials of 1 min 5 s; more if")
        .contains("  time        4 min 20 s to 20 min 35 s for 4 to 19 trials of 1 min 5 s, and")
        .doesNotContain("loading in each");
    assertThat(stage.runTiny("--dry-run", "--find-rate", "p50<5ms", "--fresh").out())
        .contains(", and loading in each\n");
    Stage.Outcome few =
        stage.runTiny("--dry-run", "--find-rate", "p999<2s", "--rate", "2", "--seconds", "3");
    assertThat(few.exit()).isEqualTo(2);
    assertThat(few.err()).contains("p999 needs 10,000 transactions a trial, and 2/s for 3 s are 6");
  }
}
