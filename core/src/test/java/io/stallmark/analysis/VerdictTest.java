package io.stallmark.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.engine.RoleResult;
import io.stallmark.engine.RunResult;
import io.stallmark.record.ErrorCounts.ErrorClass;
import io.stallmark.result.RunState;
import io.stallmark.spi.DbException;
import io.stallmark.spi.DbException.Kind;
import io.stallmark.spi.workload.ProgressUnit;
import io.stallmark.spi.workload.Role;
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
        List.of(RoleResult.only(1, started, started, succeeded, failed, inFlight)),
        1,
        0,
        new Histogram(1),
        List.of(new ErrorClass("fatal", "1", failed, "An example.")),
        aborted,
        interrupted);
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
    RunVerdict verdict = RunVerdict.of(result(succeeded, failed, inFlight, null, false), 0.01);
    assertThat(verdict.state()).isEqualTo(state);
    assertThat(verdict.sound()).isEqualTo(sound);
  }

  @Test
  void sumsThatDoNotHold_failTheRun() {
    RunResult good = result(10, 0, 0, null, false);
    RunResult bad =
        new RunResult(
            good.kinds(),
            good.totals(),
            List.of(new RoleResult(Role.ONLY, 1, ProgressUnit.TRANSACTIONS, 11, 10, 10, 0, 0, 0)),
            1,
            0,
            new Histogram(1),
            List.of(),
            null,
            false);
    assertThat(good.balanced()).isTrue();
    RunVerdict verdict = RunVerdict.of(bad, 1);
    assertThat(verdict)
        .extracting(RunVerdict::state, RunVerdict::reason, RunVerdict::sound)
        .containsExactly(RunState.FAILED, RunVerdict.imbalance(bad), false);
  }

  @Test
  void tooManyErrors_areNamed() {
    assertThat(RunVerdict.of(result(1, 3, 0, null, false), 0.001).reason())
        .isEqualTo(
            "3 of 4 transactions failed (75.00 %, allowed are 0.1 %). Most frequent: An example.");
  }

  @Test
  void transactionsThatNeverCameBack_areNamed() {
    assertThat(RunVerdict.of(result(95, 0, 4, null, false), 1).reason())
        .isEqualTo(
            "4 of 99 transactions had not come back when the run stopped waiting for the server.");
  }

  @Test
  void anInterruptedRun_isSoundWhenItsErrorsAreFew() {
    assertThat(RunVerdict.of(result(10, 0, 0, null, true), 0))
        .extracting(RunVerdict::state, RunVerdict::sound)
        .containsExactly(RunState.INTERRUPTED, true);
    assertThat(RunVerdict.of(result(10, 1, 0, null, true), 0).sound()).isFalse();
  }

  @Test
  void aRunThatCouldNotGoOn_saysWhy() {
    DbException gone = new DbException(Kind.CONNECTION, "08S01", "The server is gone", null);
    assertThat(RunVerdict.of(result(10, 0, 0, gone, true), 1))
        .isEqualTo(
            new RunVerdict(RunState.FAILED, "The run could not go on: The server is gone", false));
  }
}
