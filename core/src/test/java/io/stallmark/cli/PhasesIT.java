package io.stallmark.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@Execution(ExecutionMode.CONCURRENT)
final class PhasesIT extends StagedTest {

  /** Runs once more if the machine was so busy that no transaction started. */
  private Stage.Outcome started(String... arguments) {
    List<String> all = new ArrayList<>(List.of("--interval=0.1"));
    all.addAll(List.of(arguments));
    Stage.Outcome outcome = stage.runTiny(all.toArray(String[]::new));
    while (outcome.err().contains("No transaction was started")) {
      outcome = stage.runTiny(all.toArray(String[]::new));
    }
    assertThat(outcome.exit()).as(outcome.err()).isZero();
    return outcome;
  }

  private Path lastRun() {
    return stage.results().get(stage.results().size() - 1);
  }

  private JsonNode json() throws IOException {
    return new JsonMapper().readTree(Files.readString(lastRun().resolve("run.json")));
  }

  @Test
  void phases_areInTheIntervalsTheSummaryAndThePage() throws IOException {
    Stage.Outcome outcome =
        started(
            "--verbose",
            "--min-started",
            "0",
            "--phase",
            "calm seconds=0.2 rate=50",
            "--phase",
            "busy seconds=0.2 rate=500 threads=1");
    assertThat(outcome.out()).contains("2 phases, open loop", "Phases, response time in ms");
    JsonNode json = json();
    assertThat(json.get("summary").get("scheduled").asLong()).isEqualTo(110);
    assertThat(json.get("spec").get("phases").get(1).get("rateSchedule").asString())
        .isEqualTo("500");
    JsonNode phases = json.get("phases");
    assertThat(phases.get(0).get("name").asString()).isEqualTo("calm");
    long first = phases.get(0).get("transactions").asLong();
    long second = phases.get(1).get("transactions").asLong();
    assertThat(first).isLessThanOrEqualTo(12L); // of a busy machine: fewer than planned
    assertThat(first + second)
        .isPositive()
        .isEqualTo(json.get("summary").get("transactions").asLong());
    List<String> rows = Files.readAllLines(lastRun().resolve("intervals.csv"));
    assertThat(rows.get(0)).endsWith(",phase");
    assertThat(rows.subList(1, 5).stream().map(row -> row.substring(row.lastIndexOf(',') + 1)))
        .containsExactly("calm", "calm", "busy", "busy");
    assertThat(lastRun().resolve("report.html")).content().contains("\"busy\"");
  }

  @Test
  void phasesOfAFile_areThoseOfTheCommandLine() throws IOException {
    Files.writeString(
        directory.resolve("p.yaml"),
        """
        workload: tiny
        url: memory://host/db
        interval: 0.1
        phase:
          - {name: one, seconds: 0.1, think-time: 20ms}
          - two seconds=0.1 threads=1
        """);
    stage.run("run", "--spec", "p.yaml", "--threads", "2").well();
    JsonNode phases = json().get("spec").get("phases");
    assertThat(phases.get(0).get("thinkTimeSeconds").asDouble()).isEqualTo(0.02);
    assertThat(phases.get(1).get("threads").asInt()).isEqualTo(1);
    assertThat(phases.get(0).get("load").asString())
        .isEqualTo("one seconds=0.1 threads=2 think-time=0.02s");
    assertThat(phases.get(1).get("load").asString()).isEqualTo("two seconds=0.1 threads=1 rate=0");
    Files.writeString(
        directory.resolve("p.yaml"), "workload: tiny\nphase:\n  - {name: one, secods: 1}\n");
    assertThat(stage.run("run", "--spec", "p.yaml").err())
        .contains("p.yaml, line 3, key phase.secods: there is no such key; did you mean seconds?");
  }

  @Test
  void settingsOfAPhase_areItsOwn_andMustLeaveTheTables() throws IOException {
    started("--verbose", "--phase=one seconds=0.1", "--phase=two seconds=0.1 mix=look");
    assertThat(json().at("/spec/phases/1/settings/mix").asString()).isEqualTo("look");
    stage.binding.opening = () -> fail("refused before the database is opened");
    Stage.Outcome other = stage.runTiny("--phase", "a seconds=1", "--phase", "b seconds=1 rows=20");
    assertThat(other.exit()).isEqualTo(2);
    assertThat(other.err()).contains("must not change the tables or their rows");
    assertThat(stage.runTiny("--phase", "a seconds=1 mix=no").err())
        .contains("not one of both, look");
  }

  @Test
  void settingsThatAPhaseLeavesToTheWorkload_areInTheResults_withWhatTheyCameTo()
      throws IOException {
    Stage.Outcome outcome =
        started("--verbose", "--phase=one seconds=0.1 share=0", "--phase=two seconds=0.1");
    assertThat(outcome.out()).contains("resolved in one  share=0.25\n");
    JsonNode spec = json().get("spec");
    assertThat(spec.get("resolved")).isEmpty();
    assertThat(spec.at("/phases/0/resolved")).hasToString("{\"share\":0.25}");
    assertThat(spec.at("/phases/1/resolved")).isEmpty();
  }

  @Test
  void phases_leaveNoRoomForALoadOfAllOfThem() {
    for (String option : List.of("--seconds=5", "--events=5", "--rate=5", "--think-time=1s")) {
      Stage.Outcome outcome = stage.runTiny("--phase", "a seconds=1", option);
      assertThat(outcome.exit()).as(option).isEqualTo(2);
      assertThat(outcome.err()).contains("--phase");
    }
    assertThat(stage.runTiny("--phase", "a seconds=1.5").err()).contains("multiple of --interval");
  }
}
