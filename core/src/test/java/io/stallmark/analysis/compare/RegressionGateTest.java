package io.stallmark.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class RegressionGateTest {

  private static final RunMetric METRIC =
      Samples.metric("p_ms", MetricDirection.TIME, RunMetric.Scale.RATIO);

  private static RegressionGate.Finding finding(double limit, double low, double high) {
    return finding(limit, new MetricDifference((low + high) / 2, low, high));
  }

  private static RegressionGate.Finding finding(double limit, MetricDifference difference) {
    return new RegressionGate(Map.of("p_ms", limit)).findings(comparison(difference)).get(0);
  }

  private static Comparison comparison(MetricDifference difference) {
    return new Comparison(
        List.of(new ComparisonRow(METRIC, 1, 1, difference)),
        List.of(),
        Comparison.Basis.REPEATED_RUNS,
        List.of());
  }

  @Test
  void limitOfARowThatIsNotThere_isRefused() {
    MetricDifference difference = new MetricDifference(0.1, 0.02, 0.18);
    assertThat(finding(0.05, difference)).hasToString("p_ms: FAILED, worse by 10.0 %, limit 5.0 %");
    assertThatThrownBy(() -> new RegressionGate(Map.of("p", 0.1)).findings(comparison(difference)))
        .hasMessage("The comparison has no rows [p] whose differences are shares");
    assertThat(new RegressionGate(Map.of("p_ms", 0.05)).holds(comparison(difference))).isFalse();
  }

  @Test
  void limitOfARowWhoseDifferenceIsNoShare_isRefused() {
    RunMetric seconds = Samples.metric("longest_s", MetricDirection.TIME, RunMetric.Scale.LINEAR);
    MetricDifference difference = new MetricDifference(9, 8, 10);
    Comparison comparison =
        new Comparison(
            List.of(new ComparisonRow(seconds, 1, 10, difference)),
            List.of(),
            Comparison.Basis.REPEATED_RUNS,
            List.of());
    assertThatThrownBy(() -> new RegressionGate(Map.of("longest_s", 0.1)).findings(comparison))
        .hasMessage("The comparison has no rows [longest_s] whose differences are shares");
  }

  @Test
  void regressionBeyondTheLimit_fails() {
    assertThat(finding(0.05, 0.02, 0.18).outcome()).isEqualTo(RegressionGate.Outcome.FAILED);
    assertThat(finding(0.05, 0.02, 0.18).fails()).isTrue();
  }

  @Test
  void regressionWithinTheLimit_holds_andSaysThatMoreIsNotRuledOut() {
    RegressionGate.Finding finding = finding(0.05, 0.01, 0.08);
    assertThat(finding.outcome()).isEqualTo(RegressionGate.Outcome.HELD);
    assertThat(finding.fails()).isFalse();
    assertThat(finding.open()).isTrue();
    assertThat(finding(0.05, 0.01, 0.04).open()).isFalse();
  }

  @Test
  void whatIsMeasuredWithinTheLimit_holds_thoughItIsNotShown() {
    assertThat(finding(0.05, -0.1, 0.18).outcome()).isEqualTo(RegressionGate.Outcome.HELD);
    assertThat(finding(0.05, -0.1, 0.18).open()).isTrue();
  }

  @Test
  void whatIsMeasuredBeyondTheLimit_butNotShown_isUndecided_andDoesNotFail() {
    assertThat(finding(0.05, -0.1, 0.9).outcome()).isEqualTo(RegressionGate.Outcome.UNDECIDED);
    assertThat(finding(0.05, -0.1, 0.9).fails()).isFalse();
    assertThat(finding(0.05, -0.1, 0.9).open()).isFalse();
  }

  @Test
  void aPercentileThatOneSideLacks_isSkippedByTheHeadlineLimit_unlessItIsNamed() {
    RunMetric p99 =
        Samples.metric("transaction.response.p99_ms", MetricDirection.TIME, RunMetric.Scale.RATIO);
    MetricDifference unknown = MetricDifference.notJudged(Double.NaN);
    Comparison comparison =
        new Comparison(
            List.of(new ComparisonRow(p99, 1, Double.NaN, unknown)),
            List.of(),
            Comparison.Basis.REPEATED_RUNS,
            List.of());
    RegressionGate headline = new RegressionGate(Map.of(RegressionGate.HEADLINE, 0.05));
    assertThat(headline.findings(comparison)).isEmpty();
    assertThat(headline.skipped(comparison))
        .extracting(ComparisonRow::id)
        .containsExactly(p99.id());
    RegressionGate named = new RegressionGate(Map.of(RegressionGate.HEADLINE, 0.05, p99.id(), 0.1));
    assertThat(named.skipped(comparison)).isEmpty();
    assertThat(named.findings(comparison)).hasSize(1);
  }

  @Test
  void aPercentileWithoutAnIntervalFromPairedSeconds_isSkippedByTheHeadlineLimit() {
    RunMetric rare =
        Samples.metric("transaction.response.p999_ms", MetricDirection.TIME, RunMetric.Scale.RATIO);
    RunMetric p99 =
        Samples.metric("transaction.response.p99_ms", MetricDirection.TIME, RunMetric.Scale.RATIO);
    MetricDifference unjudged = MetricDifference.notJudged(0.5);
    Comparison comparison =
        new Comparison(
            List.of(
                new ComparisonRow(p99, 1, 1.5, unjudged),
                new ComparisonRow(rare, 1, 1.5, unjudged)),
            List.of(),
            Comparison.Basis.PAIRED_SECONDS,
            List.of());
    RegressionGate headline = new RegressionGate(Map.of(RegressionGate.HEADLINE, 0.05));
    assertThat(headline.findings(comparison))
        .as("a longer measurement has enough pairs")
        .extracting(each -> each.row().id())
        .containsExactly(p99.id());
    assertThat(headline.skipped(comparison))
        .extracting(ComparisonRow::id)
        .containsExactly(rare.id());
  }

  @Test
  void improvement_holds_shownOrNot() {
    assertThat(finding(0.05, -0.9, 0.1).outcome()).isEqualTo(RegressionGate.Outcome.HELD);
    assertThat(finding(0.05, -0.5, -0.3).outcome()).isEqualTo(RegressionGate.Outcome.HELD);
  }

  @Test
  void whatNoSideReports_fails_andWhatIsNotJudged_isUndecided() {
    RegressionGate.Finding unknown = finding(0.05, MetricDifference.notJudged(Double.NaN));
    assertThat(unknown.outcome()).isEqualTo(RegressionGate.Outcome.NOT_JUDGED);
    assertThat(unknown.fails()).isTrue();
    for (double estimate : new double[] {-0.5, 0, 0.5}) {
      assertThat(finding(0.05, MetricDifference.notJudged(estimate)).outcome())
          .isEqualTo(RegressionGate.Outcome.UNDECIDED);
    }
  }

  @Test
  void aSizeAlone_isForThroughputAndPercentilesOfTransactions() {
    Comparison comparison = Comparison.of(Samples.simulated(3, 0.01, 1, 1));
    List<String> ids =
        new RegressionGate(Map.of(RegressionGate.HEADLINE, 0.05))
            .findings(comparison).stream().map(each -> each.row().id()).toList();
    assertThat(ids)
        .containsExactly(
            "transactions_per_s",
            "transaction.response.p50_ms",
            "transaction.response.p95_ms",
            "transaction.response.p99_ms",
            "transaction.response.p999_ms");
  }
}
