package io.stallmark.report.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.stallmark.analysis.compare.Comparison;
import io.stallmark.analysis.compare.Gate;
import io.stallmark.analysis.compare.Row;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

final class MeasuredRunTest {

  @TempDir Path directory;

  private RunGroup group(String name) throws IOException {
    return new RunGroup(name, List.of(MeasuredRun.read(directory.resolve(name))));
  }

  private WrittenRun run(String name) {
    return new WrittenRun(directory.resolve(name));
  }

  @Test
  void figures_areThoseOfTheFiles() throws IOException {
    run("a").write(100, 1);
    run("b").write(80, 2);
    Comparison comparison = ComparedGroups.of(group("a"), group("b")).comparison();
    Row throughput = comparison.rows().get(0);
    assertThat(throughput.a()).isCloseTo(100, within(2.0));
    assertThat(throughput.difference().estimate()).isCloseTo(-0.2, within(0.02));
    assertThat(throughput.word()).isEqualTo("slower");
    Row median = comparison.rows().get(1);
    assertThat(median.name()).isEqualTo("p50 ms");
    assertThat(median.a()).isCloseTo(40, within(1.0));
    assertThat(median.b()).isCloseTo(50, within(1.0));
  }

  /** Of four processors all were busy: half of one by the generator, one by the server. */
  private WrittenRun shared(String name) {
    WrittenRun run = run(name);
    run.json.putObject("host").put("logicalCores", 4);
    run.json.putObject("trust").put("trusted", true).put("processors", 2);
    run.json
        .putObject("cost")
        .putObject("sources")
        .putObject("process")
        .put("seconds", 24)
        .putObject("total")
        .put("cpuNanoseconds", 24_000_000_000L);
    return run.write(100, 1)
        .file("cost.csv", "start_s,end_s,source,transactions,statements\n")
        .file(
            "trust.csv",
            """
            start_s,end_s,generator_bound,reasons,own_cpu_percent,machine_cpu_percent,stolen_cpu_percent
            0,12,0,,20,100,0
            12,24,0,,30,100,4
            """);
  }

  @Test
  void otherWork_isWhatNeitherGeneratorNorServerUsed_andWhatTheHostTook() throws IOException {
    shared("a");
    double usual = 0.05;
    assertThat(group("a").runs().get(0).series().otherWork())
        .isCloseTo(1 - (0.5 + 1) / 4 + 0.02 - usual, within(1e-9));
    run("quiet").write(100, 1);
    assertThat(group("quiet").runs().get(0).series().otherWork()).isZero();
  }

  @Test
  void otherWork_isNotKnown_whereTheServersShareIsNot() throws IOException {
    WrittenRun remote = shared("a");
    remote.json.remove("cost");
    remote.file("run.json", remote.json.toString());
    assertThat(group("a").runs().get(0).series().otherWork()).isZero();
  }

  @Test
  void singleRunsWithOtherWork_areWarnedOf_repeatedOnesAreNot() throws IOException {
    shared("a");
    shared("c");
    run("b").write(100, 2);
    ComparedGroups single = ComparedGroups.of(group("a"), group("b"));
    assertThat(single.warnings())
        .singleElement()
        .asString()
        .contains("Other work had 60 % of the processors during", "Compare repeated runs");
    assertThat(single.with(new Gate(Map.of(Gate.HEADLINE, 0.05)), true).warnings())
        .anyMatch(
            line ->
                line.startsWith(
                    "Not judged, and so not gated: transaction.response.p95_ms,"
                        + " transaction.response.p99_ms, transaction.response.p999_ms."));
    Gate ofThroughput = new Gate(Map.of("transactions_per_s", 0.05));
    assertThat(single.with(ofThroughput, true).warnings())
        .noneMatch(line -> line.contains("not gated"));
    RunGroup repeated =
        new RunGroup("r", List.of(group("a").runs().get(0), group("c").runs().get(0)));
    assertThat(ComparedGroups.of(repeated, repeated).warnings()).isEmpty();
  }

  @Test
  void stalls_lieInTheIntervalsThatTheyCover_andTheGeneratorsDoNotCount() throws IOException {
    run("a")
        .write(100, 1)
        .file(
            "stalls.csv",
            """
            start_s,length_s,lowest_per_s,delayed,longest_ms,kinds,usual_per_s,generator_held_s,counters
            9.5,1.25,0,16,950,insert,105,0,
            20,3,0,16,950,insert,105,3,
            """);
    MeasuredRun run = group("a").runs().get(0);
    double[] stalled = run.series().columns().get("stalled");
    assertThat(stalled[9]).isEqualTo(0.5);
    assertThat(stalled[10]).isEqualTo(0.75);
    assertThat(stalled[20]).isZero();
    assertThat(run.series().stalls()).containsExactly(1.25);
  }

  @Test
  void howLongTheGeneratorWasTheBottleneck_isARowThatJudgesNothing() throws IOException {
    WrittenRun written = run("flagged");
    written.json.putObject("trust").put("judgedFromSeconds", 3);
    Path flagged = written.write(100, 1).path.resolve("intervals.csv");
    List<String> lines = Files.readAllLines(flagged);
    StringBuilder rows = new StringBuilder(lines.get(0) + ",generator_bound\n");
    for (int i = 1; i < lines.size(); i++) {
      rows.append(lines.get(i)).append(i % 4 == 0 || i == 1 ? ",1\n" : ",0\n");
    }
    Files.writeString(flagged, rows);
    run("silent").write(100, 2);
    Comparison comparison = ComparedGroups.of(group("silent"), group("flagged")).comparison();
    assertThat(comparison.rows())
        .filteredOn(row -> row.id().equals("generator_bound_percent"))
        .extracting(Row::group, Row::a, Row::b, Row::word)
        .containsExactly(tuple("trust", Double.NaN, 100.0 * 6 / 21, "not judged"));
    assertThat(ComparedGroups.of(group("silent"), group("silent")).comparison().rows())
        .extracting(Row::group)
        .doesNotContain("trust");
  }

  @Test
  void manyIntervals_areTaken_withTheShareThatWasFlagged() throws IOException {
    WrittenRun written = run("long");
    written.json.putObject("trust").put("judgedFromSeconds", 0);
    written.write(100, 1);
    StringBuilder rows = new StringBuilder("start_s,end_s,transactions,generator_bound\n");
    for (int i = 0; i < 1000; i++) {
      rows.append(i + "," + (i + 1) + ",100," + (i % 10 == 0 ? 1 : 0) + "\n");
    }
    run("long").file("intervals.csv", rows.toString());
    double[] bound = group("long").runs().get(0).series().columns().get("bound");
    assertThat(bound).hasSize(250).contains(0, 1);
    assertThat(DoubleStream.of(bound).sum()).isEqualTo(100);
  }

  @Test
  void cost_isThatOfEachSource_perTransactionThatItSaw() throws IOException {
    run("a").write(100, 1);
    StringBuilder rows =
        new StringBuilder("start_s,end_s,source,transactions,statements,reads,cpu_us\n");
    for (int second = 0; second < 24; second++) {
      rows.append(second + "," + (second + 1) + ",server,100,200," + (150 + second % 3) + ",\n");
      rows.append(second + "," + (second + 1) + ",process,100,200,," + 900 + "\n");
    }
    run("a").file("cost.csv", rows.toString());
    Comparison comparison = ComparedGroups.of(group("a"), group("a")).comparison();
    assertThat(comparison.rows().stream().filter(row -> row.group().equals("cost")))
        .extracting(Row::id, Row::a, Row::word)
        .containsExactly(
            tuple("process.cpu_us_per_transaction", 9.0, "no difference shown"),
            tuple("server.reads_per_transaction", 1.51, "no difference shown"));
  }

  @Test
  void amplificationAndWhatIsStored_areCostsToo() throws IOException {
    WrittenRun written = run("a");
    written.json.putObject("cost").put("storedBytesPerRow", 210.5).put("spaceAmplification", 1.2);
    written.write(100, 1);
    StringBuilder rows =
        new StringBuilder("start_s,end_s,source,transactions,written_kb,logical_written_kb\n");
    for (int second = 0; second < 24; second++) {
      rows.append(second + "," + (second + 1) + ",server,100,30,20\n");
      rows.append(second + "," + (second + 1) + ",disk,100,,20\n");
    }
    written.file("cost.csv", rows.toString());
    Comparison comparison = ComparedGroups.of(group("a"), group("a")).comparison();
    assertThat(comparison.rows().stream().filter(row -> row.group().equals("cost")))
        .extracting(Row::id, Row::a, Row::word)
        .containsExactly(
            tuple("server.written_kb_per_transaction", 0.3, "no difference shown"),
            tuple("server.write_amplification", 1.5, "no difference shown"),
            tuple("space_amplification", 1.2, "not judged"),
            tuple("stored_bytes_per_row", 210.5, "not judged"));
  }

  @Test
  void torn_files_giveWhatTheyHave() throws IOException {
    WrittenRun written = run("a").write(100, 1);
    Path log = written.path.resolve("latency.hlog");
    String text = Files.readString(log);
    Files.writeString(log, text.substring(0, text.length() / 2));
    Files.delete(written.path.resolve("intervals.csv"));
    assertThat(group("a").runs().get(0).series().intervals()).isZero();
    run("b").write(100, 2);
    assertThat(ComparedGroups.of(group("a"), group("b")).comparison().rows())
        .noneMatch(row -> row.difference().shown());
  }

  @Test
  void whatMatters_isNamed_andWhereDataLieDoesNotMatter() throws IOException {
    run("a").write(50, 1);
    WrittenRun other = run("b");
    other.json.withObject("/spec").put("threads", 8).putArray("phases").add("10 s");
    other.json.withObject("/database").put("server", "Memory 2");
    other.json.put("seed", 8);
    other.write(50, 2);
    assertThat(ComparedGroups.of(group("a"), group("b")).differences())
        .containsExactly(
            "seed: 7 → 8",
            "threads: 4 → 8",
            "server: Memory 1 → Memory 2",
            "phases: – → [\"10 s\"]");
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
        .last()
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
        .contains("Other operations of the same laws: request seed 7 → 8");
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
