package io.stallmark.analysis.stall;

import static io.stallmark.analysis.stall.Simulation.MS;
import static io.stallmark.analysis.stall.Simulation.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.stallmark.analysis.trust.SampleHealth;
import io.stallmark.result.StallFindings;
import io.stallmark.result.StallFindings.StallSummary;
import java.util.List;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Execution(ExecutionMode.CONCURRENT)
final class StallDetectorIT {

  private static final Offset<Double> EDGE = within(0.1);

  /** Mean 5 ms, now and then 60 ms. */
  private static double ordinary(Random random) {
    return random.nextInt(200) == 0 ? 60 : 0.5 - 4.5 * Math.log(1 - random.nextDouble());
  }

  private static ToDoubleFunction<Random> exponential(double mean) {
    return random -> -mean * Math.log(1 - random.nextDouble());
  }

  /** Half under the median, and a tail that goes far beyond. */
  private static ToDoubleFunction<Random> longTailed(double median) {
    return random -> median * Math.exp(1.5 * random.nextGaussian());
  }

  private static double end(StallSummary stall) {
    return stall.startSeconds() + stall.lengthSeconds();
  }

  private static void clean(Simulation simulation) {
    StallFindings report = simulation.run(63);
    assertThat(report.stalls()).isEmpty();
    assertThat(report.dips()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void cleanMinute_hasNothing(long seed) {
    clean(new Simulation(seed).clients(8).service(StallDetectorIT::ordinary));
    clean(new Simulation(seed).open(400, true).service(StallDetectorIT::ordinary));
    clean(new Simulation(seed).open(400, false).service(StallDetectorIT::ordinary));
  }

  @ParameterizedTest
  @CsvSource({"3, 5", "3, 200", "20, 5", "20, 40", "60, 20", "100, 5"})
  void cleanMinuteAtALowRate_hasNothing(double rate, double service) {
    for (long seed = 1; seed <= 2; seed++) {
      clean(new Simulation(seed).clients(8).open(rate, true).service(exponential(service)));
      clean(new Simulation(seed).clients(8).open(rate, true).service(longTailed(service / 3)));
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 2000", "2, 700", "4, 300", "16, 1000", "16, 3000"})
  void cleanMinuteOfLongTransactions_hasNothing(int clients, double service) {
    for (long seed = 1; seed <= 2; seed++) {
      clean(new Simulation(seed).clients(clients).service(exponential(service)));
    }
  }

  @Test
  void clientsInLockstep_areNoStalls() {
    clean(new Simulation(1).clients(16).service(random -> 250));
    clean(new Simulation(1).clients(16).service(random -> 600));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void holds_areFoundWithTheirEdges_whereverTheyFallOnTheGrid(long seed) {
    Random random = new Random(seed);
    double[] at = {
      8 + random.nextDouble(), 15 + random.nextDouble(), 25 + random.nextDouble(),
    };
    double[] length = {0.25, 1, 3};
    for (Simulation simulation :
        List.of(
            new Simulation(seed).clients(8).service(StallDetectorIT::ordinary),
            new Simulation(seed).open(300, true).service(StallDetectorIT::ordinary),
            new Simulation(seed).open(200, false).service(StallDetectorIT::ordinary))) {
      for (int i = 0; i < at.length; i++) {
        simulation.hold(at[i], length[i]);
      }
      StallFindings report = simulation.run(45);
      assertThat(report.stalls()).hasSize(3).isEqualTo(simulation.written());
      for (int i = 0; i < at.length; i++) {
        StallSummary stall = report.stalls().get(i);
        assertThat(stall.startSeconds()).isCloseTo(at[i], within(0.025));
        assertThat(end(stall)).isCloseTo(at[i] + length[i], within(0.025));
        assertThat(stall.lowestPerSecond()).isZero();
        assertThat(stall.longestNanoseconds() / 1e9).isCloseTo(length[i], EDGE);
        assertThat(stall.kinds()).containsExactly("commit");
        assertThat(stall.generatorHeldSeconds()).isZero();
      }
      assertThat(report.dips()).isEmpty();
    }
  }

  /** Completions come in clumps there, so that few of them prove little. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void stallsOnABusyMachine_areFound_ifSeveralArrivalsWait(long seed) {
    Random random = new Random(seed);
    Simulation simulation =
        new Simulation(seed).clients(4).open(60, true).service(StallDetectorIT::ordinary);
    for (double at = 0.2; at < 60; at += 0.3 + 0.6 * random.nextDouble()) {
      simulation.hold(at, 0.05 + 0.1 * random.nextDouble());
    }
    double[] lengths = {0.35, 0.45, 0.52};
    for (int i = 0; i < lengths.length; i++) {
      simulation.hold(15.03 + 11 * i, lengths[i]);
    }
    List<StallSummary> stalls = simulation.run(60).stalls();
    for (int i = 0; i < lengths.length; i++) {
      int from = 15 + 11 * i;
      assertThat(stalls)
          .as("at %d s", from)
          .anyMatch(stall -> stall.startSeconds() < from + 0.1 && end(stall) > from + 0.25);
    }
    assertThat(stalls).allMatch(stall -> stall.delayed() >= 2);
  }

  /** Those who waited in the long ones do not make long waits usual. */
  @Test
  void shortStallAfterLongOnes_isFound() {
    Simulation simulation =
        new Simulation(1).clients(4).open(60, false).service(StallDetectorIT::ordinary);
    double[] lengths = {1.5, 1.3, 1.1, 0.95, 0.8, 0.35};
    for (int i = 0; i < lengths.length; i++) {
      simulation.hold(10.03 + 5 * i, lengths[i]);
    }
    assertThat(simulation.run(45).stalls()).hasSize(lengths.length);
  }

  /** The collector was held too, and saw nobody wait. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void clientsThatNobodySawWaiting_areDelayedToo(long seed) {
    List<StallSummary> stalls = new Simulation(seed).clients(4).pause(14.95, 0.7).run(20).stalls();
    assertThat(stalls).hasSize(1);
    assertThat(stalls.get(0).delayed()).isGreaterThanOrEqualTo(4);
    assertThat(stalls.get(0).longestNanoseconds()).isGreaterThanOrEqualTo(700 * MS);
  }

  @Test
  void delayed_areAllThatWereDue() {
    Simulation open = new Simulation(1).open(200, false).hold(10.03, 1).hold(20.07, 3);
    List<StallSummary> stalls = open.run(40).stalls();
    assertThat(stalls).hasSize(2);
    assertThat(stalls.get(0).delayed()).isCloseTo(200, within(8L));
    assertThat(stalls.get(1).delayed()).isCloseTo(600, within(8L));
    List<StallSummary> closed = new Simulation(1).clients(8).hold(10.03, 1).run(20).stalls();
    assertThat(closed).hasSize(1);
    assertThat(closed.get(0).delayed()).isEqualTo(8);
  }

  /**
   * At a constant rate r a hold of d delays r·d arrivals, evenly by 0 to d. Of 20,000 arrivals in
   * 100 s holds of 0.25, 1 and 3 s delay 850; 1 in 100 is 200 arrivals, which the longest hold
   * delays by more than 2 s; 1 in 1000 is 20, delayed by more than 2.9 s. The server works off what
   * has piled up in no time.
   */
  @Test
  void percentilesOfResponseTime_areWhatTheHoldsMakeThem() {
    Simulation simulation =
        new Simulation(1).clients(64).open(200, false).hold(20, 0.25).hold(40, 1).hold(60, 3);
    assertThat(simulation.run(100).stalls()).hasSize(3);
    assertThat(simulation.response.getTotalCount()).isEqualTo(20_000);
    assertThat(simulation.response.getValueAtPercentile(95)).isLessThan(20 * MS);
    assertThat(simulation.response.getValueAtPercentile(99))
        .isCloseTo(2 * SECOND, within(SECOND / 10));
    assertThat(simulation.response.getValueAtPercentile(99.9))
        .isCloseTo(29 * SECOND / 10, within(SECOND / 10));
    long delayed = simulation.response.getCountBetweenValues(20 * MS, 4 * SECOND);
    assertThat(delayed).isCloseTo(850, within(30L));
  }

  @Test
  void backlogAfterAStall_isNeitherStallNorDip() {
    Simulation simulation = new Simulation(1).open(700, false).hold(20, 2);
    StallFindings report = simulation.run(60);
    assertThat(report.stalls()).hasSize(1);
    assertThat(end(report.stalls().get(0))).isCloseTo(22, EDGE);
    assertThat(report.dips()).isEmpty();
  }

  @Test
  void trickle_isAStall_underATenthOfTheUsualRate() {
    Simulation simulation = new Simulation(1).clients(8).slow(10, 2, 0.05);
    List<StallSummary> stalls = simulation.run(30).stalls();
    assertThat(stalls).hasSize(1);
    assertThat(stalls.get(0).startSeconds()).isCloseTo(10, EDGE);
    assertThat(end(stalls.get(0))).isCloseTo(12, EDGE);
    assertThat(stalls.get(0).lowestPerSecond()).isBetween(0.0, 160.0);
    assertThat(stalls.get(0).usualPerSecond()).isCloseTo(1600, within(20.0));
  }

  @Test
  void options_moveTheLine() {
    Simulation higher = new Simulation(1).clients(8).slow(10, 2, 0.3);
    higher.rule = new StallRule(0.4, 200 * MS);
    assertThat(higher.run(30).stalls()).hasSize(1);
    Simulation longer = new Simulation(1).clients(8).hold(10, 0.9).hold(20, 1.1);
    longer.rule = new StallRule(0.1, SECOND);
    assertThat(longer.run(30).stalls()).hasSize(1);
  }

  @Test
  void lowRate_showsAStallWhenSeveralOperationsWait() {
    Simulation twenty = new Simulation(2).clients(8).open(20, true).hold(40, 1);
    List<StallSummary> stalls = twenty.run(60).stalls();
    assertThat(stalls).hasSize(1);
    assertThat(end(stalls.get(0))).isCloseTo(41, EDGE);
    assertThat(stalls.get(0).startSeconds()).isBetween(39.99, 40.25);
    Simulation three = new Simulation(2).clients(8).open(3, true).hold(40, 3);
    assertThat(three.run(60).stalls()).hasSize(1);
  }

  @Test
  void oneSlowOperationAtALowRate_isNoStall() {
    int[] number = {0};
    clean(
        new Simulation(2)
            .clients(8)
            .open(3, false)
            .service(random -> ++number[0] == 120 ? 320 : 5));
  }

  @Test
  void idleServer_isNotStalled() {
    Simulation simulation = new Simulation(2).clients(2).open(0.5, true);
    assertThat(simulation.run(60).stalls()).isEmpty();
  }

  @Test
  void firstSeconds_areNotJudged() {
    StallFindings report = new Simulation(1).clients(8).hold(0, 1.5).hold(10, 0.5).run(20);
    assertThat(report.stalls()).hasSize(1);
    assertThat(report.stalls().get(0).startSeconds()).isCloseTo(10, EDGE);
  }

  @Test
  void stallAtTheEnd_isReportedAsFarAsItWent() {
    StallFindings report = new Simulation(1).clients(8).hold(18, 10).run(20);
    assertThat(report.stalls()).hasSize(1);
    assertThat(report.stalls().get(0).startSeconds()).isCloseTo(18, EDGE);
    assertThat(report.stalls().get(0).delayed()).isEqualTo(8);
  }

  @Test
  void lastOperationsOfARun_areNoStall() {
    int[] number = {0};
    Simulation simulation =
        new Simulation(1).clients(8).service(random -> ++number[0] == 31_990 ? 4000 : 5);
    assertThat(simulation.run(20).stalls()).isEmpty();
  }

  @Test
  void pausedMachine_isNotPutDownToTheServer() {
    List<StallSummary> stalls =
        new Simulation(1).clients(8).pause(10.05, 0.7).hold(15.05, 0.7).run(20).stalls();
    assertThat(stalls).hasSize(2);
    assertThat(stalls).extracting(StallSummary::blame).containsExactly("generator", "server");
    assertThat(stalls.get(0).generatorHeldSeconds()).isCloseTo(0.7, within(0.05));
  }

  @Test
  void stallWhileOthersUseTheProcessors_isNotPutDownToTheServer_norToTheGenerator() {
    Simulation simulation =
        new Simulation(1).clients(8).pause(10.05, 0.7).hold(15.05, 0.7).hold(18.05, 0.7);
    simulation.interval(SECOND);
    simulation.health =
        interval ->
            interval.start() >= 17 * SECOND
                ? SampleHealth.throttled(interval)
                : SampleHealth.disturbed(interval);
    List<StallSummary> stalls = simulation.run(23).stalls();
    assertThat(stalls)
        .extracting(StallSummary::blame)
        .containsExactly("others", "others", "generator");
    assertThat(stalls).extracting(StallSummary::generatorBound).containsOnly(true);
  }

  @Test
  void stallOfAStoppedServer_isTheServers_ifOthersDisturbOnlyItsEnds() {
    Simulation simulation = new Simulation(1).clients(8).hold(10.8, 1.4);
    simulation.interval(SECOND);
    simulation.health =
        interval ->
            interval.start() == 11 * SECOND
                ? SampleHealth.calm(interval)
                : SampleHealth.disturbed(interval);
    List<StallSummary> stalls = simulation.run(20).stalls();
    assertThat(stalls).extracting(StallSummary::blame).containsExactly("server");
  }

  @ParameterizedTest
  @ValueSource(longs = {1})
  void resultDoesNotDependOnTheIntervals(long seed) {
    StallFindings fine = chequered(seed).interval(200 * MS).run(60);
    assertThat(fine.stalls()).hasSizeGreaterThan(3);
    assertThat(fine.dips()).isNotEmpty();
    for (long millis : new long[] {300, 1000, 2500, 7000, 60_000}) {
      StallFindings coarse = chequered(seed).interval(millis * MS).run(60);
      assertThat(coarse.stalls()).isEqualTo(fine.stalls());
      assertThat(coarse.dips()).isEqualTo(fine.dips());
    }
  }

  private static Simulation chequered(long seed) {
    Random random = new Random(seed);
    Simulation simulation = new Simulation(seed).clients(8).service(StallDetectorIT::ordinary);
    for (int i = 1; i < 11; i++) {
      double at = 5 * i + random.nextDouble();
      simulation.slow(at, 0.3 + 2 * random.nextDouble(), i % 2 == 0 ? 0 : 0.25);
    }
    return simulation;
  }

  @Test
  void liveStalls_areToldWhileTheyLast() {
    Simulation simulation = new Simulation(1).clients(8).interval(SECOND).hold(10.5, 2);
    simulation.run(20);
    assertThat(simulation.stalledPerInterval.subList(0, 10)).containsOnly(0L);
    assertThat(simulation.stalledPerInterval.get(10)).isCloseTo(SECOND / 2, within(100 * MS));
    assertThat(simulation.stalledPerInterval.get(11)).isCloseTo(SECOND, within(100 * MS));
    assertThat(simulation.stalledPerInterval.get(12)).isCloseTo(SECOND / 2, within(100 * MS));
    assertThat(simulation.stalledPerInterval.subList(13, 20)).containsOnly(0L);
  }
}
