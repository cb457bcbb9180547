package io.stallmark.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

final class MeanTest {

  @Test
  void interval_ofPositiveFigures_isStudentsOfTheirLogarithms() {
    // t(0.975, 4) = 2.776445: R's exp(t.test(log(1:5))$conf.int)
    MeanEstimate mean = MeanEstimate.of(DoubleStream.of(1, 2, 3, 4, 5));
    assertThat(mean.value()).isCloseTo(2.605171, within(1e-6));
    assertThat(mean.low()).isCloseTo(1.183421, within(1e-6));
    assertThat(mean.high()).isCloseTo(5.734999, within(1e-6));
  }

  @Test
  void interval_ofTimesFarApart_isNeverNegative() {
    MeanEstimate mean = MeanEstimate.of(DoubleStream.of(2, 40));
    assertThat(mean.low()).isPositive();
    assertThat(mean.high()).isGreaterThan(40);
  }

  @Test
  void interval_ofCountsThatMayBeZero_isThatOfTheCounts_from0() {
    MeanEstimate mean = MeanEstimate.of(DoubleStream.of(0, 1, 2, 3, 4));
    assertThat(mean.value()).isEqualTo(2);
    assertThat(mean.low()).isCloseTo(0.036757, within(1e-6));
    assertThat(mean.high()).isCloseTo(3.963243, within(1e-6));
    assertThat(MeanEstimate.of(DoubleStream.of(0, 3)).low()).isZero();
  }

  @Test
  void whatIsNotKnown_isNoFigure() {
    assertThat(MeanEstimate.of(DoubleStream.of(7, Double.NaN)))
        .satisfies(
            mean -> {
              assertThat(mean.value()).isCloseTo(7, within(1e-9));
              assertThat(mean.low()).isNaN();
              assertThat(mean.high()).isNaN();
            });
    assertThat(MeanEstimate.of(DoubleStream.empty()).value()).isNaN();
  }

  @Test
  void interval_holdsTheTruth_in95Of100() {
    Random random = new Random(5);
    int held = 0;
    for (int i = 0; i < 2000; i++) {
      MeanEstimate mean =
          MeanEstimate.of(DoubleStream.generate(() -> Math.exp(random.nextGaussian())).limit(4));
      held += mean.low() <= 1 && 1 <= mean.high() ? 1 : 0;
    }
    assertThat(held).isBetween(1870, 1930);
  }
}
