package io.stallmark.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.engine.RoleResult;
import io.stallmark.engine.RunResult;
import io.stallmark.engine.SampleResult;
import io.stallmark.plan.Pacing;
import io.stallmark.plan.Pacing.Distribution;
import io.stallmark.plan.Plans;
import io.stallmark.plan.RolePlan;
import io.stallmark.plan.RunPlan;
import io.stallmark.result.RunState;
import io.stallmark.result.ServiceLevelSummary;
import io.stallmark.spi.workload.ProgressUnit;
import io.stallmark.spi.workload.Role;
import java.util.List;
import java.util.function.IntToLongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ServiceLevelTest {

  private static final long SECOND = 1_000_000_000L;
  private static final long SLOT = SECOND / 10;
  private static final int PER_SLOT = 2; // 20 transactions/s of 50 rows

  private static RunPlan plan(Distribution distribution) {
    RolePlan role = new RolePlan("inserters", 1, new Pacing.OpenLoop(20, distribution));
    return new RunPlan(
        List.of(role),
        30 * SECOND,
        0,
        0,
        1,
        SECOND,
        new RunPlan.Limits(0, SECOND, SECOND),
        List.of(),
        RunPlan.Connect.ONCE);
  }

  private static Role role() {
    return Role.only(List.of(), false, (session, slice) -> () -> {})
        .with(new Role.ServiceLevel(50, "inserts"));
  }

  private static RunResult result(long scheduled, long succeeded) {
    RoleResult role =
        new RoleResult(
            "inserters",
            1,
            true,
            ProgressUnit.ROWS,
            scheduled,
            succeeded,
            succeeded,
            0,
            0,
            scheduled - succeeded);
    return SampleResult.of(role);
  }

  /** A run of slots, each with its number of completions. */
  private static ServiceLevelSummary run(
      Distribution distribution, int slots, IntToLongFunction completions) {
    ServiceLevelWatch watch = new ServiceLevelWatch(plan(distribution), List.of(role()));
    long succeeded = 0;
    for (int i = 0; i < slots; i++) {
      watch.slot((i + 1) * SLOT, completions.applyAsLong(i));
      succeeded += completions.applyAsLong(i);
    }
    return watch.results(result((long) PER_SLOT * slots, succeeded)).get(0);
  }

  @Test
  void rateThatIsHeld_isMet_inTheUnitOfTheRole() {
    ServiceLevelSummary level = run(Distribution.CONSTANT, 300, slot -> PER_SLOT);
    assertThat(level.met()).isTrue();
    assertThat(level.description())
        .isEqualTo("reached 100.0 % of 1,000 inserts/s, 100.0 % in the 10 s from 0 s on");
  }

  @Test
  void tenSecondsBelow95Percent_areAMiss_thoughTheRunCatchesUp() {
    // nothing for 2 s, then the arrears at once
    ServiceLevelSummary level =
        run(
            Distribution.CONSTANT,
            300,
            slot -> slot >= 200 && slot < 220 ? 0 : slot == 220 ? 42 : PER_SLOT);
    assertThat(level.heldPercent()).isEqualTo(100);
    assertThat(level.lowestPercent()).isEqualTo(80);
    assertThat(level.lowestFromSeconds()).isEqualTo(12);
    assertThat(level.met()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"1, true", "6, true", "7, true", "8, false"}) // of 600; one may be under way
  void moreThanOnePercentOfAllMissing_isAMiss(int missing, boolean met) {
    ServiceLevelSummary level =
        run(
            Distribution.CONSTANT,
            300,
            slot -> slot % 37 == 0 && slot / 37 < missing ? PER_SLOT - 1 : PER_SLOT);
    assertThat(level.met()).isEqualTo(met);
  }

  @Test
  void bursts_areJudgedByWholeSeconds() {
    // 20 each second; the burst of second 15 completes 100 ms late
    ServiceLevelSummary level =
        run(
            Distribution.BURST,
            300,
            slot -> slot == 150 ? 0 : slot == 151 ? 20 : slot % 10 == 0 ? 20 : 0);
    assertThat(level.met()).isTrue();
    assertThat(level.lowestPercent()).isEqualTo(100);
  }

  @Test
  void shortRun_andRandomArrivals_haveNoLowestWindow() {
    assertThat(run(Distribution.CONSTANT, 99, slot -> PER_SLOT).lowestPercent()).isNull();
    assertThat(run(Distribution.POISSON, 300, slot -> PER_SLOT).lowestPercent()).isNull();
  }

  @Test
  void roleWithoutRate_isNotJudged() {
    RunPlan closed = Plans.of(1, SECOND, 0, 0, new Pacing.ClosedLoop(), 1, SECOND, SECOND);
    assertThat(new ServiceLevelWatch(closed, List.of(role())).results(result(1, 1))).isEmpty();
  }

  @Test
  void missedLevel_failsTheRun_whoseThroughputIsValid() {
    RunVerdict verdict =
        RunVerdict.of(
            result(600, 300),
            new RunVerdict.Limits(0, 0.99, kind -> 0, false, 0),
            List.of(new ServiceLevelSummary("inserters", "inserts", 1000, 50, 40.0, 3.0, false)));
    assertThat(verdict.state()).isEqualTo(RunState.FAILED);
    assertThat(verdict.sound()).isTrue();
    assertThat(verdict.reason())
        .isEqualTo(
            "The service level was missed: inserters reached 50.0 % of 1,000 inserts/s, 40.0 % in"
                + " the"
                + " 10 s from 3 s on; required are 99 %, and 95 % in any 10 s.");
  }
}
