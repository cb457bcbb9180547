package io.stallmark.report.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.stallmark.analysis.compare.Comparison;
import io.stallmark.analysis.compare.ComparisonRow;
import io.stallmark.analysis.compare.MeasuredRun;
import io.stallmark.analysis.compare.PairedEstimate;
import io.stallmark.analysis.compare.RegressionGate;
import io.stallmark.report.compare.ComparedGroups.RunGroup;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

final class ComparedGroupsTest {

  @TempDir Path directory;

  private RunGroup group(String name) throws IOException {
    return new RunGroup(name, List.of(StoredRun.checked(directory.resolve(name))));
  }

  private WrittenRun run(String name) {
    return new WrittenRun(directory.resolve(name));
  }

  private List<ComparisonRow> rows(String a, String b) throws IOException {
    return ComparedGroups.of(group(a), group(b)).comparison().rows();
  }

  @Test
  void figures_areThoseOfTheSummary() throws IOException {
    run("a").write(100, 1);
    run("b").write(80, 2);
    assertThat(rows("a", "b"))
        .extracting(row -> row.metric().label())
        .contains("p50 ms", "p99.9 ms", "max ms", "stalled, % of the time", "stalls/min")
        .doesNotContain("statements/s", "rows/s")
        .startsWith("transactions/s");
    assertThat(ComparedGroups.of(group("a"), group("b")).basis())
        .endsWith(
            " in every run they are a multiple of one that has a row: statements_per_s, rows_per_s.");
    ComparisonRow throughput = rows("a", "b").get(0);
    assertThat(throughput.a()).isCloseTo(100, within(2.0));
    assertThat(throughput.difference().estimate()).isCloseTo(-0.2, within(0.02));
    ComparisonRow median = rows("a", "b").get(1);
    assertThat(median.a()).isCloseTo(40, within(1.0));
    assertThat(median.b()).isCloseTo(50, within(1.0));
  }

  @Test
  void linesOfADuet_areLimited_byItsLastDetails() throws IOException {
    Map<String, PairedEstimate> estimates = new LinkedHashMap<>();
    for (String side : List.of("a", "b")) {
      WrittenRun run = run(side);
      for (String source : List.of("process", "node", "cgroup")) {
        ObjectNode cost = run.json.withObject("/cost/sources/" + source);
        cost.put("what", source + " of " + side);
        cost.put("seconds", 12).put("transactions", 10).put("statements", 20);
        ObjectNode each = cost.putObject("perTransaction");
        for (String metric : List.of("reads", "writes")) {
          each.put(metric, source.length() * metric.length() + side.charAt(0));
          estimates.put(
              source + "." + metric + "_per_transaction", new PairedEstimate(1, 2, 0.01, 20, true));
        }
      }
      run.write(100, 1);
    }
    ComparedGroups compared = ComparedGroups.paired(group("a"), group("b"), estimates);
    List<String> whole = ComparisonText.of(compared, false);
    assertThat(whole)
        .filteredOn(line -> line.contains("faster") || line.contains("/t "))
        .hasSize(6);
    List<String> limited = ComparisonText.of(compared, false, whole.size() - 3);
    assertThat(limited).hasSizeLessThanOrEqualTo(whole.size() - 3);
    assertThat(limited)
        .anyMatch(line -> line.endsWith(" with a difference shown; --all lists them"))
        .anyMatch(line -> line.contains("stalls/min"))
        .anyMatch(line -> line.contains("cgroup reads/t"));
    assertThat(ComparisonText.of(compared, true, 1)).hasSizeGreaterThan(whole.size() - 1);
  }

  @Test
  void settingsThatDiffer_areLimited_inTheLinesOfADuet() throws IOException {
    for (String side : List.of("a", "b")) {
      WrittenRun run = run(side);
      for (int i = 0; i < 20; i++) {
        run.json.withObject("/spec/resolved").put("s" + i, side);
      }
      run.write(100, 1);
    }
    ComparedGroups compared = ComparedGroups.of(group("a"), group("b"));
    assertThat(compared.differences()).hasSize(20);
    assertThat(ComparisonText.of(compared, false, 40))
        .containsSequence("  s9: a → b", "  and 10 more; --all lists them", "");
    assertThat(ComparisonText.of(compared, true, 40)).contains("  s19: a → b");
  }

  @Test
  void sourcesOfCostThatBothSidesOfADuetHave_haveNoRows() throws IOException {
    for (String side : List.of("a", "b")) {
      WrittenRun run = run(side);
      for (String source : List.of("server", "process", "disk")) {
        ObjectNode cost = run.json.withObject("/cost/sources/" + source);
        cost.put("what", source.equals("process") ? "process of " + side : source);
        cost.put("seconds", 12).put("transactions", 10).put("statements", 20);
        cost.putObject("perTransaction")
            .put("cpuMicroseconds", side.equals("a") ? 100 : 110 + source.length());
      }
      run.write(100, 1);
    }
    ComparedGroups compared =
        ComparedGroups.paired(
            group("a"),
            group("b"),
            Map.of(
                "process.cpu_us_per_transaction", new PairedEstimate(100, 117, 0.01, 20, true),
                "errors_per_s", new PairedEstimate(0.5, 2, 0.1, 20, false)));
    assertThat(compared.comparison().rows())
        .extracting(ComparisonRow::id)
        .contains("server.cpu_us_per_transaction")
        .noneMatch(id -> id.startsWith("disk."));
    assertThat(compared.basis())
        .contains(" No rows of cost by disk: both sides are counted together.");
    ComparisonRow errors = row(compared, "errors_per_s");
    assertThat(errors.difference().estimate()).isEqualTo(1.5);
    assertThat(errors.verdict()).isEqualTo(ComparisonRow.Verdict.WORSE);
    ComparisonRow cost = row(compared, "process.cpu_us_per_transaction");
    assertThat(cost.difference().estimate()).isEqualTo(0.17, within(1e-9));
    assertThat(cost.verdict()).isEqualTo(ComparisonRow.Verdict.WORSE);
  }

  @Test
  void undecidedGateOfADuet_asksForALongerDuet() throws IOException {
    run("a").write(100, 1);
    run("b").write(80, 2);
    Map<String, PairedEstimate> wide =
        Map.of(Comparison.THROUGHPUT, new PairedEstimate(100, 80, 0.3, 20, true));
    assertThat(
            ComparedGroups.paired(group("a"), group("b"), wide)
                .with(new RegressionGate(Map.of(Comparison.THROUGHPUT, 0.05)).allowUntrusted())
                .warnings())
        .last()
        .asString()
        .startsWith("Undecided by the gate: 1 row. ")
        .endsWith("There may be a regression: a longer duet decides; give more --seconds.");
  }

  private static ComparisonRow row(ComparedGroups compared, String id) {
    return compared.comparison().rows().stream()
        .filter(row -> row.id().equals(id))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aGateInJava_acceptsTheRunsThatTheCommandAccepts() throws IOException {
    Comparison trusted = comparison(true, "completed");
    Comparison doubted = comparison(false, "completed");
    Comparison unjudged = comparison(null, "completed");
    Comparison killed = comparison(true, "running");
    RegressionGate gate = new RegressionGate(Map.of(Comparison.THROUGHPUT, 0.5));
    assertThat(Stream.of(trusted, doubted, unjudged, killed).map(gate::holds))
        .containsExactly(true, false, true, false);
    assertThat(Stream.of(trusted, doubted, unjudged, killed).map(gate.allowUntrusted()::holds))
        .containsExactly(true, true, true, false);
    assertThat(Stream.of(trusted, doubted, unjudged, killed).map(gate.requireTrusted()::holds))
        .containsExactly(true, false, false, false);
  }

  @Test
  void runThatIsThereTwice_isNotCompared() throws IOException {
    WrittenRun run = run("a");
    run.json.put("id", "0123");
    run.write(100, 1);
    assertThatThrownBy(() -> rows("a", "a")).hasMessage("The run 0123 occurs twice");
  }

  /** Compares equal sides of three runs, one of which has this trust and state. */
  private Comparison comparison(@Nullable Boolean trusted, String state) throws IOException {
    List<MeasuredRun> runs = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      WrittenRun run = run(trusted + state + i);
      run.json.putObject("trust").put("trusted", i == 5 ? trusted : Boolean.TRUE);
      run.json.put("state", i == 5 ? state : "completed");
      run.write(100, i);
      runs.addAll(group(trusted + state + i).measured());
    }
    return Comparison.of(runs.subList(0, 3), runs.subList(3, 6));
  }

  @Test
  void stalls_areAll_whateverCausedThem() throws IOException {
    run("a")
        .write(100, 1)
        .file(
            "stalls.csv",
            """
            start_s,length_s,lowest_per_s,delayed,longest_ms,kinds,usual_per_s,generator_held_s,counters
            9.5,1.2,0,16,950,insert,105,0,
            20,3,0,16,950,insert,105,3,
            """);
    assertThat(rows("a", "a"))
        .filteredOn(row -> row.metric().group().equals("stalls"))
        .extracting(ComparisonRow::id, ComparisonRow::a)
        .containsExactly(
            tuple("stalled_percent", 35.0),
            tuple("longest_stall_s", 3.0),
            tuple("stalls_per_min", 10.0));
  }

  @Test
  void howLongTheGeneratorWasTheBottleneck_isARowThatJudgesNothing() throws IOException {
    WrittenRun flagged = run("flagged");
    flagged.json.putObject("trust").put("trusted", true).put("judgedFlaggedPercent", 12.5);
    flagged.write(100, 1);
    run("silent").write(100, 2);
    assertThat(rows("silent", "flagged"))
        .filteredOn(row -> row.id().equals("generator_bound_percent"))
        .extracting(
            row -> row.metric().group(), ComparisonRow::a, ComparisonRow::b, ComparisonRow::word)
        .containsExactly(tuple("trust", Double.NaN, 12.5, "not judged"));
    assertThat(rows("silent", "silent"))
        .extracting(row -> row.metric().group())
        .doesNotContain("trust");
  }

  @Test
  void costs_areThoseOfEachSource_withAmplificationAndWhatIsStored() throws IOException {
    WrittenRun written = run("a");
    ObjectNode cost = written.json.putObject("cost");
    cost.put("storedBytesPerRow", 210.5).put("spaceAmplification", 1.2);
    ObjectNode server = cost.withObject("/sources/server");
    server.put("writeAmplification", 1.5);
    server.putObject("perTransaction").put("reads", 1.51).put("writtenKb", 0.3);
    cost.withObject("/sources/process").putObject("perTransaction").put("cpuMicroseconds", 9.0);
    written.write(100, 1);
    assertThat(rows("a", "a").stream().filter(row -> row.metric().group().equals("cost")))
        .extracting(ComparisonRow::id, row -> Math.round(100 * row.a()) / 100.0)
        .containsExactly(
            tuple("process.cpu_us_per_transaction", 9.0),
            tuple("server.reads_per_transaction", 1.51),
            tuple("server.written_kb_per_transaction", 0.3),
            tuple("server.write_amplification", 1.5),
            tuple("space_amplification", 1.2),
            tuple("stored_bytes_per_row", 210.5));
  }

  @Test
  void twoClocks_areTwoRowsOnlyWhereTheyDiffer() throws IOException {
    run("a").write(100, 1);
    assertThat(rows("a", "a")).noneMatch(row -> row.id().contains(".service."));
    WrittenRun open = run("b").write(100, 1);
    open.json.withObject("/summary/kinds/transaction/serviceNanoseconds").put("p99", 1);
    open.file("run.json", open.json.toString());
    assertThat(rows("a", "b")).anyMatch(row -> row.metric().label().equals("service p99 ms"));
  }

  @Test
  void whatMatters_isNamed_andWhereDataLieDoesNotMatter() throws IOException {
    run("a").write(50, 1);
    WrittenRun other = run("b");
    other.json.withObject("/spec").put("threads", 8).put("arrivals", "poisson");
    other.json.withObject("/database").put("server", "Memory 2");
    other.json.put("seed", 8);
    other.write(50, 2);
    assertThat(ComparedGroups.of(group("a"), group("b")).differences())
        .containsExactly(
            "seed: 7 → 8",
            "threads: 4 → 8",
            "server: Memory 1 → Memory 2",
            "arrivals: – → poisson");
  }

  @Test
  void protocolThatARunWasNotGiven_isItsDefault() throws IOException {
    run("a").write(50, 1);
    WrittenRun other = run("b");
    other.json.withObject("/spec").put("protocol", "text");
    other.write(50, 2);
    assertThat(ComparedGroups.of(group("a"), group("b")).differences())
        .containsExactly("protocol: prepared → text");
  }

  /** Left to the workload, or said: a run is what its settings came to. */
  @Test
  void settingsThatCameToTheSame_areNoDifference() throws IOException {
    resolving("a", 0, 12, "2", "9");
    resolving("b", 12, 12, "9", "9");
    assertThat(ComparedGroups.of(group("a"), group("b")).differences()).isEmpty();
    resolving("c", 0, 13, "2", "8");
    assertThat(ComparedGroups.of(group("a"), group("c")).differences())
        .hasSize(2)
        .contains("degree: 12 → 13")
        .first()
        .asString()
        .startsWith("phases: [");
  }

  private void resolving(String name, int given, int came, String inPhase, String itCame)
      throws IOException {
    WrittenRun run = run(name);
    run.json.withObject("/spec/settings").put("degree", given);
    run.json.withObject("/spec/resolved").put("degree", came);
    ObjectNode phase = run.json.withObject("/spec").putArray("phases").addObject();
    phase.putObject("settings").put("mix", inPhase);
    phase.putObject("resolved").put("mix", itCame);
    run.write(50, 1);
  }

  @Test
  void otherDrawingsOnTheSameData_areANote_andNoDifference() throws IOException {
    run("a").write(50, 1);
    WrittenRun other = run("b");
    other.json.put("requestSeed", 8);
    other.write(50, 2);
    ComparedGroups compared = ComparedGroups.of(group("a"), group("b"));
    assertThat(compared.differences()).isEmpty();
    assertThat(ComparisonText.of(compared, false))
        .contains("Different operations with the same distributions: request seed 7 → 8");
    assertThat(ComparedGroups.of(group("a"), group("a")).drawings()).isEmpty();
  }

  @Test
  void aRunThatDidNotComplete_orIsNotToBeTrusted_isWarnedOf() throws IOException {
    run("a").write(50, 1);
    WrittenRun other = run("b");
    other.json.put("state", "interrupted").put("reason", "By the user.");
    other.json.putObject("trust").put("trusted", false);
    other.write(50, 2);
    assertThat(ComparedGroups.of(group("a"), group("b")).warnings())
        .anyMatch(line -> line.contains("is not completed: interrupted. By the user."))
        .anyMatch(line -> line.contains("not to be trusted"));
  }
}
