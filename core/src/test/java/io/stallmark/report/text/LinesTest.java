package io.stallmark.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.analysis.KindOutcome;
import io.stallmark.analysis.RunTotals;
import io.stallmark.analysis.RunVerdict;
import io.stallmark.analysis.stall.RateLine;
import io.stallmark.analysis.trust.SampleHealth;
import io.stallmark.analysis.trust.TrustReport;
import io.stallmark.analysis.trust.TrustVerdict;
import io.stallmark.engine.RunResult;
import io.stallmark.record.Interval;
import io.stallmark.report.LoadProgress;
import io.stallmark.report.Synthetic;
import io.stallmark.report.Terminal;
import io.stallmark.result.LatencySummary;
import io.stallmark.result.RunDocument;
import io.stallmark.result.RunDocument.RunOutcome;
import io.stallmark.result.RunSummary.PhaseSummary;
import io.stallmark.result.SizeSummary;
import io.stallmark.result.SizeSummary.StoredSize;
import io.stallmark.spec.Redactor;
import io.stallmark.spi.Secret;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;

/** What a user reads on the terminal. */
final class LinesTest {

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final Terminal terminal = terminal(false);

  private Terminal terminal(boolean interactive) {
    return new Terminal(
        new PrintStream(out, true, StandardCharsets.UTF_8),
        new PrintStream(err, true, StandardCharsets.UTF_8),
        interactive,
        null);
  }

  @Test
  void liveLines_markAnIntervalInWhichTheGeneratorWasTheBottleneck() throws IOException {
    LiveLines live = new LiveLines(terminal, Synthetic.SECOND, List.of());
    Synthetic.run(
        interval ->
            live.interval(
                interval, 0, interval.start() == 0 ? SampleHealth.bound(0) : Synthetic.CALM));
    List<String> lines = out.toString(StandardCharsets.UTF_8).lines().toList();
    assertThat(lines.get(1)).endsWith("  starved: own_cpu");
    assertThat(lines.get(2)).doesNotContain("GENERATOR");
  }

  @Test
  void summary_saysUnderTheHeadlineWhetherTheResultIsToBeTrusted() throws IOException {
    RunResult result = Synthetic.run(interval -> {});
    assertThat(String.join("\n", summary(result, 0.01)))
        .containsSubsequence(
            "89.7 transactions/s: tiny",
            "\nNOT TO BE TRUSTED:",
            "\n  In 1 of 4 intervals the generator, not the database, was the bottleneck:",
            "\n  5 of the 275 transactions that were due (1.82 %) never started",
            "\nSteady state: never reached; response time had not settled",
            "\n  transactions ");
    assertThat(trusted(new TrustVerdict(calm(result), true, List.of(), List.of()), false))
        .contains("Trust: yes; the generator kept up in 1 of 1 interval judged");
    assertThat(trusted(new TrustVerdict(calm(result), false, List.of(), List.of()), false))
        .element(0)
        .asString()
        .startsWith("Trust: not judged;");
    TrustVerdict warned =
        new TrustVerdict(calm(result), true, List.of(), List.of("The clock went back."));
    assertThat(trusted(warned, false))
        .contains(
            "Trust: yes, but see the warnings; the generator kept up in 1 of 1 interval judged");
    assertThat(trusted(warned, true))
        .contains("Trust: no, the run failed; the generator kept up in 1 of 1 interval judged");
  }

  private static TrustReport calm(RunResult result) {
    return SampleHealth.verdict(result, SampleHealth.report(SampleHealth.calm(3))).report();
  }

  private static List<String> trusted(TrustVerdict trust, boolean failed) {
    return TrustLines.of(trust.summary(), Synthetic.UNSTEADY, failed);
  }

  /** Figures of four digits, a percentile that no run has above its maximum. */
  private static final PhaseSummary PHASE =
      new PhaseSummary(
          "burst",
          0,
          30 * Synthetic.SECOND,
          0.0,
          1234,
          1234 / 30.0,
          5000,
          5000 / 30.0,
          0,
          0,
          new LatencySummary(1, 1, 1, 1, 1, 1),
          new LatencySummary(1, 4_250_000, 5, 1_234_567_000, 7, 12_345_000));

  private static final SizeSummary SIZES =
      new SizeSummary(
          new StoredSize(1_500_000, 0, null, null, null),
          new StoredSize(2_500_000_000L, 700_000, 3_000_000_000L, null, null));

  private static List<String> summary(RunResult result, double allowedErrors) {
    RunVerdict verdict =
        RunVerdict.of(
            result, new RunVerdict.Limits(allowedErrors, 0, kind -> 0, false, 0), List.of());
    RunDocument run = document(result, verdict);
    return SummaryText.lines(
        Synthetic.SPEC, run, verdict.sound(), new RateLine(), Path.of("results", "x"));
  }

  static RunDocument document(RunResult result, RunVerdict verdict) {
    return document(result, verdict, KindOutcome.NONE);
  }

  static RunDocument document(RunResult result, RunVerdict verdict, KindOutcome kinds) {
    TrustVerdict trust = Synthetic.judgement(result);
    String start =
        """
        {"state": "RUNNING", "workload": "tiny", "binding": "memory", "warnings": ["Mind the gap."],
         "spec": {"threads": 4, "phases": [{"name": "burst", "threads": 4}]}}
        """;
    return Synthetic.document(start)
        .ended(
            null,
            verdict.state(),
            verdict.reason(),
            Instant.EPOCH,
            null,
            trust.warnings(),
            new RunOutcome(
                kinds.headline(),
                kinds.limits(),
                RunTotals.of(result),
                Synthetic.STALLS,
                trust.summary(),
                Synthetic.UNSTEADY,
                List.of(PHASE),
                null,
                null,
                SIZES,
                Synthetic.NO_COST,
                null,
                null,
                null,
                null,
                null));
  }

  @Test
  void summary_hasTheSizeOnDisk_dataIndexesAndFilesApart() throws IOException {
    RunResult result = Synthetic.run(interval -> {});
    List<String> lines = summary(result, 0.01);
    assertThat(lines).contains("Size on disk in MB (1,000,000 bytes)");
    assertThat(lines.stream().map(line -> line.trim().replaceAll(" {2,}", "|")))
        .contains("data|indexes|files", "at the start|1.5|0.0|–", "at the end|2,500.0|0.7|3,000.0");
  }

  @Test
  void summary_hasThePhasesAmongItsFigures_andEndsWithTheFiles() throws IOException {
    RunResult result = Synthetic.run(interval -> {});
    List<String> lines = summary(result, 0.01);
    int phases = lines.indexOf("Phases, response time in ms");
    assertThat(lines.get(phases + 2).trim().split("  +"))
        .startsWith("burst", "0.0", "30.0", "4", "1,234", "41.1", "4.250", "1,234.6", "12.35");
    assertThat(phases).isBetween(0, lines.indexOf("No arrival disappears"));
    assertThat(lines.get(lines.size() - 2)).isEqualTo("Files");
  }

  private List<String> live(ToLongFunction<Interval> stalled) throws IOException {
    LiveLines live = new LiveLines(terminal, Synthetic.SECOND, List.of());
    Synthetic.run(
        interval -> live.interval(interval, stalled.applyAsLong(interval), Synthetic.CALM));
    return out.toString(StandardCharsets.UTF_8).lines().toList();
  }

  @Test
  void liveLines_haveRatesAndPercentilesUnderAHead() throws IOException {
    List<String> lines = live(interval -> 0);
    assertThat(lines).hasSize(4);
    assertThat(lines.get(0).trim().split("  +"))
        .containsExactly(
            "elapsed",
            "transactions/s",
            "statements/s",
            "rows/s",
            "p50 ms",
            "p99 ms",
            "retries/s",
            "errors/s");
    assertThat(lines.get(3).trim().split("  +"))
        .containsExactly("3.0 s", "87.0", "264.0", "1,320.0", "7.000", "–", "0.0", "1.0");
    assertThat(lines).allMatch(line -> line.chars().noneMatch(Character::isISOControl));
    assertThat(lines).extracting(String::length).containsOnly(lines.get(0).length());
  }

  @Test
  void liveLine_marksAStall() throws IOException {
    List<String> lines = live(interval -> interval.start() == 0 ? 0 : 310_000_000);
    assertThat(lines.get(1)).doesNotContain("STALL");
    assertThat(lines.get(2)).endsWith("  STALL 0.3 s");
  }

  @Test
  void liveLine_hasNoStallThatRoundsToNothing() throws IOException {
    List<String> lines = live(interval -> interval.start() == 0 ? 49_999_999 : 50_000_000);
    assertThat(lines.get(1)).doesNotContain("STALL");
    assertThat(lines.get(2)).endsWith("  STALL 0.1 s");
  }

  @Test
  void liveLines_leaveOutTheRestOfAnInterval() throws IOException {
    LiveLines live = new LiveLines(terminal, 10 * Synthetic.SECOND, List.of());
    Synthetic.run(interval -> live.interval(interval, 0, Synthetic.CALM));
    assertThat(out.toString(StandardCharsets.UTF_8)).isEmpty();
  }

  @Test
  void summary_hasHeadlineCountsTimesIdentityErrorsWarningsFiles() throws IOException {
    RunResult result = Synthetic.run(interval -> {});
    assertThat(String.join("\n", summary(result, 0.01)))
        .containsSubsequence(
            "89.7 transactions/s: tiny on memory, 2 threads, 3 s, open loop, 100.0 arrivals/s",
            "  transactions               269 ",
            "  statements                 810 ",
            "read 270, write 270, other 270",
            "  rows read                2,700 ",
            "  rows written             1,350 ",
            "  retries                      1 ",
            "  errors                       1 ",
            "0.37 % of started",
            "Response time in ms",
            "  transaction ",
            "Service time in ms",
            "point_select",
            "client's own lateness in ms: p50 2.001, p99 2.001",
            "scheduled 275 = started 270 + never started 5",
            "started 270 = succeeded 269 + failed 1 + in flight 0",
            "1205",
            "Stalls: 0.2 s or more under 10 % of the usual transactions/s while work was waiting",
            "1.25      0.31          0        31        312.0  commit update; Innodb_log_waits +7",
            "Dips: 1 s or more",
            "Periodic: 5 stalls, one every 6.0 s",
            "Mind the gap.",
            "results/x");
  }

  @Test
  void summary_hasTheKindsOfTransactionUnderIt_andThenTheStatements() throws IOException {
    RunResult result = Synthetic.run(interval -> {});
    assertThat(String.join("\n", summary(result, 0.01)))
        .containsSubsequence(
            "\n  transaction                     269 ",
            "\n    look                          179 ",
            "\n    change                         90 ",
            "\n  point_select                    270 ");
  }

  @Test
  void summary_ofAFailedRun_hasNoThroughputHeadline() throws IOException {
    RunResult result = Synthetic.run(interval -> {});
    List<String> lines = summary(result, 0.001);
    assertThat(lines.get(1)).startsWith("FAILED: 1 of 270 transactions failed");
    assertThat(lines).noneMatch(line -> line.contains("transactions/s:"));
    assertThat(lines).allMatch(line -> line.indexOf('\n') < 0);
  }

  @Test
  void header_tellsWhatRunsWhere() {
    assertThat(String.join("\n", RunHeader.lines(Synthetic.SPEC, Synthetic.FINDINGS)))
        .contains(
            "tiny on Memory 1",
            "cache limit  6.7 MiB",
            "memory-driver 3",
            "rows=10",
            "engine=Rocks")
        .contains("2 threads, 3 s, open loop, 100.0 arrivals/s, poisson");
  }

  @Test
  void progress_elsewhereThanOnATerminal_isPlainLines() {
    LoadProgress progress = new LoadProgress(terminal, true) {};
    progress.workStarted("Loading 2 tables", 100);
    progress.workAdvanced(60);
    progress.workAdvanced(40);
    progress.workStarted("Indexing 2 tables", 0);
    progress.workEnded();
    List<String> lines = err.toString(StandardCharsets.UTF_8).lines().toList();
    assertThat(lines).hasSize(2); // a fast load needs no line of its own
    assertThat(lines.get(0)).isEqualTo("Loading 2 tables: 100 rows");
    assertThat(lines.get(1))
        .matches(
            "Indexing 2 tables: [0-9.]+ s; the whole load: 100 rows in [0-9.]+ s, [0-9,]+ rows/s");
    assertThat(lines).allMatch(line -> line.chars().noneMatch(Character::isISOControl));
  }

  @Test
  void progress_countsNoRate_ofRowsThatWereThere() {
    LoadProgress progress = new LoadProgress(terminal, true) {};
    progress.workStarted("Loading 2 tables", 1_000_100);
    progress.workFound(600_000);
    progress.workAdvanced(100);
    progress.workFound(400_000);
    progress.workEnded();
    LoadProgress complete = new LoadProgress(terminal, true) {};
    complete.workStarted("Loading 1 table", 70);
    complete.workFound(70);
    complete.workEnded();
    List<String> lines = err.toString(StandardCharsets.UTF_8).lines().toList();
    assertThat(lines).hasSize(5);
    assertThat(lines.get(1)).isEqualTo("Loading 2 tables: 1,000,000 rows were there");
    assertThat(lines.get(2)).startsWith("Loading 2 tables: 100 rows in ");
    assertThat(lines.get(4)).isEqualTo("Loading 1 table: 70 rows were there");
  }

  @Test
  void progress_ofWorkAfterTheEnd_doesNotCountTheRowsBefore() {
    LoadProgress progress = new LoadProgress(terminal, true) {};
    progress.workStarted("Loading 2 tables", 100);
    progress.workAdvanced(100);
    progress.workEnded();
    progress.workStarted("Looking for acknowledged writes", 0);
    progress.workEnded();
    List<String> lines = err.toString(StandardCharsets.UTF_8).lines().toList();
    assertThat(lines).hasSize(3);
    assertThat(lines.get(2)).isEqualTo("Looking for acknowledged writes");
  }

  @Test
  void progress_onATerminal_isABar() {
    LoadProgress progress = new LoadProgress(terminal(true), true) {};
    progress.workStarted("Loading 2 tables", 100);
    progress.workAdvanced(100);
    progress.workEnded();
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("\r").contains("100%");
  }

  @Test
  void progress_ofAQuietTerminal_isNothing() {
    Terminal quiet = terminal(true);
    quiet.quiet();
    LoadProgress progress = new LoadProgress(quiet, true) {};
    progress.workStarted("Loading 2 tables", 100);
    progress.workAdvanced(100);
    progress.workEnded();
    quiet.status("x");
    quiet.warning("x");
    quiet.result("x");
    assertThat(out.toString(StandardCharsets.UTF_8)).isEmpty();
    assertThat(err.toString(StandardCharsets.UTF_8)).isEmpty();
    quiet.error("no");
    quiet.document("yes");
    assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("yes\n");
    assertThat(err.toString(StandardCharsets.UTF_8)).isEqualTo("stallmark: no\n");
  }

  @Test
  void terminal_keepsPasswordsToItselfAndErrorsToOneLine() {
    terminal.keep(new Redactor(List.of(new Secret("canary"))));
    terminal.result("a canary");
    terminal.warning("a canary.");
    terminal.error("first\n  second canary\n");
    assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("a ***\n");
    assertThat(err.toString(StandardCharsets.UTF_8))
        .isEqualTo("Warning: a ***.\nstallmark: first second ***\n");
  }
}
