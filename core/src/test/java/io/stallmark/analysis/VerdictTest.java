package io.stallmark.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.engine.RoleResult;
import io.stallmark.engine.RunResult;
import io.stallmark.engine.SampleRole;
import io.stallmark.record.Ending;
import io.stallmark.record.ErrorCounts.ErrorClass;
import io.stallmark.record.Kind;
import io.stallmark.record.OperationSeries;
import io.stallmark.record.RunRecorder;
import io.stallmark.result.RunState;
import io.stallmark.spi.DbException;
import io.stallmark.spi.workload.ProgressUnit;
import io.stallmark.spi.workload.Role;
import java.io.IOException;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class VerdictTest {

  private static RunResult result(
      long succeeded,
      long failed,
      long inFlight,
      @Nullable DbException aborted,
      boolean interrupted) {
    long started = succeeded + failed + inFlight;
    return new RunResult(
        List.of(),
        List.of(),
        List.of(SampleRole.only(1, started, started, succeeded, failed, inFlight)),
        1,
        0,
        new Histogram(1),
        List.of(new ErrorClass("fatal", "1", failed, 0, "An example.")),
        aborted,
        interrupted,
        "",
        "");
  }

  @ParameterizedTest
  @CsvSource({
    "100, 0, 0, COMPLETED, true",
    "99, 1, 0, COMPLETED, true",
    "98, 2, 0, FAILED, false",
    "0, 0, 0, FAILED, false",
    "0, 0, 5, FAILED, false",
    "95, 0, 5, FAILED, false",
  })
  void theAllowedShare_decides(
      long succeeded, long failed, long inFlight, RunState state, boolean sound) {
    RunVerdict verdict =
        RunVerdict.of(
            result(succeeded, failed, inFlight, null, false),
            new RunVerdict.Limits(0.01, 0, kind -> 0, false, 0),
            List.of());
    assertThat(verdict.state()).isEqualTo(state);
    assertThat(verdict.sound()).isEqualTo(sound);
  }

  @Test
  void sumsThatDoNotHold_failTheRun() {
    RunResult good = result(10, 0, 0, null, false);
    RunResult bad =
        result(
            List.of(
                new RoleResult(
                    Role.ONLY, 1, false, ProgressUnit.TRANSACTIONS, 11, 10, 10, 0, 0, 0)),
            good.kinds(),
            good.totals());
    assertThat(good.balanced()).isTrue();
    RunVerdict verdict =
        RunVerdict.of(bad, new RunVerdict.Limits(1, 0, kind -> 0, false, 0), List.of());
    assertThat(verdict)
        .extracting(RunVerdict::state, RunVerdict::reason, RunVerdict::sound)
        .containsExactly(RunState.FAILED, RunVerdict.imbalance(bad), false);
  }

  @Test
  void tooManyErrors_areNamed() {
    assertThat(
            RunVerdict.of(
                    result(1, 3, 0, null, false),
                    new RunVerdict.Limits(0.001, 0, kind -> 0, false, 0),
                    List.of())
                .reason())
        .isEqualTo(
            "3 of 4 transactions failed (75.00 %, allowed are 0.1 %). Most frequent: An example.");
  }

  @Test
  void transactionsThatNeverCameBack_areNamed() {
    assertThat(
            RunVerdict.of(
                    result(95, 0, 4, null, false),
                    new RunVerdict.Limits(1, 0, kind -> 0, false, 0),
                    List.of())
                .reason())
        .isEqualTo(
            "4 of 99 transactions had not finished when the run stopped waiting for the server.");
  }

  @Test
  void anInterruptedRun_isSoundWhenItsErrorsAreFew() {
    assertThat(
            RunVerdict.of(
                result(10, 0, 0, null, true),
                new RunVerdict.Limits(0, 0, kind -> 0, false, 0),
                List.of()))
        .extracting(RunVerdict::state, RunVerdict::sound)
        .containsExactly(RunState.INTERRUPTED, true);
    assertThat(
            RunVerdict.of(
                    result(10, 1, 0, null, true),
                    new RunVerdict.Limits(0, 0, kind -> 0, false, 0),
                    List.of())
                .sound())
        .isFalse();
  }

  @Test
  void aRunThatCouldNotGoOn_saysWhy() {
    DbException gone =
        new DbException(DbException.Kind.CONNECTION, "08S01", "The server is gone", null);
    assertThat(
            RunVerdict.of(
                result(10, 0, 0, gone, true),
                new RunVerdict.Limits(1, 0, kind -> 0, false, 0),
                List.of()))
        .isEqualTo(
            new RunVerdict(
                RunState.FAILED, "The run could not continue: The server is gone", false));
  }

  @ParameterizedTest
  @CsvSource({"true, 0.99, FAILED", "true, 0.5, COMPLETED", "false, 0.99, COMPLETED"})
  void arrivalsThatNeverStart_failAnOpenLoop_belowTheLimit(
      boolean paced, double minStarted, RunState state) {
    RoleResult role =
        new RoleResult(Role.ONLY, 4, paced, ProgressUnit.TRANSACTIONS, 100, 90, 90, 0, 0, 10);
    RunVerdict verdict =
        RunVerdict.of(
            result(List.of(role), List.of(), List.of()),
            new RunVerdict.Limits(0, minStarted, kind -> 0, false, 0),
            List.of());
    assertThat(verdict.state()).isEqualTo(state);
    assertThat(verdict.reason())
        .isEqualTo(
            state == RunState.COMPLETED
                ? ""
                : "10 of 100 arrivals never started (90 % started, --min-started is 99 %).");
  }

  @ParameterizedTest
  @CsvSource({"0, FAILED", "0.3, FAILED", "0.45, COMPLETED", "0.5, COMPLETED"})
  void unexpectedResults_failTheRun_beyondWhatTheWorkloadExplains(double explained, RunState state)
      throws IOException {
    List<Kind> kinds =
        List.of(
            new Kind("transaction", Kind.Category.TRANSACTION),
            new Kind("read", Kind.Category.READ));
    RunRecorder recorder = new RunRecorder(kinds, 1, 1_000_000_000, interval -> {});
    recorder.begin(0);
    recorder.client(0).start(1, 1);
    for (int i = 0; i < 500; i++) {
      recorder.client(0).statement(1, Ending.UNEXPECTED, 1, 2, 0);
      recorder.client(0).statement(1, Ending.SUCCESS, 2, 3, 1);
    }
    recorder.client(0).success(0, 1, 3);
    recorder.finish(1_000_000_000);
    RunResult result = result(List.of(SampleRole.only(1, 1, 1, 1, 0, 0)), kinds, recorder.totals());
    RunVerdict verdict =
        RunVerdict.of(result, new RunVerdict.Limits(0, 0, kind -> explained, false, 0), List.of());
    assertThat(result.unexpected()).isEqualTo(500);
    assertThat(result.totals().get(1).successes()).isEqualTo(1000);
    assertThat(verdict.state()).isEqualTo(state);
    if (state == RunState.FAILED) {
      assertThat(verdict.reason())
          .startsWith("500 of 1,000 results of read had fewer rows than the workload expects");
    }
  }

  @Test
  void aFailedRunThatIsInterruptedAfterwards_keepsItsReason() {
    DbException lost = new DbException(DbException.Kind.FATAL, "1", "The table is full", null);
    RunVerdict failed =
        RunVerdict.of(
            result(10, 0, 0, lost, false),
            new RunVerdict.Limits(0, 0, kind -> 0, false, 0),
            List.of());
    assertThat(failed.interrupted("Interrupted while the tables were verified.")).isEqualTo(failed);
  }

  @Test
  void aRunThatHasLostAMachine_isFailed_withAValidRateUntilThen() {
    RunResult result =
        new RunResult(
            List.of(),
            List.of(),
            List.of(SampleRole.only(1, 10, 10, 10, 0, 0)),
            1,
            0,
            new Histogram(1),
            List.of(),
            new DbException(DbException.Kind.CONNECTION, "1", "gone", null),
            false,
            "DEGRADED from 3.0 s",
            "");
    assertThat(RunVerdict.of(result, new RunVerdict.Limits(0, 0, kind -> 0, false, 0), List.of()))
        .isEqualTo(new RunVerdict(RunState.FAILED, "DEGRADED from 3.0 s", true));
  }

  private static RunResult result(
      List<RoleResult> roles, List<Kind> kinds, List<OperationSeries> totals) {
    return new RunResult(
        kinds, totals, roles, 1, 0, new Histogram(1), List.of(), null, false, "", "");
  }
}
