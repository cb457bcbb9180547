package io.stallmark.data;

import static io.stallmark.data.Sampling.assertFits;
import static io.stallmark.data.Sampling.assertShare;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each law has the shape its definition says. */
class LawsTest {

  private static final long N = 100_000;

  @Test
  void uniformIsEven() {
    long[] counts = histogram(Distribution.uniform(1, 97), 97, 200_000);
    double[] even = new double[97];
    Arrays.fill(even, 1.0 / 97);

    assertFits(counts, even);
  }

  @Test
  void gaussianHasTheMeanAndSpreadOfTwelveUniformDraws() {
    Distribution law = Distribution.gaussian(1, N, 12);
    // Irwin–Hall: the sum of 12 has variance 1, so the mean of 12 has standard deviation 1/12.
    assertMoments(law, 0.5, 1.0 / 12);
    assertShare(law, 0.0, id -> id < N * 5 / 100);
  }

  @Test
  void gaussianOfOneDrawIsUniform() {
    long[] counts = histogram(Distribution.gaussian(1, 50, 1), 50, 200_000);
    double[] even = new double[50];
    Arrays.fill(even, 1.0 / 50);

    assertFits(counts, even);
  }

  @Test
  void specialPutsThreeQuartersIntoThreeQuartersOfAPercent() {
    Special law = new Special(1, N, 12, 1, 75);
    double middle = N / 2.0;
    // The bell's density at its middle: 12 times that of the sum of 12, 655177/1663200.
    double bell = 12 * 655177.0 / 1663200;

    assertShare(
        law,
        0.75 + 0.25 * bell * 0.0075,
        id -> id > middle - 0.0025 * N && id <= middle + 0.005 * N + 1);
    assertShare(
        law, 0.25 * bell * 0.0025, id -> id > middle - 0.005 * N && id <= middle - 0.0025 * N);
    assertShare(law, 0.25 * (0.5 - bell * 0.005), id -> id <= middle - 0.005 * N);
  }

  @Test
  void specialWithoutHotNumbersIsTheBell() {
    assertMoments(new Special(1, N, 12, 1, 0), 0.5, 1.0 / 12);
  }

  @Test
  void specialWithHotNumbersOnlyAndTheWholeRangeIsUniform() {
    long[] counts = histogram(new Special(1, 60, 12, 100, 100), 60, 200_000);
    double[] even = new double[60];
    Arrays.fill(even, 1.0 / 60);

    assertFits(counts, even);
  }

  @Test
  void paretoHasEightyPercentInTwentyAndFiftyThreeInOne() {
    Distribution law = Distribution.pareto(1, N, 0.2);

    assertShare(law, 0.8, id -> id <= N / 5);
    assertShare(law, 0.528, id -> id <= N / 100);
    assertShare(law, Math.pow(0.5, Math.log(0.8) / Math.log(0.2)), id -> id <= N / 2);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.5, 0.8, 1, 1.5})
  void zipfianFollowsThePowerLaw(double exponent) {
    int n = 60;
    double[] law = new double[n];
    double sum = 0;
    for (int k = 1; k <= n; k++) {
      law[k - 1] = Math.pow(k, -exponent);
      sum += law[k - 1];
    }
    for (int k = 0; k < n; k++) {
      law[k] /= sum;
    }

    assertFits(histogram(new Zipfian(1, n, exponent), n, 200_000), law);
  }

  @Test
  void zipfianOverAMillionFavoursTheLowestAsComputed() {
    int n = 1_000_000;
    double sum = 0;
    double onePercent = 0;
    for (int k = 1; k <= n; k++) {
      sum += Math.pow(k, -0.8);
      if (k == n / 100) {
        onePercent = sum;
      }
    }
    Zipfian law = new Zipfian(1, n, 0.8);

    assertShare(law, 1 / sum, id -> id == 1);
    assertShare(law, onePercent / sum, id -> id <= n / 100);
  }

  private static long[] histogram(Distribution distribution, int size, int draws) {
    long[] counts = new long[size];
    Rng rng = Rng.of(3, 1);
    for (int i = 0; i < draws; i++) {
      counts[(int) distribution.next(rng) - 1]++;
    }
    return counts;
  }

  /** Mean and standard deviation, as shares of the range, within five standard errors. */
  private static void assertMoments(Distribution distribution, double mean, double deviation) {
    int draws = 200_000;
    Rng rng = Rng.of(8, 2);
    double sum = 0;
    double squares = 0;
    for (int i = 0; i < draws; i++) {
      double x = (distribution.next(rng) - 0.5) / N;
      sum += x;
      squares += x * x;
    }
    double sampleMean = sum / draws;
    double sampleDeviation = Math.sqrt(squares / draws - sampleMean * sampleMean);

    double error = deviation / Math.sqrt(draws);
    assertThat(sampleMean).isBetween(mean - 5 * error, mean + 5 * error);
    assertThat(sampleDeviation).isBetween(deviation - 5 * error, deviation + 5 * error);
  }
}
