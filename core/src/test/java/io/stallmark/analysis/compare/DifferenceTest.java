package io.stallmark.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

final class DifferenceTest {

  /** Student's t with 8 degrees of freedom: 2.306 at 95 %. */
  @Test
  void intervalOfTwoEstimates_isWelchs() {
    Difference difference = Difference.of(new Estimate(10, 3, 4), new Estimate(12, 3, 4), 0.05);
    assertThat(difference.estimate()).isEqualTo(2);
    assertThat(difference.high() - 2).isCloseTo(2.306 * Math.sqrt(18), within(0.01));
    assertThat(difference.low() - 2).isCloseTo(-2.306 * Math.sqrt(18), within(0.01));
    assertThat(difference.shown()).isFalse();
  }

  /** Of 5 and 15 in the same time: 15 of 20, by Clopper and Pearson 0.509 to 0.913. */
  @Test
  void intervalOfCounts_isExact() {
    Difference counts = Difference.ofCounts(5, 60, 15, 60, 0.05);
    assertThat(counts.estimate()).isCloseTo(2, within(1e-9));
    assertThat(counts.low()).isCloseTo(0.509 / 0.491 - 1, within(0.01));
    assertThat(counts.high()).isCloseTo(0.913 / 0.087 - 1, within(0.1));
    assertThat(counts.shown()).isTrue();
  }

  @Test
  void fewCounts_showNothing_andNoneAtAllNeither() {
    assertThat(Difference.ofCounts(0, 60, 3, 60, 0.05).shown()).isFalse();
    assertThat(Difference.ofCounts(0, 60, 12, 60, 0.05).shown()).isTrue();
    assertThat(Difference.ofCounts(0, 60, 0, 60, 0.05).shown()).isFalse();
  }

  @Test
  void ofLogarithms_areSharesAgain() {
    Difference share = new Difference(Math.log(1.1), Math.log(1.05), Math.log(2)).asShare();
    assertThat(share.estimate()).isCloseTo(0.1, within(1e-12));
    assertThat(share.low()).isCloseTo(0.05, within(1e-12));
    assertThat(share.high()).isCloseTo(1, within(1e-12));
  }
}
