package io.stallmark.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.analysis.KindOutcome;
import io.stallmark.analysis.RunVerdict;
import io.stallmark.analysis.compare.Comparison;
import io.stallmark.analysis.compare.MeasuredRun;
import io.stallmark.analysis.stall.RateLine;
import io.stallmark.engine.RunResult;
import io.stallmark.model.Table;
import io.stallmark.report.Synthetic;
import io.stallmark.result.RunDocument;
import io.stallmark.result.RunFile;
import io.stallmark.spi.workload.Role;
import io.stallmark.spi.workload.Scenario;
import io.stallmark.spi.workload.Verification;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The rate and the limits that a workload declares for kinds of transaction. */
final class KindOutcomeTest {

  /** A workload of which only these are known. */
  private record Declared(String kind, List<KindLimit> kindLimits) implements Scenario {

    @Override
    public Optional<KindRate> headline() {
      return Optional.of(new KindRate(kind, "changes/min", 60));
    }

    @Override
    public List<Table> tables() {
      return List.of();
    }

    @Override
    public List<Role> roles() {
      return List.of();
    }

    @Override
    public Verification verification() {
      return Verification.none("There are no tables.");
    }
  }

  private static RunDocument run(String kind, double seconds) throws IOException {
    RunResult result = Synthetic.run(interval -> {});
    Declared declared =
        new Declared(
            kind,
            List.of(
                new Scenario.KindLimit("look", 90, 5),
                new Scenario.KindLimit("change", 90, seconds),
                new Scenario.KindLimit("never", 90, seconds)));
    return LinesTest.document(
        result,
        RunVerdict.of(result, new RunVerdict.Limits(0.01, 0, each -> 0, false, 0), List.of()),
        KindOutcome.of(declared, result));
  }

  private static List<String> brief(RunDocument run) {
    return ShortReport.lines(Synthetic.SPEC, run, true, Set.of(), new RateLine());
  }

  private static List<String> whole(RunDocument run) {
    return SummaryText.lines(Synthetic.SPEC, run, true, new RateLine(), Path.of("x"));
  }

  @Test
  void headline_isTheRateOfItsKind_thenThatOfAllTransactions() throws IOException {
    assertThat(Headline.of(run("change", 5), true))
        .startsWith("1,800.0 changes/min, 89.7 transactions/s, p95 ");
    assertThat(whole(run("change", 5)))
        .anyMatch(line -> line.startsWith("1,800.0 changes/min, 89.7 transactions/s: tiny on "));
    JsonNode json = RunFile.tree(run("change", 5)).get("headline");
    assertThat(json.get("kind").asString()).isEqualTo("change");
    assertThat(json.get("unit").asString()).isEqualTo("changes/min");
    assertThat(json.get("value").asDouble()).isEqualTo(1800);
  }

  @Test
  void headlineOfAKindThatDidNotOccur_isThatOfAllTransactions() throws IOException {
    assertThat(Headline.of(run("never", 5), true)).startsWith("89.7 transactions/s, p95 ");
    assertThat(RunFile.tree(run("never", 5)).has("headline")).isFalse();
  }

  /** A sum of unlike transactions, such as of empty polls, would say nothing. */
  @Test
  void headlineOfSeveralRoles_hasTheRateOfEach(@TempDir Path directory) throws IOException {
    ObjectNode json = (ObjectNode) RunFile.tree(run("never", 5));
    ArrayNode roles = (ArrayNode) json.at("/summary/roles");
    ObjectNode polls = ((ObjectNode) roles.get(0)).deepCopy();
    roles.add(polls.put("name", "polls").put("transactionsPerSecond", 12_820));
    json.put("schemaVersion", 1);
    Files.writeString(directory.resolve(RunFile.NAME), json.toString());
    assertThat(Headline.of(RunFile.read(directory), true))
        .startsWith("89.7 transactions/s of client, 12,820.0 of polls, p95 ");
  }

  @Test
  void headline_saysHowManyAttemptsWereRetried(@TempDir Path directory) throws IOException {
    ObjectNode json = (ObjectNode) RunFile.tree(run("never", 5));
    ObjectNode summary = (ObjectNode) json.get("summary");
    summary.put("transactions", 300).put("errors", 2).put("retries", 33);
    json.put("schemaVersion", 1);
    Files.writeString(directory.resolve(RunFile.NAME), json.toString());
    assertThat(Headline.of(RunFile.read(directory), true)).doesNotContain("retried");
    summary.put("retries", 538);
    Files.writeString(directory.resolve(RunFile.NAME), json.toString());
    assertThat(Headline.of(RunFile.read(directory), true)).contains(", 64 % of attempts retried");
  }

  @Test
  void limits_areVerdicts_andFailNothing() throws IOException {
    assertThat(brief(run("change", 5)))
        .contains("Response limits of all 2 kinds of transaction met");
    assertThat(whole(run("change", 5)))
        .contains("Response limit met: 90 % of change within 0.009 s, allowed are 5 s");
    RunDocument missed = run("change", 0.005);
    String line = "Response limit MISSED: 90 % of change within 0.009 s, allowed are 0.005 s";
    assertThat(brief(missed)).contains(line).noneMatch(each -> each.contains("limits of all"));
    assertThat(whole(missed)).contains(line);
    JsonNode json = RunFile.tree(missed).get("responseLimits");
    assertThat(json).hasSize(2);
    assertThat(json.get(0).get("met").asBoolean()).isTrue();
    assertThat(json.get(1).get("met").asBoolean()).isFalse();
    assertThat(json.get(1).get("reachedSeconds").asDouble()).isBetween(0.0089, 0.0091);
  }

  @Test
  void comparison_hasARowOfTheHeadline_unlessUnitsDiffer() throws IOException {
    MeasuredRun named = new MeasuredRun(run("change", 5), List.of(), List.of());
    MeasuredRun unnamed = new MeasuredRun(run("never", 5), List.of(), List.of());
    assertThat(Comparison.of(List.of(named), List.of(named)).rows())
        .anyMatch(row -> row.id().equals("headline") && row.metric().label().equals("changes/min"));
    assertThat(Comparison.of(List.of(named), List.of(unnamed)).rows())
        .noneMatch(row -> row.id().equals("headline"));
  }
}
