package io.stallmark.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.stallmark.analysis.compare.MetricSample.Side;
import io.stallmark.analysis.compare.RunMetric.Scale;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class ComparisonTest {

  private static ComparisonRow row(MetricDirection direction, Scale scale, Side a, Side b) {
    RunMetric metric = Samples.metric("x_ms", direction, scale);
    return Comparison.of(List.of(new MetricSample(metric, a, b))).rows().get(0);
  }

  private static ComparisonRow time(Side a, Side b) {
    return row(MetricDirection.TIME, Scale.RATIO, a, b);
  }

  @Test
  void threeRunsASide_haveAVerdictAndAnInterval() {
    ComparisonRow slower = time(Samples.side(10, 10.1, 9.9), Samples.side(20, 20.2, 19.8));
    assertThat(slower.word()).isEqualTo("slower");
    assertThat(slower.difference().estimate()).isCloseTo(1, within(1e-3));
    assertThat(slower.difference().low()).isBetween(0.5, 1.0);
    assertThat(slower.unjudged()).isEmpty();
    assertThat(time(Samples.side(20, 20.2, 19.8), Samples.side(10, 10.1, 9.9)).word())
        .isEqualTo("faster");
    assertThat(time(Samples.side(10, 14, 6), Samples.side(11, 7, 15)).word())
        .isEqualTo("no difference shown");
  }

  /** Statements of transactions that begin or end outside of the run are counted without them. */
  private static List<MetricSample> rates(double perTransaction) {
    double[] a = {100, 104, 96};
    double[] b = {140, 132, 148};
    return List.of(
        Samples.throughput(a, b),
        Samples.of(
            "statements_per_s",
            MetricDirection.RATE,
            new double[] {2000.5, 2080, 1920},
            new double[] {140 * perTransaction, 132.1 * perTransaction, 148 * perTransaction}),
        Samples.of("insert.response.p50_ms", MetricDirection.TIME, a, b),
        Samples.of("reads_per_transaction", MetricDirection.COST, a, b),
        Samples.of("read_kb_per_transaction", MetricDirection.COST, kilobytes(a), kilobytes(b)));
  }

  private static double[] kilobytes(double... pages) {
    return Arrays.stream(pages).map(each -> 16 * each).toArray();
  }

  @Test
  void metricThatIsTheSameMultipleOfARowInEveryRun_hasNoRow_andTheOutcomeOfThatRowInAGate() {
    Comparison comparison = Comparison.of(rates(20));
    assertThat(comparison.rows())
        .extracting(ComparisonRow::id)
        .containsExactly("transactions_per_s", "insert.response.p50_ms", "reads_per_transaction");
    assertThat(comparison.rows().get(0).word()).isEqualTo("faster");
    ComparisonRow statements =
        new RegressionGate(Map.of("statements_per_s", 0.05)).findings(comparison).get(0).row();
    assertThat(statements.difference()).isEqualTo(comparison.rows().get(0).difference());
    assertThat(statements.a()).isCloseTo(2000, within(2.0));
  }

  @Test
  void rateWithAnotherRatioOnOneSide_hasItsRow() {
    assertThat(Comparison.of(rates(20.5)).rows())
        .extracting(ComparisonRow::id)
        .contains("statements_per_s");
  }

  @Test
  void rateThatFalls_isSlower() {
    assertThat(
            row(
                    MetricDirection.RATE,
                    Scale.RATIO,
                    Samples.side(20, 20.2, 19.8),
                    Samples.side(10, 10.1, 9.9))
                .word())
        .isEqualTo("slower");
  }

  @Test
  void fewerThanThreeRunsOnEitherSide_haveADifferenceAlone() {
    for (Side few : List.of(Samples.side(20), Samples.side(20, 20))) {
      for (Side many : List.of(Samples.side(10), Samples.side(10, 10, 10, 10))) {
        ComparisonRow row = time(many, few);
        assertThat(row.verdict()).isEqualTo(ComparisonRow.Verdict.NOT_JUDGED);
        assertThat(row.difference().estimate()).isCloseTo(1, within(1e-9));
        assertThat(row.unjudged())
            .isEqualTo("fewer than three runs on a side, or a side whose runs are all equal");
      }
    }
    assertThat(Comparison.of(Samples.simulated(2, 0.01, 1, 1)).judged()).isFalse();
    assertThat(Comparison.of(Samples.simulated(3, 0.01, 1, 1)).judged()).isTrue();
  }

  @Test
  void positiveValues_haveGeometricMeans_othersArithmeticOnes() {
    Side values = Samples.side(1, 4, 16);
    assertThat(time(values, values).a()).isCloseTo(4, within(1e-9));
    assertThat(row(MetricDirection.LENGTH, Scale.LINEAR, values, values).a())
        .isCloseTo(7, within(1e-9));
  }

  @Test
  void events_arePooledOverTheRunsOfASide() {
    Side calm = new Side(List.of(0.0, 0.0, 0.0), List.of(1.0, 1.0, 1.0));
    Side stalling = new Side(List.of(10.0, 20.0, 12.0), List.of(1.0, 1.0, 2.0));
    ComparisonRow row = row(MetricDirection.NUMBER, Scale.EVENTS, calm, stalling);
    assertThat(row.b()).isCloseTo(54.0 / 4, within(1e-9));
    assertThat(row.word()).isEqualTo("more");
    assertThat(row(MetricDirection.NUMBER, Scale.EVENTS, calm, calm).word())
        .isEqualTo("no difference shown");
  }

  @Test
  void whatNoSideReports_isNoRow_andWhatOneReports_isNotJudged() {
    Side none = Samples.side(Double.NaN, Double.NaN, Double.NaN);
    Side some = Samples.side(1, 2, 3);
    RunMetric metric = Samples.metric("x_ms", MetricDirection.TIME, Scale.RATIO);
    assertThat(Comparison.of(List.of(new MetricSample(metric, none, none))).rows()).isEmpty();
    assertThat(time(none, some).unjudged()).isEqualTo("0 or unknown in one of them");
  }

  @Test
  void stallsOfOneSideAlone_haveNoIntervalByTheOtherSidesVariation() {
    Side none = Samples.side(0, 0, 0);
    Side some = Samples.side(0.890, 0.892, 0.894);
    ComparisonRow row = row(MetricDirection.LENGTH, Scale.LINEAR, none, some);
    assertThat(row.difference().judged()).isFalse();
    assertThat(row.difference().estimate()).isCloseTo(0.892, within(1e-9));
    assertThat(row.unjudged()).contains("whose runs are all equal");
    assertThat(row(MetricDirection.LENGTH, Scale.LINEAR, some, none).difference().judged())
        .isFalse();
    ComparisonRow without = row(MetricDirection.LENGTH, Scale.LINEAR, none, none);
    assertThat(without.word()).isEqualTo("no difference shown");
    assertThat(without.difference()).isEqualTo(new MetricDifference(0, 0, 0));
    assertThat(row(MetricDirection.LENGTH, Scale.LINEAR, none, Samples.side(0, 0, 3)).word())
        .isEqualTo("no difference shown");
  }

  @Test
  void runsThatDoNotVary_differByNoMoreThanTheirHistogramsResolve() {
    ComparisonRow row = time(Samples.side(1000, 1000, 1000), Samples.side(1001, 1001, 1001));
    assertThat(row.word()).isEqualTo("no difference shown");
  }
}
