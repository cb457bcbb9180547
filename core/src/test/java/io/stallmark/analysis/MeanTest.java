package io.stallmark.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

final class MeanTest {

  @Test
  void interval_isStudents() {
    // t(0.975, 4) = 2.776445, standard deviation sqrt(2.5): R's t.test(1:5)$conf.int
    Mean mean = Mean.of(DoubleStream.of(1, 2, 3, 4, 5));
    assertThat(mean.value()).isEqualTo(3);
    assertThat(mean.low()).isCloseTo(1.036757, within(1e-6));
    assertThat(mean.high()).isCloseTo(4.963243, within(1e-6));
  }

  @Test
  void whatIsNotKnown_isNoFigure() {
    assertThat(Mean.of(DoubleStream.of(7, Double.NaN)))
        .isEqualTo(new Mean(7, Double.NaN, Double.NaN));
    assertThat(Mean.of(DoubleStream.empty()).value()).isNaN();
  }

  @Test
  void interval_holdsTheTruth_in95Of100() {
    Random random = new Random(5);
    int held = 0;
    for (int i = 0; i < 2000; i++) {
      Mean mean = Mean.of(DoubleStream.generate(() -> 10 + random.nextGaussian()).limit(4));
      held += mean.low() <= 10 && 10 <= mean.high() ? 1 : 0;
    }
    assertThat(held).isBetween(1870, 1930);
  }
}
