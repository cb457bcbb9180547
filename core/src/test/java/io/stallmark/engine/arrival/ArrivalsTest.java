package io.stallmark.engine.arrival;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.stallmark.plan.Pacing;
import io.stallmark.plan.Plans;
import io.stallmark.plan.RatesReader;
import io.stallmark.plan.RunPlan;
import io.stallmark.plan.Share;
import io.stallmark.spec.SpecException;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ArrivalsTest {

  private static final long SECOND = 1_000_000_000L;

  private final SetClock clock = new SetClock();
  private final ArrivalTimer timer = new ArrivalTimer(clock, () -> false, 0, 2 * SECOND, 2);

  private static RunPlan plan(Pacing pacing, long seconds, long events, long warmupSeconds) {
    return Plans.of(1, seconds * SECOND, events, warmupSeconds * SECOND, pacing, 7, SECOND, SECOND);
  }

  private PacedArrivals paced(
      Pacing.Distribution distribution, double rate, long seconds, long events) {
    Pacing.OpenLoop pacing = new Pacing.OpenLoop(rate, distribution);
    return new PacedArrivals(
        plan(pacing, seconds, events, 2), Share.WHOLE, 0, pacing, timer, 0, 2 * SECOND);
  }

  private List<Long> takeAll(Arrivals arrivals) {
    List<Long> taken = new ArrayList<>();
    for (long a = arrivals.take(clock.now()); a != Arrivals.OVER; a = arrivals.take(clock.now())) {
      taken.add(a);
    }
    return taken;
  }

  @Test
  void constantArrivals_areEquallySpaced_throughWarmUpAndMeasurement() {
    List<Long> taken = takeAll(paced(Pacing.Distribution.CONSTANT, 8, 10, 0));
    assertThat(taken).hasSize(8 * 12).startsWith(0L, SECOND / 8, SECOND / 4).isSorted();
  }

  @Test
  void burstsOfArrivals_areAtTheStartOfEachSecond() {
    List<Long> taken = takeAll(paced(Pacing.Distribution.BURST, 8, 10, 0));
    assertThat(taken).hasSize(8 * 12).isSorted();
    for (int i = 0; i < taken.size(); i++) {
      assertThat(taken.get(i)).isEqualTo(i / 8 * SECOND);
    }
  }

  @Test
  void poissonArrivals_haveExponentialGaps() {
    List<Long> taken = takeAll(paced(Pacing.Distribution.POISSON, 1000, 98, 0));
    assertThat(taken).isSorted();
    assertThat(taken.size()).isCloseTo(100_000, Percentage.withPercentage(1.5));
    double mean = 0;
    double squares = 0;
    for (int i = 1; i < taken.size(); i++) {
      double gap = taken.get(i) - taken.get(i - 1);
      mean += gap / (taken.size() - 1);
      squares += gap * gap / (taken.size() - 1);
    }
    // The standard deviation of an exponential law is its mean.
    assertThat(Math.sqrt(squares - mean * mean)).isCloseTo(mean, Percentage.withPercentage(2));
  }

  @ParameterizedTest
  @EnumSource(Pacing.Distribution.class)
  void events_areCountedFromTheMeasurementOn(Pacing.Distribution distribution) {
    List<Long> taken = takeAll(paced(distribution, 100, 0, 50));
    assertThat(taken.stream().filter(a -> a >= 2 * SECOND)).hasSize(50);
    assertThat(taken.stream().filter(a -> a < 2 * SECOND)).isNotEmpty();
  }

  @ParameterizedTest
  @EnumSource(Pacing.Distribution.class)
  void arrivalsNobodyTook_areTheRestOfTheMeasurement(Pacing.Distribution distribution) {
    long scheduled =
        takeAll(paced(distribution, 50, 10, 0)).stream().filter(a -> a >= 2 * SECOND).count();
    PacedArrivals arrivals = paced(distribution, 50, 10, 0);
    long started = 0;
    while (started < 100) {
      started += arrivals.take(clock.now()) >= 2 * SECOND ? 1 : 0;
    }
    assertThat(arrivals.leftBefore(Long.MAX_VALUE)).isEqualTo(scheduled - started).isPositive();
    assertThat(arrivals.dueBefore(Long.MAX_VALUE)).hasValue(scheduled);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.7, 3, 1000, 123_456.789, 1_000_000})
  void constantArrivalsBeforeAMoment_areCountedAtOnce(double rate) {
    Pacing.OpenLoop pacing = new Pacing.OpenLoop(rate, Pacing.Distribution.CONSTANT);
    RunPlan plan = plan(pacing, 0, 0, 0);
    ArrivalSchedule one = new ArrivalSchedule(plan, Share.WHOLE, 0, pacing, 17);
    ArrivalSchedule other = new ArrivalSchedule(plan, Share.WHOLE, 0, pacing, 17);
    for (long moment = 0; moment < 3 * SECOND; moment += SECOND / 7) {
      while (one.next() < moment) {
        one.advance();
      }
      assertThat(other.passTo(moment)).isEqualTo(one.index());
    }
    long year = 365 * 24 * 3600 * SECOND;
    assertThat((double) other.passTo(year)).isCloseTo(rate * year / SECOND, within(1.0));
    assertThat(other.next()).isGreaterThanOrEqualTo(year);
  }

  @ParameterizedTest
  @EnumSource(Pacing.Distribution.class)
  void arrivalsOfAllMachines_areThoseOfOne(Pacing.Distribution distribution) throws SpecException {
    Pacing.OpenLoop pacing =
        new Pacing.OpenLoop(RatesReader.parse("10@2s,50..200@3s"), distribution);
    RunPlan plan = plan(pacing, 5, 0, 2);
    List<Long> whole = moments(new ArrivalSchedule(plan, Share.WHOLE, 0, pacing, 17));
    List<Long> dealt = new ArrayList<>();
    for (int machine = 0; machine < 3; machine++) {
      Share share = new Share(machine, 3);
      List<Long> own = moments(new ArrivalSchedule(plan, share, 0, pacing, 17));
      assertThat((long) own.size()).isEqualTo(share.of(whole.size()));
      ArrivalSchedule passing = new ArrivalSchedule(plan, share, 0, pacing, 17);
      assertThat(passing.passTo(4 * SECOND)).isEqualTo(before(own, 4 * SECOND));
      dealt.addAll(own);
    }
    assertThat(dealt.stream().sorted().toList()).isEqualTo(whole);
    assertThat(new ArrivalSchedule(plan, new Share(2, 2), 0, pacing, 17).next())
        .isEqualTo(Long.MAX_VALUE);
  }

  private static List<Long> moments(ArrivalSchedule schedule) {
    List<Long> moments = new ArrayList<>();
    for (; schedule.next() < 7 * SECOND; schedule.advance()) {
      moments.add(schedule.next());
    }
    return moments;
  }

  private PacedArrivals scheduled(Pacing.Distribution distribution, String rates)
      throws SpecException {
    Pacing.OpenLoop pacing = new Pacing.OpenLoop(RatesReader.parse(rates), distribution);
    long seconds = pacing.rates().length() / SECOND;
    return new PacedArrivals(
        plan(pacing, seconds, 0, 2), Share.WHOLE, 0, pacing, timer, 0, 2 * SECOND);
  }

  private static long between(List<Long> arrivals, long from, long until) {
    return before(arrivals, until * SECOND) - before(arrivals, from * SECOND);
  }

  private static long before(List<Long> arrivals, long moment) {
    return arrivals.stream().filter(a -> a < moment).count();
  }

  @Test
  void steps_beginAtTheMeasurement_withNoArrivalMoreOrLess() throws Exception {
    List<Long> taken = takeAll(scheduled(Pacing.Distribution.CONSTANT, "8@10s,0@5s,100@1s"));
    assertThat(taken).isSorted();
    assertThat(between(taken, 0, 2)).isEqualTo(16); // the warm-up
    assertThat(between(taken, 2, 12)).isEqualTo(80);
    assertThat(between(taken, 12, 17)).isZero();
    assertThat(between(taken, 17, 18)).isEqualTo(100);
    assertThat(taken.get(16)).isEqualTo(2 * SECOND);
    assertThat(taken.get(17)).isEqualTo(2 * SECOND + SECOND / 8);
  }

  @Test
  void ramp_followsItsIntegral() throws Exception {
    PacedArrivals arrivals = scheduled(Pacing.Distribution.CONSTANT, "10..110@10s,110..10@10s");
    List<Long> taken = takeAll(arrivals);
    assertThat(between(taken, 2, 12)).isEqualTo(600);
    assertThat(between(taken, 12, 22)).isEqualTo(600);
    for (int k = 0; k < 600; k++) { // t with 10 t + 5 t² = k
      double t = (-10 + Math.sqrt(100 + 20.0 * k)) / 10;
      assertThat(taken.get(20 + k) / (double) SECOND).isCloseTo(2 + t, within(1e-8));
    }
    assertThat(arrivals.dueBefore(7 * SECOND)).hasValue(175);
  }

  @ParameterizedTest
  @EnumSource(Pacing.Distribution.class)
  void scheduledArrivals_areTakenOrLeft_whateverTheRates(Pacing.Distribution distribution)
      throws Exception {
    String rates = "10..1000@1s,0@2s,5000@0.1s,300..0@4s";
    List<Long> all = takeAll(scheduled(distribution, rates));
    assertThat(between(all, 2, 10)).isCloseTo(505 + 500 + 600, Percentage.withPercentage(8));
    PacedArrivals arrivals = scheduled(distribution, rates);
    for (int i = 0; i < 400; i++) {
      arrivals.take(clock.now());
    }
    for (long now = 0; now < 10 * SECOND; now += SECOND / 50) {
      long due = Math.max(0, before(all, now) - before(all, 2 * SECOND));
      assertThat(arrivals.dueBefore(now)).hasValue(due);
    }
    long started = 400 - between(all, 0, 2);
    assertThat(arrivals.leftBefore(10 * SECOND)).isEqualTo(between(all, 2, 10) - started);
  }

  @Test
  void rateOfZeroAtTheEnd_bringsNobody() throws Exception {
    Pacing.OpenLoop pacing =
        new Pacing.OpenLoop(RatesReader.parse("10@1s,0"), Pacing.Distribution.CONSTANT);
    RunPlan plan = plan(pacing, 0, 1000, 0);
    assertThat(takeAll(new PacedArrivals(plan, Share.WHOLE, 0, pacing, timer, 0, 0))).hasSize(10);
  }

  @ParameterizedTest
  @EnumSource(Pacing.Distribution.class)
  void arrivalsDue_areTheSame_howeverOftenTheyAreCountedAndTaken(Pacing.Distribution distribution) {
    PacedArrivals often = paced(distribution, 50, 10, 0);
    for (long now = 0; now < 8 * SECOND; now += SECOND / 50) {
      often.dueBefore(now);
      often.take(clock.now());
    }
    assertThat(often.dueBefore(8 * SECOND))
        .isEqualTo(paced(distribution, 50, 10, 0).dueBefore(8 * SECOND));
    assertThat(paced(distribution, 50, 10, 0).dueBefore(SECOND)).hasValue(0); // still warming up
    assertThat(paced(distribution, 50, 10, 7).dueBefore(8 * SECOND)).hasValue(7);
  }

  @Test
  void arrivalsDueAfterAnEarlyEnd_wereNotScheduled() {
    PacedArrivals arrivals = paced(Pacing.Distribution.CONSTANT, 10, 10, 0);
    for (int i = 0; i < 30; i++) {
      arrivals.take(clock.now());
    }
    assertThat(arrivals.leftBefore(5 * SECOND)).isEqualTo(20);
  }

  @Test
  void arrivalsStillWaitingWhenTheTimeIsUp_areNeverStarted() {
    PacedArrivals arrivals = paced(Pacing.Distribution.CONSTANT, 10, 10, 0);
    for (int i = 0; i < 30; i++) {
      arrivals.take(clock.now());
    }
    clock.now = 12 * SECOND;
    assertThat(arrivals.take(clock.now())).isEqualTo(Arrivals.OVER);
    assertThat(arrivals.leftBefore(clock.now)).isEqualTo(90);
  }

  @Test
  void closedLoop_isDueNow_untilTheTimeOrTheEventsAreUp() {
    RunPlan plan = plan(new Pacing.ClosedLoop(), 10, 3, 2);
    Arrivals arrivals = new ClosedArrivals(plan, 0, timer, 2 * SECOND);
    assertThat(arrivals.take(clock.now())).isZero(); // warm-up does not count
    clock.now = 2 * SECOND;
    assertThat(takeAll(arrivals)).containsExactly(clock.now, clock.now, clock.now);
    clock.now = 12 * SECOND;
    assertThat(new ClosedArrivals(plan, 0, timer, 2 * SECOND).take(clock.now()))
        .isEqualTo(Arrivals.OVER);
  }

  @Test
  void closedLoop_pausesInTheWarmUp_andAReplayDoesNot() {
    long origin = 10 * SECOND;
    long[] compiled = {0};
    WarmUpPauses pauses = new WarmUpPauses(clock, () -> false, () -> compiled[0], 0, origin);
    ArrivalTimer pausing = new ArrivalTimer(clock, () -> false, 0, origin, 2, pauses);
    RunPlan plan = plan(new Pacing.ClosedLoop(), 10, 0, 10);
    RunPlan replay = plan(new Pacing.Replay(), 10, 0, 10);
    clock.now = SECOND;
    compiled[0] = 1000;
    assertThat(new ClosedArrivals(replay, 0, pausing, origin).take(SECOND)).isEqualTo(SECOND);
    assertThat(new ClosedArrivals(plan, 0, pausing, origin).take(SECOND))
        .isEqualTo(SECOND + WarmUpPauses.PERIOD);
  }
}
