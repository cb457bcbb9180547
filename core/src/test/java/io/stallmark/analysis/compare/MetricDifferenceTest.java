package io.stallmark.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

final class MetricDifferenceTest {

  /** Equal variances of 1 and three values a side: 4 degrees of freedom, t = 2.776 at 95 %. */
  @Test
  void intervalOfMeans_isWelchs() {
    MetricDifference difference =
        MetricDifference.ofMeans(new double[] {9, 10, 11}, new double[] {11, 12, 13}, 0.05);
    assertThat(difference.estimate()).isEqualTo(2);
    assertThat(difference.high() - 2).isCloseTo(2.776 * Math.sqrt(2.0 / 3), within(0.001));
    assertThat(difference.low() - 2).isCloseTo(-2.776 * Math.sqrt(2.0 / 3), within(0.001));
    assertThat(difference.shown()).isFalse();
    assertThat(MetricDifference.ofMeans(new double[] {9, 10, 11}, new double[] {13, 14, 15}, 0.05))
        .matches(MetricDifference::shown);
  }

  @Test
  void valuesThatDoNotVary_haveNoError() {
    double[] none = {0, 0, 0};
    assertThat(MetricDifference.ofMeans(none, none, 0.05)).isEqualTo(new MetricDifference(0, 0, 0));
    assertThat(MetricDifference.ofMeans(none, new double[] {1, 1, 1}, 0.05).shown()).isTrue();
  }

  @Test
  void unknownValues_orARiskThatNoneIsWantedAt_haveNoInterval() {
    double[] three = {1, 2, 3};
    assertThat(MetricDifference.ofMeans(three, three, Double.NaN).judged()).isFalse();
    assertThat(MetricDifference.ofMeans(three, new double[] {1, 2, Double.NaN}, 0.05).judged())
        .isFalse();
  }

  /** Of 5 and 15 in the same time: 15 of 20, by Clopper and Pearson 0.509 to 0.913. */
  @Test
  void intervalOfCounts_isExact() {
    MetricDifference counts = MetricDifference.ofCounts(5, 60, 15, 60, 0.05);
    assertThat(counts.estimate()).isCloseTo(2, within(1e-9));
    assertThat(counts.low()).isCloseTo(0.509 / 0.491 - 1, within(0.01));
    assertThat(counts.high()).isCloseTo(0.913 / 0.087 - 1, within(0.1));
    assertThat(counts.shown()).isTrue();
  }

  @Test
  void fewCounts_showNothing_andNoneAtAllNeither() {
    assertThat(MetricDifference.ofCounts(0, 60, 3, 60, 0.05).shown()).isFalse();
    assertThat(MetricDifference.ofCounts(0, 60, 12, 60, 0.05).shown()).isTrue();
    assertThat(MetricDifference.ofCounts(0, 60, 0, 60, 0.05).shown()).isFalse();
  }

  @Test
  void ofLogarithms_areSharesAgain() {
    MetricDifference share =
        new MetricDifference(Math.log(1.1), Math.log(1.05), Math.log(2)).asShare();
    assertThat(share.estimate()).isCloseTo(0.1, within(1e-12));
    assertThat(share.low()).isCloseTo(0.05, within(1e-12));
    assertThat(share.high()).isCloseTo(1, within(1e-12));
  }
}
