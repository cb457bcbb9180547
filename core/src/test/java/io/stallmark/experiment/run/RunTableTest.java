package io.stallmark.experiment.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.experiment.DurationEstimate;
import io.stallmark.experiment.Experiment;
import io.stallmark.experiment.ExperimentDatabase;
import io.stallmark.experiment.ExperimentPart;
import io.stallmark.experiment.ExperimentPlan;
import io.stallmark.experiment.PlannedRun;
import io.stallmark.run.RunSpec;
import io.stallmark.spi.workload.Workload;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The table at the end, to the letter, from what runs left behind. */
final class RunTableTest {

  @TempDir Path directory;

  private boolean trusted = true;

  private static final RunSpec SPEC = new RunSpec("w", Map.of(), Map.of());

  private static final ExperimentDatabase PLACE =
      new ExperimentDatabase("db", Optional.empty(), Map.of());
  private static final DurationEstimate ESTIMATE =
      new DurationEstimate(
          OptionalLong.empty(),
          OptionalLong.empty(),
          OptionalDouble.empty(),
          0,
          DurationEstimate.Basis.LIMIT);

  private static PlannedRun run(String label, int repetition, int of) {
    String name = of == 1 ? label : label + "." + repetition;
    return new PlannedRun(
        name, label, label, repetition, PLACE, SPEC, List.of("w"), PlannedRun.Claim.OWN, ESTIMATE);
  }

  static ExperimentPlan plan(int repeat, String... labels) {
    Workload workload =
        (Workload)
            Proxy.newProxyInstance(
                Workload.class.getClassLoader(),
                new Class<?>[] {Workload.class},
                (proxy, method, arguments) -> {
                  throw new AssertionError(method);
                });
    List<PlannedRun> runs = new ArrayList<>();
    for (String label : labels) {
      for (int i = 1; i <= repeat; i++) {
        runs.add(run(label, i, repeat));
      }
    }
    Experiment experiment =
        new Experiment(
            "x",
            "",
            workload,
            Map.of("db", PLACE),
            ExperimentPart.NOTHING,
            List.of(),
            Map.of(),
            new Experiment.Execution(false, null, null, repeat, false, null, repeat == 1),
            null);
    return new ExperimentPlan(
        experiment, new BigDecimal("0.5"), runs, List.of(), List.of(), List.of());
  }

  /** What a run leaves: so many transactions a second, and stalls of these lengths. */
  private void leave(String run, String state, double rate, String... stalls) throws IOException {
    leave(run, state, rate, 3.2, stalls);
  }

  private long transactions = 10_000;

  private void leave(String run, String state, double rate, double seconds, String... stalls)
      throws IOException {
    Path attempt = Files.createDirectories(directory.resolve(run).resolve("2026-w-db"));
    Files.writeString(
        attempt.resolve("run.json"),
        String.format(
            Locale.ROOT,
            """
        {"state": "%s", %s"reason": "because", "startedAt": "2026-11-20T00:00:00Z",
         "endedAt": "2026-11-20T00:01:30.5Z",
         "size": {"start": {"dataBytes": 1}, "end": {"dataBytes": 2500000, "indexBytes": 0}},
         "trust": {"trusted": %s, "reasons": ["It was starved."]},
         "stallRule": {"shortestSeconds": 0.2, "judgedFromSeconds": 3.0},
         "summary": {"elapsedNanoseconds": %s, "transactionsPerSecond": %s, "rowsReadPerSecond": 10, "rowsWrittenPerSecond": %s,
           "retries": 3, "errors": 0, "kinds": {"transaction": {"count": %s, "responseNanoseconds":
           {"p50": 1500000, "p95": 20000000, "p99": 1234000000}}}}}
        """,
            state,
            state.equals("completed") ? "\"verified\": true, " : "",
            trusted,
            Math.round(1e9 * seconds),
            rate,
            1000 * rate,
            transactions));
    List<String> lines = new ArrayList<>(List.of("start_s,length_s,generator_held_s,counters"));
    lines.addAll(List.of(stalls));
    Files.write(attempt.resolve("stalls.csv"), lines);
  }

  private ExperimentResults results(ExperimentPlan plan, Map<String, String> failures) {
    ExperimentResults results = new ExperimentResults(directory, plan);
    failures.forEach((name, reason) -> results.fail(run(name, 1, 1), reason));
    return results;
  }

  private RunTable table(ExperimentPlan plan, Map<String, String> failures) {
    return new RunTable(results(plan, failures));
  }

  @Test
  void table_hasARowForEachRun_andSaysWhatIsMissing() throws IOException {
    trusted = false;
    leave("a", "completed", 100, "1,0.25,0,", "2,1.5,0.1,x=+1", "5,0.5,0.25,");
    leave("b", "failed", 7);
    leave("d", "running", 7);
    ExperimentResults results = results(plan(1, "a", "b", "c", "d"), Map.of("c", "Access denied"));
    RunTable table = new RunTable(results);
    assertThat(String.join("\n", table.details()))
        .isEqualTo(
            """
            Experiment x, --scale 0.5
              run  trans/s   rows/s  p50 ms  p95 ms    p99 ms  stalls  stalled s  longest s    data  index  file  retries  errors
              a      100.0  100,010    1.50   20.00  1,234.00       3       2.25       1.50  2.5 MB    0 B     –        3       0
              FAILED  b: because
              FAILED  c: Access denied
              NOT RUN d: because
              NOT TO BE TRUSTED  a: It was starved.
              1 stall was the generator's own; stalls.csv of the runs says which.
              Verified after the run: 1 of 4.\
            """);
    assertThat(results.missing()).isEqualTo(3);
  }

  @Test
  void csv_hasEveryRunWithItsStateAndUnits() throws IOException {
    trusted = false;
    leave("a", "completed", 100, "2,1.5,0.1,");
    leave("d", "interrupted", 7);
    assertThat(table(plan(1, "a", "c", "d", "e"), Map.of("c", "Access denied")).csv())
        .isEqualTo(
            """
            label,repetition,state,transactions_per_s,rows_per_s,p50_ms,p95_ms,p99_ms,stalls,stalls_total_s,longest_stall_s,generator_stalls,data_bytes,index_bytes,file_bytes,retries,errors,reads_per_transaction,writes_per_transaction,read_kb_per_transaction,written_kb_per_transaction,cpu_us_per_transaction,stored_bytes_per_row,different_replies_percent,headline,directory,verified,trusted
            a,1,completed,100,100010,1.5,20,1234,1,1.5,1.5,0,2500000,0,,3,0,,,,,,,,,a/2026-w-db,yes,no
            c,1,failed,,,,,,,,,,,,,,,,,,,,,,,,,
            d,1,interrupted,,,,,,,,,,,,,,,,,,,,,,,d/2026-w-db,,
            e,1,not_run,,,,,,,,,,,,,,,,,,,,,,,,,
            """);
  }

  @Test
  void whatATransactionCosts_isTheServersCount_andCpuTimeElseItsProcess() throws IOException {
    leave("a", "completed", 100);
    Path run = directory.resolve("a/2026-w-db/run.json");
    Files.writeString(
        run,
        Files.readString(run)
            .replaceFirst(
                "\\{",
                """
                {"cost": {"storedBytesPerRow": 104.75, "sources": {
                  "process": {"perTransaction": {"readKb": 9, "writtenKb": 9, "cpuMicroseconds": 77}},
                  "server": {"perTransaction": {"reads": 1.5, "writes": 0.25, "readKb": 24, "writtenKb": 2.25}}}},
                """));
    RunTable table = table(plan(1, "a"), Map.of());
    assertThat(table.details().get(1))
        .endsWith("reads/t  writes/t  kB read/t  kB writ./t  CPU µs/t  B/row");
    assertThat(table.details().get(2))
        .endsWith("1.500     0.250     24.000       2.250        77  104.8");
    assertThat(table.csv()).contains(",3,0,1.5,0.25,24,2.25,77,104.75,,,a/2026-w-db");
  }

  @Test
  void replay_hasTheShareOfDifferentReplies() throws IOException {
    leave("a", "completed", 100);
    Path run = directory.resolve("a/2026-w-db/run.json");
    Files.writeString(
        run,
        Files.readString(run)
            .replaceFirst("\\{", "{\"replay\": {\"compared\": 800, \"same\": 799},"));
    RunTable table = table(plan(1, "a"), Map.of());
    assertThat(table.details().get(1)).endsWith("differ %");
    assertThat(table.details().get(2)).endsWith("0.125");
    assertThat(table.csv()).contains(",0.125,,a/2026-w-db");
  }

  @Test
  void repetitions_haveMedianMinAndMax_ofThoseThatCompleted() throws IOException {
    leave("a.1", "completed", 100);
    leave("a.2", "failed", 1);
    leave("a.3", "completed", 300);
    RunTable table = table(plan(3, "a"), Map.of());
    assertThat(table.details().subList(2, 5))
        .satisfiesExactly(
            line -> assertThat(line).startsWith("  a median (2 of 3)    200.0  200,010"),
            line -> assertThat(line).startsWith("    min                100.0  100,010"),
            line -> assertThat(line).startsWith("    max                300.0  300,010"));
    assertThat(table.csv())
        .contains("a,median,completed:2,200,", "a,min,completed:2,100,", "a,max,completed:2,300,");
  }

  @Test
  void repetitions_thatAllCompleted_areNotCounted() throws IOException {
    leave("a.1", "completed", 100);
    leave("a.2", "completed", 300);
    assertThat(table(plan(2, "a"), Map.of()).details().get(2)).startsWith("  a median    200.0");
  }

  @Test
  void runTooShortForAStallToBeFound_isNotSaidToHaveHadNone() throws IOException {
    leave("a", "completed", 100, 3.1);
    leave("b", "completed", 100, 3.2);
    RunTable table = table(plan(1, "a", "b"), Map.of());
    List<String> lines = table.details();
    assertThat(lines.get(2).split(" +")).containsSubsequence("1,234.00", "–", "–", "–", "2.5");
    assertThat(lines.get(3).split(" +")).containsSubsequence("1,234.00", "0", "0.00", "0.00");
    assertThat(lines.subList(4, lines.size()))
        .containsExactly(
            "  –  Too short to be judged for stalls: 1 run. The first 3 s only determine the usual"
                + " rate.",
            "  Verified after the run: 2 of 2.");
    assertThat(table.csv().lines().skip(1))
        .satisfiesExactly(
            row -> assertThat(row).contains(",1234,,,,,2500000,"),
            row -> assertThat(row).contains(",1234,0,0,0,0,2500000,"));
  }

  @Test
  void repetitionsTooShortForAStall_leaveTheOthersFiguresAsTheyAre() throws IOException {
    leave("a.1", "completed", 100, 2);
    leave("a.2", "completed", 100, 9, "1,0.25,0,", "2,1.5,0.1,x=+1");
    assertThat(table(plan(2, "a"), Map.of()).csv())
        .contains("a,median,completed:2,100,100010,1.5,20,1234,2,1.75,1.5,0,");
  }

  @Test
  void completedAttempt_countsWhateverCameAfter_elseTheLastOne() throws IOException {
    leave("a", "completed", 100);
    Path later = Files.createDirectories(directory.resolve("a").resolve("2027-w-db"));
    Files.writeString(later.resolve("run.json"), "{\"state\": \"running\"}");
    assertThat(record().completed()).isTrue();
    assertThat(record().seconds()).hasValue(90.5);
    leave("a", "failed", 100);
    assertThat(record().state()).isEqualTo("running");
  }

  @Test
  void halfAFile_isNoRun() throws IOException {
    leave("a", "completed", 100);
    Files.writeString(directory.resolve("a/2026-w-db/run.json"), "{\"state\": \"comp");
    assertThat(record().directory()).isNull();
  }

  private RunRecord record() {
    return new ExperimentResults(directory, plan(1, "a")).record(run("a", 1, 1));
  }

  @Test
  void percentileOfTooFewSamples_isADash_andEmptyInTheFile() throws IOException {
    transactions = 999;
    leave("a", "completed", 100);
    RunTable table = table(plan(1, "a"), Map.of());
    assertThat(table.details().get(2).split(" +")).containsSubsequence("1.50", "20.00", "–", "0");
    assertThat(table.csv()).contains(",1.5,20,,");
  }

  @Test
  void shortTable_leavesOutColumns_thatATerminalHasNoPlaceFor() throws IOException {
    String label = "layout=clustered,compression=TOKUDB_SMALL";
    leave(label, "completed", 100, "1,0.25,0,");
    RunTable table = table(plan(1, label), Map.of());
    assertThat(table.lines()).allMatch(line -> line.length() <= 80);
    assertThat(table.lines().get(1)).contains("trans/s", "p99 ms").doesNotContain("stalled s");
    assertThat(table.markdown())
        .anyMatch(line -> line.startsWith("| run | trans/s | rows/s | p50 ms | p99 ms | stalls |"))
        .anyMatch(line -> line.startsWith("| " + label + " | 100.0 |"));
  }

  @Test
  void shortTable_hasTheImportantMetrics_andOneLineAboutTrust() throws IOException {
    trusted = false;
    leave("a.1", "completed", 100);
    leave("a.2", "completed", 300);
    List<String> lines = table(plan(2, "a"), Map.of()).lines();
    assertThat(lines.subList(0, 3)).allMatch(line -> line.length() <= 80);
    assertThat(lines.get(1).trim().split(" +"))
        .startsWith("run", "trans/s", "rows/s", "p50", "ms", "p99", "ms")
        .doesNotContain("p95", "errors", "retries");
    assertThat(lines.get(2)).startsWith("  a median    200.0");
    assertThat(lines.get(3))
        .isEqualTo("  UNTRUSTED: 2 of 2 runs. In the first, it was starved. See report.html");
    assertThat(lines).hasSize(4);
  }
}
