package io.stallmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.analysis.compare.Comparison;
import io.stallmark.report.compare.WrittenRun;
import io.stallmark.result.Percentile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Gates that pass, fail or cannot decide. */
final class CompareGateTest extends StagedTest {

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
  void gate_isUndecided_andSaysSoLoudly_withFewerThanThreeRunsASide() {
    Stage.Outcome outcome = stage.run("compare", "before", "after/0", "--gate=5%").well();
    assertThat(outcome.told())
        .contains("Warning: Undecided by the gate: 3 rows. ")
        .contains(
            "There may be a regression: a verdict needs three runs a side, and A has 3 and B has 1.");
    assertThat(outcome.out().lines()).allMatch(line -> line.length() <= 80);
    assertThat(outcome.said())
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
    assertThat(ci.told())
        .contains("stallmark: the gate is undecided, which fails with CI=true; --undecided");
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
  void junitFile_hasATestCaseForEachRow() throws Exception {
    stage.run("compare", "before", "after", "--gate=5%", "--junit=slower.xml");
    Element slower = suite("slower.xml");
    assertThat(slower.getAttribute("name")).isEqualTo("before → after");
    assertThat(slower.getAttribute("errors")).isEqualTo("0");
    NodeList failures = slower.getElementsByTagName("failure");
    assertThat(failures.getLength())
        .isPositive()
        .isEqualTo(Integer.parseInt(slower.getAttribute("failures")));
    Element first = (Element) failures.item(0);
    assertThat(((Element) first.getParentNode()).getAttribute("name"))
        .isEqualTo("transactions_per_s");
    assertThat(first.getAttribute("message")).contains("slower (-2", "5 % allowed");
    assertThat(slower.getElementsByTagName("testcase").getLength())
        .isEqualTo(Integer.parseInt(slower.getAttribute("tests")));

    stage.run("compare", "before", "again", "--gate=throughput=5%", "--junit=same.xml");
    assertThat(suite("same.xml").getAttribute("failures")).isEqualTo("0");
  }

  @Test
  void junitFile_skipsUndecidedRows_andFailsThemWhereTheGateDoes() throws Exception {
    String[] command = {"compare", "before", "after/0", "--gate=throughput=5%", "--junit=x.xml"};
    stage.run(command);
    assertThat(suite("x.xml").getAttribute("skipped")).isEqualTo("1");
    assertThat(suite("x.xml").getAttribute("failures")).isEqualTo("0");
    stage.environment.put("CI", "true");
    stage.run(command);
    assertThat(suite("x.xml").getAttribute("skipped")).isEqualTo("0");
    assertThat(suite("x.xml").getElementsByTagName("failure").getLength()).isEqualTo(1);
  }

  @Test
  void junitFile_hasAnErrorForRunsThatNoGateTakes() throws Exception {
    WrittenRun failed = runs.run("failed & <worse>").write(60, 1);
    failed.json.put("state", "failed");
    failed.file("run.json", failed.json.toString());
    stage.run("compare", "before", "failed & <worse>", "--gate=5%", "--junit=x.xml");
    Element suite = suite("x.xml");
    assertThat(suite.getAttribute("errors")).isEqualTo("1");
    assertThat(((Element) suite.getElementsByTagName("error").item(0)).getAttribute("message"))
        .contains("failed & <worse> is not completed");
    assertThat(stage.run("compare", "before", "after", "--junit=x.xml").exit()).isEqualTo(2);
    Stage.Outcome nowhere =
        stage.run("compare", "before", "after", "--gate=5%", "--junit=nowhere/x.xml");
    assertThat(nowhere.exit()).isEqualTo(1);
    assertThat(nowhere.told()).contains("nowhere/x.xml cannot be written");
  }

  private Element suite(String file) throws Exception {
    return (Element)
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(directory.resolve(file).toFile())
            .getElementsByTagName("testsuite")
            .item(0);
  }

  @Test
  void killedRun_hasTheFiguresOfItsIntervals_andNoGateTakesIt() throws IOException {
    WrittenRun killed = runs.run("killed").write(60, 1);
    killed.json.put("state", "running").remove("summary");
    killed.json.remove("reason");
    killed.file("run.json", killed.json.toString());
    Stage.Outcome outcome = stage.run("compare", "killed", "after/0", "--out=x").well();
    assertThat(outcome.told())
        .contains(
            "killed is not completed: running."
                + " Its figures are summed from the 12 intervals that it wrote.");
    assertThat(outcome.out().lines())
        .anyMatch(line -> line.matches(" +transactions/s +(59|60)\\.\\d+ +4\\d\\.\\d+ +-2.*"))
        .anyMatch(line -> line.matches(" +p95 ms +\\d.*"));
    assertThat(stage.run("compare", "killed", "before", "--gate=5%").exit()).isEqualTo(1);
    String rows = Files.readString(directory.resolve("killed/intervals.csv"));
    killed.file("intervals.csv", rows.lines().limit(9).collect(Collectors.joining("\n")) + "\n");
    assertThat(stage.run("compare", "killed", "after/0").out())
        .containsPattern(" transactions/s +– ");
  }

  @Test
  void copiesOfARun_areNoRepetitions_soNoVerdict() {
    for (int i = 0; i < 3; i++) {
      runs.run("copies/" + i).write(60, 1);
      runs.run("others/" + i).write(30, 2);
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
    assertThat(outcome.said())
        .contains(
            "6 of 6 runs, first ", " are not judged for trust, which --require-trusted requires")
        .containsOnlyOnce("not judged for trust");
    for (String side : List.of("sure", "surer")) {
      for (int i = 0; i < 3; i++) {
        WrittenRun run = runs.run(side + "/" + i);
        run.json.putObject("trust").put("trusted", true);
        run.write(60, i);
      }
    }
    assertThat(stage.run("compare", "sure", "surer", "--gate=50%", "--require-trusted").exit())
        .isZero();
    assertThat(stage.run("compare", "sure", "surer", "--require-trusted").exit()).isEqualTo(2);
  }

  @Test
  void gate_failsOnARegressionBeyondItsSize() {
    Stage.Outcome failed = stage.run("compare", "before", "after", "--gate", "5%");
    assertThat(failed.exit()).isEqualTo(1);
    assertThat(failed.out()).contains("Gate: failed", "failed transactions_per_s: slower (-2");
    Stage.Outcome multiple = stage.run("compare", "before", "after", "--gate", "statements=5%");
    assertThat(multiple.exit()).isEqualTo(1);
    assertThat(multiple.out())
        .contains("failed statements_per_s: slower (-2")
        .doesNotContain("statements/s");
    assertThat(stage.run("compare", "before", "again", "--gate", "5%").exit()).isZero();
    assertThat(stage.run("compare", "after", "before", "--gate", "5").exit()).isZero();
    assertThat(stage.run("compare", "before", "after", "--gate", "throughput=40%").exit()).isZero();
    assertThat(stage.run("compare", "before", "after", "--gate", "throughput=40%,p99=10%").exit())
        .isEqualTo(1);
  }

  @Test
  void gate_isUndecided_andSaysSoLoudly_whenMoreThanItsSizeIsMeasuredAndNotShown()
      throws IOException {
    runs.writeVarying();
    Stage.Outcome outcome =
        stage.run("compare", "was", "is", "--gate=throughput=5%", "--out=x").well();
    assertThat(outcome.told())
        .contains("Warning: Undecided by the gate: 1 row. There may be a")
        .doesNotContain("measured")
        .contains("repeat the runs, or make them longer, to decide.");
    assertThat(outcome.said())
        .contains("Gate: undecided")
        .containsPattern(
            "undecided transactions_per_s: measured -(49|50)\\.\\d %, beyond the 5 % allowed,"
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
    Stage.Outcome better = stage.run("compare", "is", "was", "--gate=throughput=5%").well();
    assertThat(better.err()).doesNotContain("undecided");
  }

  @Test
  void gate_failsByRunsThatAreUnfit_whateverIsUndecidedBesideThem() {
    runs.writeVarying();
    WrittenRun doubtful = runs.run("is/2");
    doubtful.json.putObject("trust").put("trusted", false).putArray("reasons").add("late.");
    doubtful.write(50, 4);
    Stage.Outcome outcome = stage.run("compare", "was", "is", "--gate=throughput=5%");
    assertThat(outcome.exit()).isEqualTo(1);
    assertThat(outcome.out()).contains("Gate: failed", "undecided transactions_per_s: measured");
    assertThat(outcome.told()).contains("Undecided by the gate: 1 row");
  }

  @Test
  void gate_isNotHeldByWhatCannotBeJudged_norByAFailedRun() {
    WrittenRun idle = runs.run("idle").write(60, 4);
    idle.json.withObject("/summary").put("transactionsPerSecond", 0);
    idle.file("run.json", idle.json.toString());
    assertThat(stage.run("compare", "before", "idle", "--gate", "5%").exit()).isEqualTo(1);
    WrittenRun broken = runs.run("broken");
    broken.json.put("state", "failed").put("reason", "All failed.");
    broken.write(60, 5);
    assertThat(stage.run("compare", "before", "broken").exit()).isZero();
    Stage.Outcome outcome = stage.run("compare", "before", "broken", "--gate", "5%");
    assertThat(outcome.exit()).isEqualTo(1);
    assertThat(outcome.told()).contains("broken is not completed: failed. All failed.");
    assertThat(outcome.out())
        .contains("Gate: failed", "broken is not completed")
        .doesNotContain("Gate: held");
    broken.json.put("state", "running").put("reason", "");
    broken.write(60, 5);
    assertThat(stage.run("compare", "before", "broken", "--gate", "5%").exit()).isEqualTo(1);
  }

  @Test
  void gate_isNotHeldByRunsThatAreNotToBeTrusted_unlessToldSo() throws IOException {
    runs.side("doubtful", 60, 7);
    WrittenRun doubtful = runs.run("doubtful/0");
    doubtful.json.putObject("trust").put("trusted", false).putArray("reasons").add("late.");
    doubtful.json.putArray("warnings").add("late.");
    doubtful.write(60, 3);
    Stage.Outcome refused = stage.run("compare", "before", "doubtful", "--gate=5%", "--out=x");
    assertThat(refused.exit()).isEqualTo(1);
    assertThat(refused.said())
        .contains("Gate: failed", "doubtful/0 is not to be trusted; --allow-untrusted judges");
    assertThat(refused.told()).containsOnlyOnce("late.");
    assertThat(refused.out()).doesNotContain("late.");
    JsonNode json =
        new JsonMapper().readTree(Files.readString(directory.resolve("x/comparison.json")));
    assertThat(json.at("/gateHeld").asBoolean()).isFalse();
    assertThat(json.at("/unfit/0").asString()).contains("not to be trusted");
    assertThat(directory.resolve("x/comparison.html"))
        .content()
        .contains("gate failed", "is not to be trusted: late.");
    assertThat(stage.run("compare", "doubtful", "before", "--gate=5%").exit()).isEqualTo(1);
    Stage.Outcome allowed =
        stage.run("compare", "before", "doubtful", "--gate=5%", "--allow-untrusted").well();
    assertThat(allowed.out()).contains("Gate: held");
    assertThat(allowed.told()).contains("doubtful/0 is not to be trusted: late.");
    assertThat(stage.run("compare", "before", "doubtful").exit()).isZero();
    assertThat(stage.run("compare", "before", "doubtful", "--allow-untrusted").exit()).isEqualTo(2);
  }

  @Test
  void damagedRuns_areComparedWithAWarning_andNoGateTakesThem() throws IOException {
    Path hurt = directory.resolve("hurt");
    WrittenRun run = runs.run("hurt").write(60, 3);
    for (String name : List.of("intervals.csv", "latency.hlog")) {
      String whole = Files.readString(hurt.resolve(name));
      List<String> lines = whole.lines().toList();
      run.file(name, String.join("\n", lines.subList(0, lines.size() / 2)) + "\n");
      assertDamage("hurt is damaged: " + name + " has ");
      Files.delete(hurt.resolve(name));
      assertDamage("hurt is damaged: " + name + " is missing");
      Files.createDirectory(hurt.resolve(name));
      assertDamage("hurt is damaged: " + name + " is not a file");
      Files.delete(hurt.resolve(name));
      run.file(name, whole);
    }
    for (String name : List.of("summary", "spec")) {
      WrittenRun less = runs.run("hurt").write(60, 3);
      less.json.remove(name);
      less.file("run.json", less.json.toString());
      assertDamage("run.json of a completed run has no " + name);
    }
    run.write(60, 3);
    assertThat(stage.run("compare", "before", "hurt", "--gate=50%").exit()).isZero();
  }

  private void assertDamage(String words) {
    Stage.Outcome outcome = stage.run("compare", "before", "hurt").well();
    assertThat(outcome.told()).contains(words);
    Stage.Outcome gate = stage.run("compare", "before", "hurt", "--gate=50%", "--allow-untrusted");
    assertThat(gate.exit()).as(words).isEqualTo(1);
    assertThat(gate.told()).contains(words);
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
    assertThat(share.told()).contains("give 5% if '0.05' is a share of 1, or 0.05%");
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
      assertThat(outcome.told())
          .contains(
              "--gate: " + id + " takes no size in percent: its difference is not a share of A");
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "MAX")
  void gate_knowsEveryPercentileByBothOfItsNames(Percentile percentile) {
    List<String> lines = new ArrayList<>();
    for (String name : List.of(percentile.label(), percentile.id())) {
      Stage.Outcome outcome = stage.run("compare", "before", "after", "--gate", name + "=5%");
      lines.add(outcome.out().substring(outcome.out().indexOf("Gate: ")));
    }
    assertThat(lines.get(0))
        .contains(percentile.metric(Comparison.RESPONSE))
        .isEqualTo(lines.get(1));
  }

  @Test
  void gate_takesAPercentileOnce() {
    assertThat(stage.run("compare", "before", "after", "--gate", "p99.9=5%,p999=6%").err())
        .contains("p999 is given twice");
  }
}
