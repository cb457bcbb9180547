package io.stallmark.analysis.duet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.stallmark.analysis.compare.Comparison;
import io.stallmark.analysis.compare.MetricDifference;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How often the interval of a duet contains the true difference, in simulated series. */
final class DuetCoverageTest {

  private static final double RISK = Comparison.THROUGHPUT_RISK;

  private static long of100(IntPredicate what) {
    return IntStream.range(0, 100).filter(what).count();
  }

  private static boolean contains(MetricDifference difference, double ratio) {
    return difference.low() <= ratio - 1 && ratio - 1 <= difference.high();
  }

  @ParameterizedTest
  @CsvSource({"30,0", "30,0.3", "30,0.6", "60,0.8", "180,0.8"})
  void identicalSides_showADifferenceInAtMost5Of100(int seconds, double correlation) {
    assertThat(
            of100(
                seed ->
                    new SimulatedSides(seed, 1, correlation)
                        .series(seconds)
                        .ofCounts()
                        .difference(RISK)
                        .shown()))
        .isLessThanOrEqualTo(5);
  }

  @ParameterizedTest
  @CsvSource({"30,0,1.03", "30,0.6,1.03", "60,0.6,0.5", "180,0.8,1.1"})
  void trueRatio_isInTheIntervalInAtLeast93Of100(int seconds, double correlation, double ratio) {
    assertThat(
            of100(
                seed ->
                    contains(
                        new SimulatedSides(seed, ratio, correlation)
                            .series(seconds)
                            .ofCounts()
                            .difference(RISK),
                        ratio)))
        .isGreaterThanOrEqualTo(93);
  }

  @Test
  void differenceOf3Percent_isFoundInAtLeast90Of100DuetsOf3Minutes() {
    assertThat(
            of100(
                seed ->
                    new SimulatedSides(seed, 0.97, 0, 0.03, 2000)
                            .series(180)
                            .ofCounts()
                            .difference(RISK)
                            .high()
                        < 0))
        .isGreaterThanOrEqualTo(90);
  }

  @ParameterizedTest
  @CsvSource({"0,0.025", "0.3,0.025", "0.3,0.03", "0.6,0.05"})
  void ruleThatStopsEarly_keepsTheTrueRatioInTheIntervalInAtLeast93Of100(
      double correlation, double width) {
    WidthRule rule = new WidthRule(width);
    long contained =
        of100(
            seed -> {
              SimulatedSides sides = new SimulatedSides(seed, 1.05, correlation);
              PairedSeries series = new PairedSeries();
              List<DuetLook> looks = new ArrayList<>();
              while (!rule.isReached(looks)) {
                for (int i = 0; i < DuetLook.STEP; i++) {
                  sides.addTo(series);
                }
                looks.add(
                    new DuetLook(
                        (looks.size() + 1) * DuetLook.STEP, series.ofCounts().difference(RISK)));
              }
              return contains(looks.get(looks.size() - 1).difference(), 1.05);
            });
    assertThat(contained).isGreaterThanOrEqualTo(93);
  }

  @Test
  void ruleWaitsForTheMinimumOfPairs_andForTwoNarrowIntervals() {
    DuetLook narrow = new DuetLook(30, new MetricDifference(0, -0.01, 0.01));
    DuetLook wide = new DuetLook(25, new MetricDifference(0, -0.03, 0.02));
    DuetLook early = new DuetLook(25, new MetricDifference(0, -0.01, 0.01));
    WidthRule rule = new WidthRule(0.02);
    assertThat(rule.isReached(List.of(early, narrow))).isTrue();
    assertThat(rule.isReached(List.of(wide, narrow))).isFalse();
    assertThat(rule.isReached(List.of(narrow))).isFalse();
    assertThat(rule.isReached(List.of(early, early))).isFalse();
  }

  @Test
  void commonNoise_cancels() {
    PairedSeries series = new SimulatedSides(1, 1, 0).series(60);
    MetricDifference paired = series.ofCounts().difference(RISK);
    assertThat(paired.high() - paired.low()).isLessThan(0.1);
  }

  @Test
  void fewPairs_haveNoInterval() {
    assertThat(new SimulatedSides(1, 1, 0).series(19).ofCounts().difference(RISK).judged())
        .isFalse();
    assertThat(new SimulatedSides(1, 1, 0).series(20).ofCounts().difference(RISK).judged())
        .isTrue();
  }

  @Test
  void secondsWithoutATransaction_count() {
    PairedSeries series = new PairedSeries();
    for (int i = 0; i < 40; i++) {
      series.add(100, i % 4 == 0 ? 0 : 100);
    }
    MetricDifference difference = series.ofCounts().difference(RISK);
    assertThat(difference.estimate()).isEqualTo(-0.25, within(1e-9));
    assertThat(difference.shown()).isTrue();
  }

  @Test
  void sideWithoutATransaction_isNotJudged() {
    PairedSeries series = new PairedSeries();
    for (int i = 0; i < 40; i++) {
      series.add(0, 100);
    }
    assertThat(series.ofCounts().difference(RISK).judged()).isFalse();
  }

  @Test
  void swappedSides_haveTheInverseRatio() {
    PairedSeries series = new PairedSeries();
    PairedSeries swapped = new PairedSeries();
    for (int i = 0; i < 40; i++) {
      series.add(2 + i % 3, 4 + i % 5);
      swapped.add(4 + i % 5, 2 + i % 3);
    }
    MetricDifference there = series.ofValues().difference(RISK);
    MetricDifference back = swapped.ofValues().difference(RISK);
    assertThat((1 + there.low()) * (1 + back.high())).isEqualTo(1, within(1e-9));
  }
}
