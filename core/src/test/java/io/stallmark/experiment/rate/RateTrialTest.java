package io.stallmark.experiment.rate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.analysis.RunTotals;
import io.stallmark.analysis.RunVerdict;
import io.stallmark.analysis.compare.MeasuredRun;
import io.stallmark.analysis.stall.RateLine;
import io.stallmark.analysis.trust.SampleHealth;
import io.stallmark.analysis.trust.TrustReport;
import io.stallmark.engine.RoleResult;
import io.stallmark.engine.RunResult;
import io.stallmark.engine.SampleResult;
import io.stallmark.experiment.rate.RateTrial.Cause;
import io.stallmark.record.ClientRecorder;
import io.stallmark.record.Kind;
import io.stallmark.record.RunRecorder;
import io.stallmark.report.Synthetic;
import io.stallmark.result.RunDocument.RunOutcome;
import io.stallmark.result.RunState;
import io.stallmark.result.StallFindings;
import io.stallmark.run.RunReport;
import io.stallmark.spi.workload.ProgressUnit;
import io.stallmark.spi.workload.Role;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class RateTrialTest {

  private static final Path DIRECTORY = Path.of("results");
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  private TrustReport trust = SampleHealth.report(SampleHealth.calm(3));
  private int neverStarted;
  private int startedMore;
  private boolean allowUntrusted;

  /** The trial of a run with a number of transactions of 1 ms each. */
  private RateTrial trial(String limit, int count) throws Exception {
    List<Kind> kinds = List.of(new Kind("transaction", Kind.Category.TRANSACTION));
    RunRecorder recorder = new RunRecorder(kinds, 1, SECOND, interval -> {});
    recorder.begin(0);
    ClientRecorder client = recorder.client(0);
    for (int i = 0; i < count; i++) {
      client.start(0, 0);
      client.success(0, 0, TimeUnit.MILLISECONDS.toNanos(1));
    }
    recorder.finish(SECOND);
    RunResult result =
        SampleResult.of(
            kinds,
            recorder.totals(),
            new RoleResult(
                Role.ONLY,
                1,
                true,
                ProgressUnit.TRANSACTIONS,
                count + neverStarted,
                count + startedMore,
                count,
                0,
                0,
                neverStarted),
            SECOND);
    RunOutcome outcome =
        new RunOutcome(
            null,
            null,
            RunTotals.of(result),
            StallFindings.NONE,
            SampleHealth.verdict(result, trust).summary(),
            Synthetic.UNSTEADY,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null);
    RunReport.Measured measured =
        new RunReport.Measured(
            Synthetic.SPEC,
            result,
            new RunVerdict(RunState.COMPLETED, "", true),
            new RateLine(),
            new MeasuredRun(
                Synthetic.document("{\"state\": \"RUNNING\"}")
                    .ended(null, RunState.COMPLETED, "", Instant.EPOCH, null, List.of(), outcome),
                List.of(),
                List.of()),
            DIRECTORY.resolve("2026-w-db"));
    RunReport report =
        new RunReport(RunReport.Exit.WELL, "", false, measured.directory(), measured);
    return RateTrial.of(1, 10, RateLimit.parse(limit), report, allowUntrusted);
  }

  private static String csv(RateTrial trial) throws Exception {
    return RateTrial.table(RateLimit.parse("p99<2s"), DIRECTORY).content(List.of(trial));
  }

  @Test
  void column_isNamedAfterThePercentile_asInOtherFiles() throws Exception {
    assertThat(RateTrial.table(RateLimit.parse("p99.9<2s"), DIRECTORY).head())
        .startsWith("trial,rate_per_s,held,response_p99_9_ms,transactions_per_s,");
  }

  @Test
  void trialWithoutTransactions_hasNoPercentile() throws Exception {
    RateTrial trial = trial("p99<2s", 0);
    assertThat(trial.milliseconds()).isNaN();
    assertThat(csv(trial)).contains("1,10,false,,0,");
    assertThat(RateTrial.table(RateLimit.parse("p99<2s"), DIRECTORY).cells(trial)).contains("–");
  }

  @Test
  void percentile_isJudgedOnTenSamplesBeyondIt() throws Exception {
    RateTrial few = trial("p999<2s", 6);
    assertThat(few.held()).isFalse();
    assertThat(few.cause()).isEqualTo(Cause.TOO_FEW);
    assertThat(few.reason()).isEqualTo("too few (6; p999 needs 10,000)");
    assertThat(trial("p999<2s", 9_999).held()).isFalse();
    assertThat(trial("p999<2s", 10_000).held()).isTrue();
    assertThat(trial("p99<2s", 999).held()).isFalse();
    assertThat(trial("p99<2s", 1000).held()).isTrue();
    assertThat(trial("p95<2s", 199).held()).isFalse();
    assertThat(trial("p50<2s", 20).held()).isTrue();
    assertThat(trial("max<2s", 0).held()).isFalse();
  }

  @Test
  void percentileAtTheLimit_doesNotHold() throws Exception {
    RateTrial trial = trial("p50<1ms", 20);
    assertThat(trial.cause()).isEqualTo(Cause.FAILED);
    assertThat(trial.reason()).startsWith("p50 1.0").endsWith(" ms, not under 1 ms");
  }

  @Test
  void limitThatIsMissed_decides_whateverNeverStarted() throws Exception {
    neverStarted = 500;
    assertThat(trial("p99<1ms", 1000).reason()).startsWith("p99 1.0").endsWith("not under 1 ms");
  }

  @Test
  void arrivalsThatNeverStarted_decide_ifThePercentileOfAllWouldMissTheLimit() throws Exception {
    neverStarted = 10; // of two threads, for which one each may be due at the end
    assertThat(trial("p99<2s", 1000).held()).isTrue();
    neverStarted = 13;
    assertThat(trial("p99<2s", 1000).reason()).isEqualTo("13 of 1,013 arrivals never started");
    neverStarted = 3;
    assertThat(trial("max<2s", 1000).reason()).isEqualTo("3 of 1,003 arrivals never started");
  }

  @Test
  void columns_haveTheirUnits() throws Exception {
    assertThat(RateTrial.table(RateLimit.parse("p99<10ms"), DIRECTORY).head())
        .isEqualTo(
            "trial,rate_per_s,held,response_p99_ms,transactions_per_s,generator_bound_percent,"
                + "trusted,reason,directory\n");
  }

  @Test
  void planWhoseTrialsHaveTooFew_isRefusedWithWhatWouldDo() throws Exception {
    RateLimit limit = RateLimit.parse("p999<2s");
    assertThatThrownBy(() -> limit.check(2, TimeUnit.SECONDS.toNanos(3)))
        .hasMessage(
            "--find-rate: p999 needs 10,000 transactions a trial, and 2/s for 3 s are 6; give"
                + " --seconds 5000 or a --rate to begin with of 3334, or more");
    limit.check(3334, TimeUnit.SECONDS.toNanos(3));
  }

  @Test
  void generatorThatWasTheBottleneck_isNoAnswerOfTheDatabase() throws Exception {
    trust = SampleHealth.report(SampleHealth.calm(3), SampleHealth.bound(4));
    neverStarted = 500; // a starved generator starts late
    RateTrial trial = trial("p99<2s", 1000);
    assertThat(trial.cause()).isEqualTo(Cause.GENERATOR);
    assertThat(trial.reason())
        .startsWith("untrusted: the load generator used 93 % of its processors (");
    assertThat(csv(trial)).contains(",50,no,\"untrusted: ");
  }

  @Test
  void untrustedTrial_isJudgedWhereAllowed() throws Exception {
    trust = SampleHealth.report(SampleHealth.calm(3), SampleHealth.bound(4));
    allowUntrusted = true;
    RateTrial trial = trial("p99<2s", 1000);
    assertThat(trial.held()).isTrue();
    assertThat(trial.trusted()).isEqualTo("no");
  }

  private static RateTrial at(int number, double rate, Cause cause, String trusted, String doubt) {
    String reason = cause == Cause.HELD ? "" : "why";
    return new RateTrial(number, rate, 1, rate, 50, trusted, cause, reason, doubt, DIRECTORY);
  }

  private static List<String> warnings(boolean allowUntrusted, RateTrial... trials)
      throws Exception {
    RateSearch search = new RateSearch(100, 1);
    for (RateTrial trial : trials) {
      if (trial.cause() == Cause.GENERATOR) {
        search.undecided();
      } else {
        search.tried(trial.held());
      }
    }
    return RateFinder.warnings(List.of(trials), search, RateLimit.parse("p99<1s"), allowUntrusted);
  }

  @Test
  void trialsThatBoundTheResult_areWarnedOf_withAdviceForTheirReason() throws Exception {
    trust = SampleHealth.report(SampleHealth.calm(3), SampleHealth.bound(4));
    String own = trial("p99<2s", 1000).doubt();
    assertThat(own)
        .startsWith("the load generator used 93 %")
        .endsWith("starved). Give it more processors, or a lower load.");
    String others = "other processes used 71 %. End them.";
    assertThat(
            warnings(
                false,
                at(1, 100, Cause.HELD, "yes", ""),
                at(2, 200, Cause.GENERATOR, "no", others),
                at(3, 200, Cause.GENERATOR, "no", others),
                at(4, 141, Cause.GENERATOR, "no", own),
                at(5, 141, Cause.HELD, "yes", "")))
        .containsExactly(
            "Trial 3 bounds the result and is untrusted: other processes used 71 %. End them. Or"
                + " give --allow-untrusted to judge it nevertheless");
    assertThat(warnings(true, at(1, 100, Cause.HELD, "no", own)))
        .containsExactly("Trial 1 bounds the result and is untrusted: " + own);
  }

  @Test
  void trialsThatBoundNothing_areNotWarnedOf() throws Exception {
    assertThat(
            warnings(
                true,
                at(1, 100, Cause.HELD, "", ""),
                at(2, 200, Cause.HELD, "no", "why. What to do."),
                at(3, 400, Cause.HELD, "yes", ""),
                at(4, 800, Cause.FAILED, "no", ""),
                at(5, 566, Cause.FAILED, "yes", "")))
        .isEmpty();
    assertThat(warnings(true, at(1, 100, Cause.HELD, "", "")))
        .singleElement()
        .asString()
        .startsWith("The trial at the highest rate was too short to judge the generator");
  }

  @Test
  void otherDoubts_areTheRunsOwn() throws Exception {
    startedMore = 1; // sums that do not hold
    assertThat(trial("p99<2s", 1000).cause()).isEqualTo(Cause.FAILED);
  }

  @Test
  void trialTooShortToBeJudged_isSaidToBe() throws Exception {
    trust = SampleHealth.report(SampleHealth.calm(1));
    RateTrial trial = trial("p99<2s", 1000);
    assertThat(trial.held()).isTrue();
    assertThat(trial.judged()).isFalse();
    assertThat(RateTrial.table(RateLimit.parse("p99<2s"), DIRECTORY).cells(trial))
        .endsWith("yes, the generator not judged");
    assertThat(csv(trial)).contains(",1000,0,,\"\",2026-w-db");
  }
}
