package io.stallmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.report.compare.WrittenRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

final class CompareCommandTest {

  @TempDir Path directory;
  private Stage stage;

  @BeforeEach
  void begin() {
    stage = new Stage(directory);
    runs("before", 60, 1);
    runs("after", 45, 4);
    runs("again", 60, 7);
  }

  /** Three runs below a directory. */
  private void runs(String name, double perSecond, long seed) {
    for (int i = 0; i < 3; i++) {
      run(name + "/" + i).write(perSecond, seed + i);
    }
  }

  private WrittenRun run(String name) {
    return new WrittenRun(directory.resolve(name));
  }

  @Test
  void eachRow_hasFiguresADifferenceAnIntervalAndAVerdict() {
    Stage.Outcome outcome = stage.run("compare", "before", "after");
    assertThat(outcome.exit()).as(outcome.err()).isZero();
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.out().lines())
        .anyMatch(
            line ->
                line.matches(
                    " +transactions/s +6\\d\\.\\d+ +4\\d\\.\\d+ +-2\\d\\.\\d % +-\\d+\\.\\d % to"
                        + " -\\d+\\.\\d % +slower"))
        .anyMatch(line -> line.matches(" +p50 ms .* slower"))
        .contains(
            "Intervals: from how the repeated runs varied (Welch), those of stalls/min from"
                + " how many there were. All of them hold together with a probability of 95 %.");
    assertThat(stage.run("compare", "before", "again").out())
        .contains("no difference shown")
        .doesNotContain("slower", "faster");
  }

  @Test
  void fewerThanThreeRunsASide_haveADifference_andNoVerdict() throws IOException {
    for (String single : List.of("after", "after/0")) {
      Stage.Outcome outcome = stage.run("compare", "before/0", single, "--out", "x");
      assertThat(outcome.exit()).as(outcome.err()).isZero();
      assertThat(outcome.err()).isEmpty();
      assertThat(outcome.out())
          .contains("Repeat to judge: a verdict needs three runs a side.")
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
  void gate_isUndecided_andSaysSoLoudly_withFewerThanThreeRunsASide() {
    Stage.Outcome outcome = stage.run("compare", "before", "after/0", "--gate=5%");
    assertThat(outcome.exit()).isZero();
    assertThat(outcome.err())
        .contains("Warning: Undecided by the gate: transactions_per_s was measured -2")
        .contains(
            "There may be a regression: a verdict needs three runs a side, and A has 3 and B has 1.");
    assertThat(outcome.out())
        .contains("Gate: undecided", "undecided transactions_per_s: measured -2")
        .contains(" %, with 5 % allowed");
    assertThat(stage.run("compare", "after/0", "before/0", "--gate=5%").out())
        .contains("Gate: undecided");
  }

  @Test
  void gateThatIsUndecided_failsInCi_orAsTheUserSays() {
    assertThat(stage.run("compare", "before", "after/0", "--gate=5%", "--undecided=fail").exit())
        .isEqualTo(1);
    stage.environment.put("CI", "true");
    Stage.Outcome ci = stage.run("compare", "before", "after/0", "--gate=5%");
    assertThat(ci.exit()).isEqualTo(1);
    assertThat(ci.out()).contains("Gate: undecided");
    assertThat(ci.err()).contains("stallmark: the gate is undecided; with --undecided pass");
    assertThat(stage.run("compare", "before", "after/0", "--gate=5%", "--undecided=pass").exit())
        .isZero();
    assertThat(stage.run("compare", "before", "again", "--gate=5%").exit()).isZero();
    assertThat(stage.run("compare", "before", "after/0").exit()).isZero();
    for (String wrong : List.of("--undecided=pass", "--gate=5%,--undecided=maybe")) {
      List<String> args = new ArrayList<>(List.of("compare", "before", "after"));
      args.addAll(List.of(wrong.split(",")));
      assertThat(stage.run(args.toArray(String[]::new)).exit()).as(wrong).isEqualTo(2);
    }
  }

  @Test
  void killedRun_hasTheFiguresOfItsIntervals_andNoGateTakesIt() throws IOException {
    WrittenRun killed = run("killed").write(60, 1);
    killed.json.put("state", "running").remove("summary");
    killed.json.remove("reason");
    killed.file("run.json", killed.json.toString());
    Stage.Outcome outcome = stage.run("compare", "killed", "after/0", "--out=x");
    assertThat(outcome.exit()).as(outcome.err()).isZero();
    assertThat(outcome.err())
        .contains(
            "killed is not completed: running."
                + " Its figures are summed from the 24 intervals that it wrote.");
    assertThat(outcome.out().lines())
        .anyMatch(line -> line.matches(" +transactions/s +(59|60)\\.\\d+ +4\\d\\.\\d+ +-2.*"))
        .anyMatch(line -> line.matches(" +p99 ms +\\d.*"));
    assertThat(stage.run("compare", "killed", "before", "--gate=5%").exit()).isEqualTo(1);
    String rows = Files.readString(directory.resolve("killed/intervals.csv"));
    killed.file("intervals.csv", rows.lines().limit(9).collect(Collectors.joining("\n")) + "\n");
    assertThat(stage.run("compare", "killed", "after/0").out())
        .containsPattern(" transactions/s +– ");
  }

  @Test
  void reasonOfARun_cannotWriteToTheTerminal() {
    WrittenRun evil = run("evil");
    evil.json.put("state", "failed").put("reason", "\u001b[2J\u009b31m\u202e All well.\r");
    evil.write(60, 5);
    String err = stage.run("compare", "before", "evil").err();
    assertThat(err).contains("evil is not completed: failed. ?[2J?31m? All well.?");
    assertThat(err.chars()).noneMatch(c -> c != '\n' && Character.isISOControl(c));
  }

  @Test
  void copiesOfARun_areNoRepetitions_soNoVerdict() {
    for (int i = 0; i < 3; i++) {
      run("copies/" + i).write(60, 1);
      run("others/" + i).write(30, 2);
    }
    Stage.Outcome outcome =
        stage.run("compare", "copies", "others", "--gate=5%", "--undecided=fail");
    assertThat(outcome.exit()).isEqualTo(1);
    assertThat(outcome.out()).contains("Gate: undecided").doesNotContain("slower");
  }

  @Test
  void gate_refusesRunsThatWereNotJudged_ifTrustIsRequired() {
    Stage.Outcome outcome =
        stage.run("compare", "before", "again", "--gate=5%", "--require-trusted");
    assertThat(outcome.exit()).isEqualTo(1);
    assertThat(outcome.out()).contains("was not judged for trust, which --require-trusted asks");
    for (String side : List.of("sure", "surer")) {
      for (int i = 0; i < 3; i++) {
        WrittenRun run = run(side + "/" + i);
        run.json.putObject("trust").put("trusted", true);
        run.write(60, i);
      }
    }
    assertThat(stage.run("compare", "sure", "surer", "--gate=50%", "--require-trusted").exit())
        .isZero();
    assertThat(stage.run("compare", "sure", "surer", "--require-trusted").exit()).isEqualTo(2);
  }

  @Test
  void runComparedWithItself_isSaidToBe_andDiffersByNothing() throws IOException {
    Stage.Outcome outcome = stage.run("compare", "before/0", "./before/0", "--out", "x");
    assertThat(outcome.exit()).isZero();
    assertThat(outcome.err()).contains("A and B are the same run");
    assertThat(outcome.out()).contains(" +0.0 %\n").doesNotContain(" -0.0 %");
    varying();
    assertThat(stage.run("compare", "was", "is", "--out", "y").exit()).isZero();
    assertThat(Files.readString(directory.resolve("y/comparison.csv")))
        .doesNotContainPattern("\\dE\\d");
  }

  @Test
  void whatTheRunsDifferIn_standsAboveTheFigures() {
    WrittenRun other = run("other");
    other.json.withObject("/spec").put("threads", 8);
    other.write(60, 4);
    String out = stage.run("compare", "before", "other").out();
    assertThat(out).contains("  threads: 4 → 8");
    assertThat(out.indexOf("threads")).isLessThan(out.indexOf("transactions/s"));
  }

  @Test
  void gate_failsOnARegressionBeyondItsSize() {
    Stage.Outcome failed = stage.run("compare", "before", "after", "--gate", "5%");
    assertThat(failed.exit()).isEqualTo(1);
    assertThat(failed.out()).contains("Gate: failed", "failed transactions_per_s: slower by -2");
    assertThat(stage.run("compare", "before", "again", "--gate", "5%").exit()).isZero();
    assertThat(stage.run("compare", "after", "before", "--gate", "5").exit()).isZero();
    assertThat(stage.run("compare", "before", "after", "--gate", "throughput=40%").exit()).isZero();
    assertThat(stage.run("compare", "before", "after", "--gate", "throughput=40%,p99=10%").exit())
        .isEqualTo(1);
  }

  @Test
  void gate_isUndecided_andSaysSoLoudly_whenMoreThanItsSizeIsMeasuredAndNotShown()
      throws IOException {
    varying();
    Stage.Outcome outcome = stage.run("compare", "was", "is", "--gate=throughput=5%", "--out=x");
    assertThat(outcome.exit()).isZero();
    assertThat(outcome.err())
        .containsPattern(
            "Warning: Undecided by the gate: transactions_per_s was measured -50\\.\\d %, beyond"
                + " the 5 % allowed, but the interval reaches (> )?\\+")
        .contains("repeat the runs, or make them longer, to decide.");
    assertThat(outcome.out())
        .contains("Gate: undecided")
        .containsPattern(
            "undecided transactions_per_s: measured -50\\.\\d %, beyond the 5 % allowed,"
                + " but the interval reaches (> )?\\+")
        .doesNotContain("Gate: held");
    JsonNode json =
        new JsonMapper().readTree(Files.readString(directory.resolve("x/comparison.json")));
    assertThat(json.at("/gateHeld").asBoolean()).isFalse();
    assertThat(json.at("/gate/0/outcome").asString()).isEqualTo("undecided");
    assertThat(json.at("/warnings").toString()).contains("Undecided by the gate: ");
    assertThat(directory.resolve("x/comparison.html"))
        .content()
        .contains("gate undecided", "Undecided by the gate: ");
    Stage.Outcome better = stage.run("compare", "is", "was", "--gate=throughput=5%");
    assertThat(better.exit()).isZero();
    assertThat(better.err()).doesNotContain("undecided");
  }

  /** Half of the throughput, by runs that vary by more. */
  private void varying() {
    run("was/1").write(100, 1);
    run("was/2").write(60, 2);
    run("was/3").write(80, 3);
    run("is/1").write(30, 4);
    run("is/2").write(50, 5);
    run("is/3").write(40, 6);
  }

  @Test
  void gate_failsByRunsThatAreUnfit_whateverIsUndecidedBesideThem() {
    varying();
    WrittenRun doubtful = run("is/2");
    doubtful.json.putObject("trust").put("trusted", false).putArray("reasons").add("Late.");
    doubtful.write(50, 4);
    Stage.Outcome outcome = stage.run("compare", "was", "is", "--gate=throughput=5%");
    assertThat(outcome.exit()).isEqualTo(1);
    assertThat(outcome.out()).contains("Gate: failed", "undecided transactions_per_s: measured");
    assertThat(outcome.err()).contains("Undecided by the gate: transactions_per_s");
  }

  @Test
  void gate_isNotHeldByWhatCannotBeJudged_norByAFailedRun() {
    WrittenRun idle = run("idle").write(60, 4);
    idle.json.withObject("/summary").put("transactionsPerSecond", 0);
    idle.file("run.json", idle.json.toString());
    assertThat(stage.run("compare", "before", "idle", "--gate", "5%").exit()).isEqualTo(1);
    WrittenRun broken = run("broken");
    broken.json.put("state", "failed").put("reason", "All failed.");
    broken.write(60, 5);
    assertThat(stage.run("compare", "before", "broken").exit()).isZero();
    Stage.Outcome outcome = stage.run("compare", "before", "broken", "--gate", "5%");
    assertThat(outcome.exit()).isEqualTo(1);
    assertThat(outcome.err()).contains("broken is not completed: failed. All failed.");
    assertThat(outcome.out())
        .contains("Gate: failed", "broken is not completed")
        .doesNotContain("Gate: held");
    broken.json.put("state", "running").put("reason", "");
    broken.write(60, 5);
    assertThat(stage.run("compare", "before", "broken", "--gate", "5%").exit()).isEqualTo(1);
  }

  @Test
  void gate_isNotHeldByRunsThatAreNotToBeTrusted_unlessToldSo() throws IOException {
    runs("doubtful", 60, 7);
    WrittenRun doubtful = run("doubtful/0");
    doubtful.json.putObject("trust").put("trusted", false).putArray("reasons").add("Late.");
    doubtful.json.putArray("warnings").add("Late.");
    doubtful.write(60, 3);
    Stage.Outcome refused = stage.run("compare", "before", "doubtful", "--gate=5%", "--out=x");
    assertThat(refused.exit()).isEqualTo(1);
    assertThat(refused.out())
        .contains("Gate: failed", "doubtful/0 is not to be trusted; with --allow-untrusted");
    assertThat(refused.err()).containsOnlyOnce("Late.");
    assertThat(refused.out()).doesNotContain("Late.");
    JsonNode json =
        new JsonMapper().readTree(Files.readString(directory.resolve("x/comparison.json")));
    assertThat(json.at("/gateHeld").asBoolean()).isFalse();
    assertThat(json.at("/unfit/0").asString()).contains("not to be trusted");
    assertThat(directory.resolve("x/comparison.html"))
        .content()
        .contains("gate failed", "is not to be trusted: Late.");
    assertThat(stage.run("compare", "doubtful", "before", "--gate=5%").exit()).isEqualTo(1);
    Stage.Outcome allowed =
        stage.run("compare", "before", "doubtful", "--gate=5%", "--allow-untrusted");
    assertThat(allowed.exit()).isZero();
    assertThat(allowed.out()).contains("Gate: held");
    assertThat(allowed.err()).contains("doubtful/0 is not to be trusted: Late.");
    assertThat(stage.run("compare", "before", "doubtful").exit()).isZero();
    assertThat(stage.run("compare", "before", "doubtful", "--allow-untrusted").exit()).isEqualTo(2);
  }

  @Test
  void costs_areCalledAsOnTheRunsPage_andTheirIdsStay() throws IOException {
    costly();
    String out = stage.run("compare", "dear", "dear", "--out", "x").out();
    assertThat(out.lines().map(line -> line.strip().split("  +")[0]))
        .contains("disk ms/transaction", "disk kB written/transaction", "server CPU µs/transaction")
        .contains("disk write amplification", "space amplification", "stored bytes/row");
    assertThat(Files.readString(directory.resolve("x/comparison.csv")))
        .contains("\ndisk.disk_busy_ms_per_transaction,cost,ms/transaction,")
        .contains("\nserver.cpu_us_per_transaction,cost,")
        .contains("\ndisk.write_amplification,cost,1,", "\nstored_bytes_per_row,cost,bytes/row,");
  }

  private void costly() {
    for (int i = 0; i < 3; i++) {
      WrittenRun run = run("dear/" + i);
      ObjectNode cost = run.json.putObject("cost").put("storedBytesPerRow", 200);
      cost.put("spaceAmplification", 1.5);
      ObjectNode disk = cost.withObject("/sources/disk").put("writeAmplification", 2);
      disk.putObject("perTransaction").put("writtenKb", 2.0).put("diskBusyMilliseconds", 0.5);
      ObjectNode server = cost.withObject("/sources/server");
      server.putObject("perTransaction").put("cpuMicroseconds", 15);
      run.write(60, 1 + i).file("cost.csv", "");
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
  void damagedRuns_areComparedWithAWarning_andNoGateTakesThem() throws IOException {
    Path hurt = directory.resolve("hurt");
    WrittenRun run = run("hurt").write(60, 3);
    for (String name : List.of("intervals.csv", "latency.hlog")) {
      String whole = Files.readString(hurt.resolve(name));
      List<String> lines = whole.lines().toList();
      run.file(name, String.join("\n", lines.subList(0, lines.size() / 2)) + "\n");
      assertDamage("hurt is damaged: " + name + " has ");
      Files.delete(hurt.resolve(name));
      assertDamage("hurt is damaged: " + name + " is missing");
      Files.createDirectory(hurt.resolve(name));
      assertDamage("hurt is damaged: " + name + " is no file");
      Files.delete(hurt.resolve(name));
      run.file(name, whole);
    }
    for (String name : List.of("summary", "spec")) {
      WrittenRun less = run("hurt").write(60, 3);
      less.json.remove(name);
      less.file("run.json", less.json.toString());
      assertDamage("run.json of a completed run has no " + name);
    }
    run.write(60, 3);
    assertThat(stage.run("compare", "before", "hurt", "--gate=50%").exit()).isZero();
  }

  private void assertDamage(String words) {
    Stage.Outcome outcome = stage.run("compare", "before", "hurt");
    assertThat(outcome.exit()).as(outcome.err()).isZero();
    assertThat(outcome.err()).contains(words);
    Stage.Outcome gate = stage.run("compare", "before", "hurt", "--gate=50%", "--allow-untrusted");
    assertThat(gate.exit()).as(words).isEqualTo(1);
    assertThat(gate.err()).contains(words);
    assertThat(gate.out()).contains("Gate: failed", " is damaged");
  }

  @Test
  void gateSizes_arePercent_withOrWithoutTheSign_butNoSharesOfOne() {
    for (String gate : List.of("5%", "5", "0", "0.5%", "throughput=1.5")) {
      assertThat(stage.run("compare", "after", "before", "--gate", gate).exit()).as(gate).isZero();
    }
    Stage.Outcome share = stage.run("compare", "before", "again", "--gate", "0.05");
    assertThat(share.exit()).isEqualTo(2);
    assertThat(share.errorLines()).hasSize(1);
    assertThat(share.err()).contains("give 5% if '0.05' is a share of 1, or 0.05%");
  }

  @Test
  void badGates_areWrongUsage_inOneLine() {
    for (String gate : List.of("fast", "throughput=", "p9=5%", "5%,6%", "stalled_percent=5%")) {
      Stage.Outcome outcome = stage.run("compare", "before", "again", "--gate", gate);
      assertThat(outcome.exit()).as(gate).isEqualTo(2);
      assertThat(outcome.errorLines()).as(gate).hasSize(1);
    }
    assertThat(stage.run("compare", "before", "again", "--gate", "troughput=5%").err())
        .contains("did you mean throughput?");
  }

  @Test
  void gate_takesNoRowWhoseDifferenceIsNoShare() {
    for (String id : List.of("stalled_percent", "longest_stall_s")) {
      Stage.Outcome outcome = stage.run("compare", "before", "again", "--gate", id + "=5%");
      assertThat(outcome.exit()).as(id).isEqualTo(2);
      assertThat(outcome.errorLines()).as(id).hasSize(1);
      assertThat(outcome.err())
          .contains("--gate: " + id + " takes no size in percent: its difference is no share of A");
    }
  }

  @Test
  void gate_knowsTheRarestPercentileByBothOfItsNames() {
    List<String> lines = new ArrayList<>();
    for (String name : List.of("p99.9", "p999")) {
      Stage.Outcome outcome = stage.run("compare", "before", "after", "--gate", name + "=5%");
      lines.add(outcome.out().substring(outcome.out().indexOf("Gate: ")));
    }
    assertThat(lines.get(0)).contains("transaction.response.p999_ms").isEqualTo(lines.get(1));
    assertThat(stage.run("compare", "before", "after", "--gate", "p99.9=5%,p999=6%").err())
        .contains("p999 is given twice");
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
      run("all/fast." + i + "/run").write(60 + i, i);
      run("all/slow." + i + "/run").write(30 + i, 10 + i);
      run("repeated/run" + i).write(60 + i, 20 + i);
    }
    Stage.Outcome outcome = stage.run("compare", "all/fast", "all/slow");
    assertThat(outcome.exit()).as(outcome.err()).isZero();
    assertThat(outcome.out()).contains("3 runs", "slower");
    assertThat(stage.run("compare", "repeated", "all/slow").out()).contains("slower");
  }

  @Test
  void runsThatAreNoRepetitions_areRefused_andFailedOnesLeftOut() {
    run("mixed/one").write(60, 1);
    WrittenRun other = run("mixed/other");
    other.json.withObject("/spec").put("threads", 8);
    other.write(60, 2);
    Stage.Outcome refused = stage.run("compare", "mixed", "before");
    assertThat(refused.exit()).isEqualTo(2);
    assertThat(refused.errorLines()).hasSize(1);
    assertThat(refused.err()).contains("no repetitions of each other: they differ in threads");
    other.json.put("state", "failed");
    other.write(60, 2);
    Stage.Outcome left = stage.run("compare", "mixed", "before");
    assertThat(left.exit()).as(left.err()).isZero();
    assertThat(left.err()).contains("mixed/other is left out: failed");
  }

  @Test
  void whatIsNoRun_isWrongUsage() {
    Stage.Outcome outcome = stage.run("compare", "before", "nowhere");
    assertThat(outcome.exit()).isEqualTo(2);
    assertThat(outcome.errorLines()).hasSize(1);
    assertThat(outcome.err()).contains("nowhere is no run's directory");
    assertThat(stage.run("compare", "before").err()).contains("Argument B is missing");
  }

  @Test
  void outThatIsAFile_isWrongUsage() throws IOException {
    Files.writeString(directory.resolve("file"), "");
    Stage.Outcome outcome = stage.run("compare", "before", "after", "--out", "file");
    assertThat(outcome.exit()).isEqualTo(2);
    assertThat(outcome.err()).contains("--out: file is not a directory");
    Stage.Outcome below = stage.run("compare", "before", "after", "--out", "file/x");
    assertThat(below.exit()).isEqualTo(1);
    assertThat(below.err()).contains(" cannot be written to ").doesNotContain("Exception");
  }
}
