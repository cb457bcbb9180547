package io.stallmark.analysis.trust;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.stallmark.plan.Pacing;
import io.stallmark.plan.Phase;
import io.stallmark.plan.Plans;
import io.stallmark.plan.RateSchedule;
import io.stallmark.plan.RolePlan;
import io.stallmark.plan.RunPlan;
import io.stallmark.record.ClientRecorder;
import io.stallmark.record.Kind;
import io.stallmark.record.RunRecorder;
import io.stallmark.result.metric.HealthMetric;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** From readings and the recorder's intervals to figures. */
final class TrustWatchTest {

  private static final long MS = 1_000_000L;
  private static final long SECOND = 1000 * MS;
  private static final Pacing OPEN = new Pacing.OpenLoop(100, Pacing.Distribution.CONSTANT);
  private static final Pacing CLOSED = new Pacing.ClosedLoop();

  private final List<GeneratorHealth> intervals = new ArrayList<>();
  private HostSample reading = new HostSample(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

  private double server; // the milliseconds of the next reading that went to it
  private double stolen; // by the host
  private int throttled; // of ten periods

  /** The next reading: so much later, by these milliseconds more. */
  private void pass(double ms, double own, double queued, double gc, double busy, double step) {
    HostSample last = reading;
    reading =
        new HostSample(
            last.at() + (long) (ms * MS),
            last.wallClock() + (ms + step) * MS,
            last.ownCpu() + own * MS,
            last.queued() + queued * MS,
            last.gcPauses() + gc * MS,
            last.machineCpu() + 2 * ms * MS,
            last.machineBusy() + busy * MS,
            last.serverCpu() + server * MS,
            last.stolen() + stolen * MS,
            last.swapIns() + 4,
            last.majorFaults() + 2,
            last.quotaPeriods() + 10,
            last.throttledPeriods() + throttled,
            last.serverQueued() + server * MS,
            last.contextSwitches() + 3 * ms,
            5_000_000);
  }

  private TrustWatch watch(Pacing pacing) {
    RunPlan plan = Plans.of(4, 0, 0, 0, pacing, 1, SECOND, 0);
    return new TrustWatch(plan, new HealthWatch(plan, 2, false, () -> reading));
  }

  private RunRecorder recorder(TrustWatch watch, int clients) {
    RunRecorder recorder =
        new RunRecorder(
            List.of(new Kind("transaction", Kind.Category.TRANSACTION)),
            clients,
            SECOND,
            interval -> intervals.add(watch.interval(interval)));
    recorder.begin(0);
    return recorder;
  }

  @Test
  void readings_becomeSharesOfWhatTheGeneratorMayUse() throws IOException {
    TrustWatch watch = watch(CLOSED);
    pass(5000, 4000, 1000, 90, 9000, 0); // a warm-up
    watch.begun();
    RunRecorder recorder = recorder(watch, 1);
    server = 700;
    stolen = 100;
    pass(1000, 500, 800, 30, 1500, 250);
    recorder.finish(SECOND);
    GeneratorHealth health = intervals.get(0);
    assertThat(health.of(HealthMetric.OWN_CPU)).isEqualTo(25.0, within(1e-06));
    assertThat(health.of(HealthMetric.MACHINE_CPU)).isEqualTo(75.0, within(1e-06));
    assertThat(health.of(HealthMetric.SERVER_CPU)).isEqualTo(35.0, within(1e-06));
    assertThat(health.of(HealthMetric.OTHER_CPU)).isEqualTo(15.0, within(1e-06));
    assertThat(health.of(HealthMetric.STOLEN_CPU)).isEqualTo(5.0, within(1e-06));
    assertThat(health.of(HealthMetric.CPU_QUEUE))
        .as("of four clients")
        .isEqualTo(20.0, within(1e-06));
    assertThat(health.of(HealthMetric.GC_PAUSE)).isEqualTo(30.0, within(0.01));
    assertThat(health.of(HealthMetric.CLOCK_STEP)).isEqualTo(250.0, within(0.01));
    assertThat(health.of(HealthMetric.SWAP_IN_PAGES)).isEqualTo(4);
    assertThat(health.of(HealthMetric.MAJOR_FAULTS)).isEqualTo(2);
    assertThat(health.of(HealthMetric.CONTEXT_SWITCHES)).isEqualTo(3000);
    assertThat(health.of(HealthMetric.SERVER_MEMORY)).isEqualTo(5000);
    assertThat(health.of(HealthMetric.START_LATE_P99)).isNaN();
    assertThat(health.bound()).isFalse();
  }

  /** The collector was late in the warm-up, so the first interval is the rest of a second. */
  @Test
  void readingsOfTheWarmUp_areNotThoseOfTheFirstInterval() throws IOException {
    TrustWatch watch = watch(CLOSED);
    pass(1000, 1600, 0, 0, 2000, 0);
    recorder(watch, 1).finish(SECOND);
    pass(1600, 1600, 0, 0, 2000, 0);
    watch.begun();
    pass(400, 200, 0, 0, 400, 0);
    recorder(watch, 1).finish(SECOND);
    assertThat(intervals.get(1).of(HealthMetric.OWN_CPU)).isEqualTo(25.0, within(1e-06));
  }

  /** Its counters may be those of the interval before, in which others used all processors. */
  @Test
  void lastIntervalThatIsNotWhole_isNotJudged() throws IOException {
    TrustWatch watch = watch(CLOSED);
    watch.begun();
    RunRecorder recorder = recorder(watch, 1);
    for (int second = 1; second <= 3; second++) {
      pass(1000, 500, 0, 0, 500, 0);
      recorder.tick(second * SECOND);
    }
    pass(700, 10, 690, 0, 1400, 0);
    recorder.finish(3700 * MS);
    assertThat(intervals).hasSize(4);
    assertThat(intervals.get(3).bound()).isFalse();
    assertThat(watch.report().intervals()).isEqualTo(3);
    assertThat(watch.report().judged()).isZero();
  }

  @Test
  void processorTimeThatIsReadLate_isNoMoreThanAll() throws IOException {
    TrustWatch watch = watch(CLOSED);
    watch.begun();
    RunRecorder recorder = recorder(watch, 1);
    pass(1000, 2420, 0, 0, 2000, 0); // of two processors
    recorder.finish(SECOND);
    assertThat(intervals.get(0).of(HealthMetric.OWN_CPU)).isEqualTo(100);
  }

  @Test
  void waitingForAProcessor_isMeasuredAgainstTheTimeAtWork() throws IOException {
    RunRecorder recorder = recorder(watch(OPEN), 1);
    ClientRecorder client = recorder.client(0);
    for (int i = 0; i < 10; i++) {
      client.start(i * 100 * MS, i * 100 * MS);
      client.success(0, i * 100 * MS, i * 100 * MS + 10 * MS);
    }
    pass(1000, 50, 60, 0, 100, 0);
    recorder.finish(SECOND);
    assertThat(intervals.get(0).of(HealthMetric.CPU_QUEUE))
        .as("60 of 100 ms")
        .isEqualTo(60.0, within(1.0));
    assertThat(intervals.get(0).reasons()).containsExactly(HealthMetric.CPU_QUEUE);
  }

  @ParameterizedTest
  @CsvSource({
    // of 2000 ms of two processors: in use, of that by the server, stolen; the generator has 500
    "1500, 900, 0, CPU_QUEUE", // processors are idle, and not to be had
    "1900, 1000, 0, ",
    "1960, 970, 0, ", // others have less than a quarter
    "1960, 960, 0, OTHER_CPU", // others have a quarter
    "1960, 740, 0, OTHER_CPU", // others have as much as the server
    "1960, 720, 0, OTHER_CPU", // others have more
    "1960, 0, 0, OTHER_CPU", // the server does nothing meanwhile
    "1960, NaN, 0, OTHER_CPU", // it is not seen here
    "1700, 1000, 150, ", // what is stolen is not idle either
    "1660, 675, 190, ",
    "1660, 674, 190, CPU_QUEUE", // who took it was not the server
  })
  void aQueueForProcessors_isNoReasonInAClosedLoop_whereTheServerHasThem(
      double busy, double ofServer, double ofHost, HealthMetric cause) throws IOException {
    RunRecorder recorder = recorder(watch(CLOSED), 1);
    server = ofServer;
    stolen = ofHost;
    pass(1000, 500, 2000, 0, busy, 0);
    recorder.finish(SECOND);
    assertThat(intervals.get(0).of(HealthMetric.CPU_QUEUE)).isEqualTo(50.0, within(1e-06));
    assertThat(intervals.get(0).cause()).isEqualTo(cause);
  }

  @ParameterizedTest
  @CsvSource({
    // of 2000 ms of two processors: in use, of that by this process, stolen; 40 are pauses for
    // garbage
    "1960, 1900, 0, ",
    "1960, 1000, 0, ", // others have hardly less
    "1960, 900, 0, OTHER_CPU",
    "1200, 300, 0, CPU_QUEUE", // others have more, and processors are idle
  })
  void whatADatabaseInThisProcessUses_isNoReason(
      double busy, double own, double ofHost, HealthMetric cause) throws IOException {
    RunPlan plan = Plans.of(4, 0, 0, 0, CLOSED, 1, SECOND, 0);
    server = Double.NaN;
    TrustWatch watch = new TrustWatch(plan, new HealthWatch(plan, 2, true, () -> reading));
    RunRecorder recorder = recorder(watch, 1);
    stolen = ofHost;
    pass(1000, own, 2000, 60, busy, 0);
    recorder.finish(SECOND);
    assertThat(intervals.get(0).of(HealthMetric.GC_PAUSE)).isGreaterThan(50);
    assertThat(intervals.get(0).cause()).isEqualTo(cause);
  }

  @Test
  void othersThatUseTheProcessorsOfAStoppedServer_areNotTheCause() throws IOException {
    RunRecorder recorder = recorder(watch(CLOSED), 1);
    server = 1000;
    for (int second = 1; second <= 3; second++) {
      pass(1000, 500, 800, 0, 1980, 0);
      recorder.tick(second * SECOND + 20 * MS);
    }
    server = 300; // for the third part of the second
    pass(1000, 200, 300, 0, 1980, 0);
    recorder.tick(4 * SECOND + 20 * MS);
    server = 300; // it waits for those who use them
    pass(1000, 200, 3000, 0, 1980, 0);
    recorder.finish(5 * SECOND);
    assertThat(intervals)
        .extracting(GeneratorHealth::cause)
        .containsExactly(null, null, null, null, HealthMetric.OTHER_CPU);
  }

  @Test
  void aQuotaThatIsUsedUp_isTheCause() throws IOException {
    RunRecorder recorder = recorder(watch(CLOSED), 1);
    server = 300;
    throttled = 6;
    pass(1000, 1000, 2000, 0, 1400, 0);
    recorder.finish(SECOND);
    assertThat(intervals.get(0).of(HealthMetric.THROTTLED)).isEqualTo(60.0, within(1e-06));
    assertThat(intervals.get(0).cause()).isEqualTo(HealthMetric.THROTTLED);
  }

  @Test
  void aQueueForProcessors_isAReasonInAnOpenLoop_whoeverHasThem() throws IOException {
    RunRecorder recorder = recorder(watch(OPEN), 1);
    ClientRecorder client = recorder.client(0);
    client.start(0, 0);
    client.success(0, 0, 900 * MS);
    server = 1800;
    pass(1000, 50, 600, 0, 1980, 0);
    recorder.finish(SECOND);
    assertThat(intervals.get(0).reasons()).containsExactly(HealthMetric.CPU_QUEUE);
  }

  @Test
  void theTimeAnIdleProcessorTakesToWake_isNoReason() throws IOException {
    Histogram late = new Histogram(3);
    late.recordValueWithCount(MS / 10, 400);
    RunRecorder recorder = recorder(watch(OPEN), 1);
    recorder.startedLate(() -> late);
    ClientRecorder client = recorder.client(0);
    for (int i = 0; i < 400; i++) {
      long intended = i * 2 * MS;
      client.start(intended, intended + MS / 10);
      client.success(0, intended + MS / 10, intended + MS / 5);
    }
    pass(1000, 50, 60, 0, 200, 0);
    recorder.finish(SECOND);
    assertThat(intervals.get(0).of(HealthMetric.CPU_QUEUE))
        .as("0.15 of 0.2 ms")
        .isEqualTo(75.0, within(1.0));
    assertThat(intervals.get(0).of(HealthMetric.START_LATE)).isEqualTo(50.0, within(1.0));
    assertThat(intervals.get(0).bound()).isFalse();
  }

  @Test
  void shortWaits_areAReason_whereNoProcessorIsIdle() throws IOException {
    RunRecorder recorder = recorder(watch(CLOSED), 4);
    for (int i = 0; i < 4000; i++) { // in the queue for 0.4 ms each
      ClientRecorder client = recorder.client(i % 4);
      client.start(i * MS / 4, i * MS / 4);
      client.success(0, i * MS / 4, (i + 2) * MS / 4);
    }
    server = Double.NaN;
    pass(1000, 500, 1600, 0, 1980, 0);
    recorder.finish(SECOND);
    assertThat(intervals.get(0).reasons())
        .containsExactlyInAnyOrder(HealthMetric.CPU_QUEUE, HealthMetric.OTHER_CPU);
  }

  @Test
  void clientsThatHardlyWork_areNoBasisForAShare() throws IOException {
    Histogram late = new Histogram(3);
    late.recordValue(3 * MS);
    RunRecorder recorder = recorder(watch(OPEN), 1);
    recorder.startedLate(() -> late);
    recorder.client(0).start(500 * MS, 503 * MS);
    recorder.client(0).success(0, 503 * MS, 504 * MS);
    pass(1000, 50, 40, 0, 100, 0); // one transaction; four clients wake ten times each
    recorder.tick(1020 * MS);
    pass(1000, 50, 40, 0, 100, 0); // none at all
    recorder.finish(2 * SECOND);
    assertThat(intervals)
        .hasSize(2)
        .allSatisfy(
            each -> {
              assertThat(each.of(HealthMetric.CPU_QUEUE)).isNaN();
              assertThat(each.of(HealthMetric.START_LATE)).isNaN();
              assertThat(each.bound()).isFalse();
            });
  }

  @Test
  void lateStarts_areMeasuredAgainstTheResponseTime() throws IOException {
    Histogram late = new Histogram(3);
    late.recordValueWithCount(6 * MS, 10);
    RunRecorder recorder = recorder(watch(OPEN), 1);
    recorder.startedLate(() -> late);
    ClientRecorder client = recorder.client(0);
    for (int i = 0; i < 10; i++) {
      long intended = i * 100 * MS;
      client.start(intended, intended + 6 * MS);
      client.success(0, intended + 6 * MS, intended + 10 * MS);
    }
    pass(1000, 50, 0, 0, 100, 0);
    recorder.finish(SECOND);
    assertThat(intervals.get(0).of(HealthMetric.START_LATE)).isEqualTo(60.0, within(1.0));
    assertThat(intervals.get(0).of(HealthMetric.START_LATE_P99)).isEqualTo(6.0, within(0.01));
    assertThat(intervals.get(0).reasons()).containsExactly(HealthMetric.START_LATE);
  }

  @Test
  void arrivalsWithoutAClient_areMissed() throws IOException {
    RunRecorder recorder = recorder(watch(OPEN), 4);
    for (int i = 0; i < 4; i++) {
      recorder.client(i).start(MS, MS);
    }
    recorder.arrived(0, 31);
    recorder.tick(500 * MS);
    pass(1000, 50, 0, 0, 100, 0);
    recorder.finish(SECOND);
    assertThat(intervals.get(0).of(HealthMetric.MISSED_ARRIVALS)).isEqualTo(27);
  }

  @Test
  void arrivalsWithoutAClientOfTheirPhase_areMissed() throws IOException {
    List<Phase> phases =
        List.of(new Phase("few", 0, SECOND, 1, OPEN), new Phase("all", SECOND, SECOND, 4, OPEN));
    RunPlan plan =
        new RunPlan(
            List.of(RolePlan.only(4, OPEN)),
            0,
            0,
            0,
            1,
            SECOND,
            new RunPlan.Limits(0, 0, RunPlan.DEFAULT_PATIENCE),
            phases,
            RunPlan.Connect.ONCE);
    RunRecorder recorder =
        recorder(new TrustWatch(plan, new HealthWatch(plan, 2, false, () -> reading)), 4);
    recorder.client(0).start(MS, MS);
    recorder.arrived(0, 31);
    recorder.tick(500 * MS);
    pass(1000, 50, 0, 0, 100, 0);
    recorder.tick(1020 * MS);
    pass(1000, 50, 0, 0, 100, 0);
    recorder.finish(1900 * MS);
    assertThat(intervals)
        .extracting(each -> each.of(HealthMetric.MISSED_ARRIVALS))
        .containsExactly(30.0, 27.0);
  }

  @Test
  void intervalsThatCloseAtOnce_shareWhatWasReadAfterThem() throws IOException {
    RunRecorder recorder = recorder(watch(CLOSED), 1);
    recorder.held(100 * MS, 2900 * MS);
    pass(3000, 5400, 0, 0, 5700, 0);
    recorder.finish(3 * SECOND);
    assertThat(intervals).hasSize(3);
    assertThat(intervals)
        .allSatisfy(s -> assertThat(s.of(HealthMetric.OWN_CPU)).isEqualTo(90.0, within(1e-06)));
    assertThat(intervals.get(1).reasons())
        .containsExactlyInAnyOrder(HealthMetric.OWN_CPU, HealthMetric.HELD);
  }

  @Test
  void aClockStep_isSaidOnce_whereverARestSharesItsReading() throws IOException {
    RunRecorder recorder = recorder(watch(CLOSED), 1);
    pass(1000, 100, 0, 0, 200, -400);
    recorder.tick(1020 * MS);
    pass(15, 9, 0, 0, 10, 0);
    recorder.finish(1035 * MS);
    assertThat(intervals).hasSize(2);
    assertThat(intervals.get(0).of(HealthMetric.CLOCK_STEP)).isEqualTo(-400.0, within(0.01));
    assertThat(intervals.get(1).of(HealthMetric.CLOCK_STEP)).isNaN();
    assertThat(intervals.get(1).of(HealthMetric.OWN_CPU)).isEqualTo(5.0, within(1e-06));
  }

  @Test
  void aRunWhoseLoadChangesByPlan_isNotJudgedForSteadiness() throws IOException {
    RateSchedule steps =
        new RateSchedule(List.of(new RateSchedule.Segment(10 * SECOND, 100, 100)), 200);
    TrustWatch changing = watch(new Pacing.OpenLoop(steps, Pacing.Distribution.CONSTANT));
    TrustWatch constant = watch(OPEN);
    for (TrustWatch watch : List.of(changing, constant)) {
      recorder(watch, 1).finish(30 * SECOND);
    }
    assertThat(changing.steady().judged()).isFalse();
    assertThat(constant.steady().judged()).isTrue();
  }

  @Test
  void theRestAtTheEndOfARun_isNotJudged() throws IOException {
    TrustWatch watch = watch(CLOSED);
    RunRecorder recorder = recorder(watch, 1);
    pass(1000, 100, 0, 0, 200, 0);
    recorder.tick(1020 * MS);
    pass(300, 600, 0, 0, 600, 0);
    recorder.finish(1300 * MS);
    assertThat(intervals).hasSize(2);
    assertThat(intervals.get(1).bound()).isFalse();
    assertThat(watch.report().intervals()).isEqualTo(1);
  }
}
