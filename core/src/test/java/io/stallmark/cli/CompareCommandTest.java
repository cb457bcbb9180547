package io.stallmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.report.compare.WrittenRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Comparisons of runs on the terminal and in files. */
final class CompareCommandTest extends StagedTest {

  @TempDir private static Path written;

  private ComparedRuns runs;

  @BeforeAll
  static void writeSides() {
    new ComparedRuns(written).writeSides();
  }

  @BeforeEach
  void prepare() throws IOException {
    runs = new ComparedRuns(directory);
    runs.copyFrom(written);
  }

  @Test
  void eachRow_hasFiguresADifferenceAnIntervalAndAVerdict() {
    Stage.Outcome outcome = stage.run("compare", "before", "after").well();
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.out().lines())
        .anyMatch(
            line ->
                line.matches(
                    " +transactions/s +6\\d\\.\\d+ +4\\d\\.\\d+ +-2\\d\\.\\d % +-\\d+\\.\\d to"
                        + " -\\d+\\.\\d % +slower"))
        .anyMatch(line -> line.matches(" +p50 ms .* slower"))
        .allMatch(line -> line.length() <= 80)
        .contains("Intervals: Welch's, from the variance of the repeated runs; of stalls/min, from")
        .anyMatch(line -> line.contains("Their joint confidence level is 95 %."))
        .anyMatch(line -> line.endsWith("rows_per_s."));
    assertThat(stage.run("compare", "before", "again").out())
        .contains("not shown")
        .doesNotContain("slower", "faster");
  }

  @Test
  void wideFigures_fitATerminal() {
    for (String side : List.of("wide", "wider")) {
      for (int i = 1; i <= 3; i++) {
        WrittenRun run = new WrittenRun(directory.resolve(side).resolve("run." + i));
        run.write(100, i);
        run.json.withObject("/summary").put("transactionsPerSecond", 2_000_000 * i);
        run.json.withObject("/summary").put("statementsPerSecond", side.equals("wide") ? i : 40e6);
        run.file("run.json", run.json.toString());
      }
    }
    Stage.Outcome outcome = stage.run("compare", "wide", "wider").well();
    assertThat(outcome.out()).contains(" > × 999 ", "40,000,000 ");
    assertThat(outcome.out().lines()).allMatch(line -> line.length() <= 80);
  }

  @Test
  void warning_isOneLineInAFile() {
    for (String name : List.of("before", "after")) {
      Path run = directory.resolve(name);
      WrittenRun doubted = new WrittenRun(run).write(100, 1);
      doubted
          .json
          .putObject("trust")
          .put("trusted", false)
          .putArray("reasons")
          .add(
              "In 3 of 3 intervals the generator, not the database, was the bottleneck: it waited.");
      doubted.file("run.json", doubted.json.toString());
    }
    Stage.Outcome outcome = stage.run("compare", "before", "after");
    assertThat(outcome.err()).startsWith("Warning: 2 of 2 runs are not to be trusted.");
    assertThat(outcome.err().lines()).hasSize(1);
  }

  @Test
  void documents_areTheOnlyOutput() throws IOException {
    Stage.Outcome json = stage.run("compare", "before", "after", "--json").well();
    assertThat(new JsonMapper().readTree(json.out()).get("rows").size()).isGreaterThan(7);
    assertThat(stage.run("compare", "before", "after", "--csv").out().lines())
        .first()
        .asString()
        .startsWith("id,group,unit,");
    assertThat(stage.run("compare", "before", "after", "--markdown", "--gate", "5%").out())
        .contains("|---|--:|--:|--:|---|---|\n| transactions/s | ", "\nGate: ", "\n- failed ");
    assertThat(stage.run("compare", "before", "after", "--quiet", "--gate", "5%").out().strip())
        .startsWith("Gate: failed");
    assertThat(stage.run("compare", "before", "after", "--json", "--csv").exit()).isEqualTo(2);
  }

  @Test
  void fewerThanThreeRunsASide_haveADifference_andNoVerdict() throws IOException {
    for (String single : List.of("after", "after/0")) {
      Stage.Outcome outcome = stage.run("compare", "before/0", single, "--out", "x").well();
      assertThat(outcome.err()).isEmpty();
      assertThat(outcome.out())
          .contains(
              "Repeat to judge: a verdict needs three runs a side; 'stallmark duet' needs one.")
          .doesNotContain("slower", "not judged", "between");
      assertThat(outcome.out().lines())
          .anyMatch(
              line -> line.matches(" +transactions/s +6\\d\\.\\d+ +4\\d\\.\\d+ +-2\\d\\.\\d %"));
      assertThat(Files.readString(directory.resolve("x/comparison.csv")))
          .containsPattern(
              "\ntransactions_per_s,transaction,1/s,6[^,]+,4[^,]+,share,-0.2\\d+,,,\n");
      JsonNode json =
          new JsonMapper().readTree(Files.readString(directory.resolve("x/comparison.json")));
      assertThat(json.at("/rows/0/difference").asDouble()).isNegative();
      for (String absent : List.of("/confidence", "/rows/0/low", "/rows/0/verdict")) {
        assertThat(json.at(absent).isMissingNode()).as(absent).isTrue();
      }
    }
  }

  @Test
  void reasonOfARun_cannotWriteToTheTerminal() {
    WrittenRun evil = runs.run("evil");
    evil.json.put("state", "failed").put("reason", "\u001b[2J\u009b31m\u202e All well.\r");
    evil.write(60, 5);
    Stage.Outcome outcome = stage.run("compare", "before", "evil");
    assertThat(outcome.told()).contains("evil is not completed: failed. ?[2J?31m? All well.?");
    assertThat(outcome.err().chars()).noneMatch(c -> c != '\n' && Character.isISOControl(c));
  }

  @Test
  void runOfBothSides_isRefused() throws IOException {
    Stage.Outcome outcome = stage.run("compare", "before/0", "./before/0", "--out", "x");
    assertThat(outcome.exit()).isEqualTo(2);
    assertThat(outcome.err()).contains("before/0 of A and ").contains("of B are the same run");
    assertThat(stage.run("compare", "before", "before").exit()).isEqualTo(2);
    assertThat(stage.run("compare", "before/0", "before").exit()).isEqualTo(2);
    assertThat(directory.resolve("x")).doesNotExist();
  }

  @Test
  void smallNumbers_haveNoExponent() throws IOException {
    runs.writeVarying();
    assertThat(stage.run("compare", "was", "is", "--out", "y").exit()).isZero();
    assertThat(Files.readString(directory.resolve("y/comparison.csv")))
        .doesNotContainPattern("\\dE\\d");
  }

  /** A copy has the identity of the run, a link its directory. */
  @Test
  void copyOfARun_andLinkToARun_areCountedOnce() throws IOException {
    WrittenRun first = runs.run("twice/first");
    first.json.put("id", "2f1b");
    first.write(60, 1);
    WrittenRun copy = runs.run("twice/second");
    copy.json.put("id", "2f1b");
    copy.write(60, 1);
    runs.run("twice/other").write(61, 2);
    Files.createSymbolicLink(directory.resolve("twice/zlink"), directory.resolve("twice/other"));
    Stage.Outcome outcome = stage.run("compare", "twice", "after", "--json");
    assertThat(outcome.told()).contains("is the same run as ").contains("it is left out");
    assertThat(new JsonMapper().readTree(outcome.out()).at("/a/runs").size()).isEqualTo(2);
  }

  @Test
  void whatTheRunsDifferIn_standsAboveTheFigures() {
    WrittenRun other = runs.run("other");
    other.json.withObject("/spec").put("threads", 8);
    other.write(60, 4);
    String out = stage.run("compare", "before", "other").out();
    assertThat(out).contains("  threads: 4 → 8");
    assertThat(out.indexOf("threads")).isLessThan(out.indexOf("transactions/s"));
  }

  @Test
  void costs_areCalledAsOnTheRunsPage_andTheirIdsStay() throws IOException {
    costly();
    assertThat(stage.run("compare", "dear", "same").out())
        .contains("more rows with no difference shown; --all lists them")
        .doesNotContain("disk ms/t");
    String out = stage.run("compare", "dear", "same", "--all", "--out", "x").out();
    assertThat(out.lines().map(line -> line.strip().split("  +")[0]))
        .contains("disk ms/t", "disk kB written/t", "server CPU µs/t", "/t: for each transaction")
        .contains("disk write amp.", "space amp.", "stored bytes/row");
    assertThat(Files.readString(directory.resolve("x/comparison.csv")))
        .contains("\ndisk.disk_busy_ms_per_transaction,cost,ms/transaction,")
        .contains("\nserver.cpu_us_per_transaction,cost,")
        .contains("\ndisk.write_amplification,cost,1,", "\nstored_bytes_per_row,cost,bytes/row,");
  }

  private void costly() {
    for (String name : List.of("dear/0", "dear/1", "dear/2", "same/0", "same/1", "same/2")) {
      WrittenRun run = runs.run(name);
      ObjectNode cost = run.json.putObject("cost").put("storedBytesPerRow", 200);
      cost.put("spaceAmplification", 1.5);
      ObjectNode disk = cost.withObject("/sources/disk").put("writeAmplification", 2);
      disk.putObject("perTransaction").put("writtenKb", 2.0).put("diskBusyMilliseconds", 0.5);
      ObjectNode server = cost.withObject("/sources/server");
      server.putObject("perTransaction").put("cpuMicroseconds", 15);
      run.write(60, name.charAt(5)).file("cost.csv", "");
    }
  }

  @Test
  void page_hasTheReasonOfEachRowThatIsNotJudged() throws IOException {
    costly();
    assertThat(stage.run("compare", "before", "dear", "--out", "x").exit()).isZero();
    assertThat(Files.readString(directory.resolve("x/comparison.html")))
        .contains("\"unjudged\":\"0 or unknown in one of them\"");
  }

  @Test
  void page_namesASideOnce_whoseDirectoryHasItsName() throws IOException {
    for (String side : List.of("A", "b")) {
      for (int i = 1; i <= 3; i++) {
        new WrittenRun(directory.resolve(side).resolve("run." + i)).write(100, i);
      }
    }
    stage.run("compare", "A", "b", "--out", "x").well();
    assertThat(Files.readString(directory.resolve("x/comparison.html")))
        .contains("\"A run 1\"", "\"B run 3\"")
        .doesNotContain("\"A A", "\"B b");
  }

  @Test
  void out_hasEveryRowForMachines() throws IOException {
    assertThat(stage.run("compare", "before", "after", "--gate", "5%", "--out", "x/y").exit())
        .isEqualTo(1);
    assertThat(directory.resolve("x/y/comparison.csv"))
        .content()
        .startsWith("id,group,unit,a_in_unit,b_in_unit,difference_unit,difference_in_its_unit,")
        .contains("\ntransactions_per_s,transaction,1/s,6", ",share,-0.2", ",slower\n")
        .contains("\nlongest_stall_s,stalls,s,");
    JsonNode json =
        new JsonMapper().readTree(Files.readString(directory.resolve("x/y/comparison.json")));
    assertThat(json.at("/rows/0/id").asString()).isEqualTo("transactions_per_s");
    assertThat(json.at("/rows/0/low").asDouble()).isLessThan(json.at("/rows/0/high").asDouble());
    assertThat(json.at("/schemaVersion").asInt()).isEqualTo(2);
    assertThat(json.at("/confidence").asDouble()).isEqualTo(0.95);
    assertThat(json.at("/gate/0/outcome").asString()).isEqualTo("failed");
    assertThat(directory.resolve("x/y/comparison.html"))
        .content()
        .contains("before compared with after", "gate failed", "\"differences\":{")
        .contains("\"name\":\"transactions/s\",\"difference\":-0.2", "\"sides\":true");
  }

  @Test
  void directoriesOfRepeatedRuns_standForThem_alsoByAnExperimentsLabel() {
    for (int i = 1; i <= 3; i++) {
      runs.run("all/fast." + i + "/run").write(60 + i, i);
      runs.run("all/slow." + i + "/run").write(30 + i, 10 + i);
      runs.run("repeated/run" + i).write(60 + i, 20 + i);
    }
    Stage.Outcome outcome = stage.run("compare", "all/fast", "all/slow").well();
    assertThat(outcome.out()).contains("3 runs", "slower");
    assertThat(stage.run("compare", "repeated", "all/slow").out()).contains("slower");
  }

  @Test
  void runsThatAreNoRepetitions_areRefused_andFailedOnesLeftOut() {
    runs.run("mixed/one").write(60, 1);
    WrittenRun other = runs.run("mixed/other");
    other.json.withObject("/spec").put("threads", 8);
    other.write(60, 2);
    Stage.Outcome refused = stage.run("compare", "mixed", "before");
    assertThat(refused.exit()).isEqualTo(2);
    assertThat(refused.errorLines()).hasSize(1);
    assertThat(refused.told()).contains("not repetitions of one run: they differ in threads;");
    ObjectNode settings = other.json.withObject("/spec/settings");
    for (String name : List.of("a", "b", "c", "d")) {
      settings.put(name, "1");
    }
    other.write(60, 2);
    assertThat(stage.run("compare", "mixed", "before").told())
        .containsPattern("they differ in \\S+, \\S+, \\S+ and more; give a run");
    other.json.put("state", "failed");
    other.write(60, 2);
    Stage.Outcome left = stage.run("compare", "mixed", "before").well();
    assertThat(left.told()).contains("mixed/other is left out: failed");
  }

  @Test
  void whatIsNoRun_isWrongUsage() {
    Stage.Outcome outcome = stage.run("compare", "before", "nowhere");
    assertThat(outcome.exit()).isEqualTo(2);
    assertThat(outcome.errorLines()).hasSize(1);
    assertThat(outcome.told()).contains("nowhere is not a run's directory");
    assertThat(stage.run("compare", "before").err()).contains("Argument B is missing");
  }

  @Test
  void outThatIsAFile_isWrongUsage() throws IOException {
    Files.writeString(directory.resolve("file"), "");
    Stage.Outcome outcome = stage.run("compare", "before", "after", "--out", "file");
    assertThat(outcome.exit()).isEqualTo(2);
    assertThat(outcome.told()).contains("--out: file is not a directory");
    Stage.Outcome below = stage.run("compare", "before", "after", "--out", "file/x");
    assertThat(below.exit()).isEqualTo(1);
    assertThat(below.told()).contains(" cannot be written to ").doesNotContain("Exception");
  }
}
