package io.stallmark.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class ChangePointsTest {

  /** Levels of so many runs each, with 2 % of noise. */
  private static double[] levels(long seed, int each, double... levels) {
    Random random = new Random(seed);
    return Arrays.stream(levels)
        .flatMap(
            level ->
                java.util.stream.DoubleStream.generate(
                        () -> level * (1 + 0.02 * random.nextGaussian()))
                    .limit(each))
        .toArray();
  }

  @Test
  void steps_areFoundWhereTheyAre() {
    assertThat(ChangePoints.of(levels(1, 12, 1000, 900))).containsExactly(12);
    assertThat(ChangePoints.of(levels(2, 10, 1000, 800, 950))).containsExactly(10, 20);
  }

  @Test
  void noise_hasNoChange_inAllButOneOfAHundred() {
    int alarms = 0;
    for (int seed = 0; seed < 50; seed++) {
      alarms += ChangePoints.of(levels(seed, 20, 1000)).isEmpty() ? 0 : 1;
    }
    assertThat(alarms).isLessThanOrEqualTo(2);
  }

  @Test
  void oneOutlier_isNoChange() {
    double[] series = levels(3, 20, 1000);
    series[9] = 400;
    assertThat(ChangePoints.of(series)).isEmpty();
  }

  @Test
  void fewOrEqualValues_haveNoChange() {
    assertThat(ChangePoints.of(new double[0])).isEmpty();
    assertThat(ChangePoints.of(new double[] {1})).isEmpty();
    assertThat(ChangePoints.of(new double[] {1, 1, 2, 2})).isEmpty();
    assertThat(ChangePoints.of(new double[30])).isEmpty();
  }

  @Test
  void sameSeries_givesTheSameChanges() {
    double[] series = levels(5, 8, 1000, 960);
    assertThat(ChangePoints.of(series)).isEqualTo(ChangePoints.of(series));
  }
}
