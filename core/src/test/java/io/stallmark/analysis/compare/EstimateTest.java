package io.stallmark.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class EstimateTest {

  private static Estimate mean(double[] series) {
    double usual = Arrays.stream(series).average().orElseThrow();
    double[] influence = Arrays.stream(series).map(value -> value - usual).toArray();
    return Estimate.ofIntervals(Blocks.of(series), sums -> sums[0] / series.length, influence);
  }

  private static double[] autoregression(double memory, int length) {
    Random random = new Random(11);
    double[] series = new double[length];
    double value = 0;
    for (int i = 0; i < length; i++) {
      value = memory * value + random.nextGaussian();
      series[i] = value;
    }
    return series;
  }

  /** The known errors of the mean: 1/sqrt(n), and 1/(1 - memory)/sqrt(n). Rather more than less. */
  @Test
  void errorOfAMean_isThatOfTheProcess() {
    int n = 2000;
    assertThat(mean(autoregression(0, n)).error() * Math.sqrt(n)).isBetween(0.9, 1.4);
    assertThat(mean(autoregression(0.8, n)).error() * Math.sqrt(n)).isBetween(4.5, 7.0);
  }

  @Test
  void memoryBehindStalls_isSeenAllTheSame() {
    double[] quiet = autoregression(0.9, 300);
    double[] stalling = quiet.clone();
    Random random = new Random(3);
    for (int i = 0; i < stalling.length; i++) {
      stalling[i] = random.nextDouble() < 0.03 ? -40 : stalling[i];
    }
    assertThat(mean(stalling).error()).isGreaterThan(mean(quiet).error());
  }

  @Test
  void ofRuns_isTheMeanAndItsStandardError() {
    Estimate estimate = Estimate.ofRuns(new double[] {1, 2, 3, 6});
    assertThat(estimate.value()).isEqualTo(3);
    assertThat(estimate.error()).isCloseTo(Math.sqrt(14 / 3.0 / 4), within(1e-12));
    assertThat(estimate.freedom()).isEqualTo(3);
  }

  @Test
  void sameSeries_givesTheSameErrorEachTime() {
    double[] series = autoregression(0.5, 100);
    assertThat(mean(series)).isEqualTo(mean(series));
  }
}
