package io.stallmark.linkbench.data;

import static io.stallmark.linkbench.data.DistributionSample.assertShare;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.data.Rng;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ZipfRankTest {

  /** Shares of the first rank and of the first hundredth, in percent. */
  @ParameterizedTest
  @CsvSource({
    "1000000, 0.8, 1.35, 36.5",
    "10000000, 0.8, 0.83, 37.7",
    "10000000, 0.741, 0.40, 29.5",
    "10000000, 0.625, 0.09, 17.6",
    "10000000, 0.606, 0.07, 16.2"
  })
  void fewRanksHaveMuchOfAll(long n, double shape, double first, double hundredth) {
    ZipfRank law = new ZipfRank(n, shape);

    assertShare(law, first / 100, 0.00005, rank -> rank == 0);
    assertShare(law, hundredth / 100, 0.0005, rank -> rank < n / 100);
  }

  @ParameterizedTest
  @CsvSource({"0.8, 61.8", "0.741, 54.5", "0.625, 42.1", "0.606, 40.3"})
  void tenthOfTenMillionRanksHasItsShare(double shape, double tenth) {
    assertShare(new ZipfRank(10_000_000, shape), tenth / 100, 0.0005, rank -> rank < 1_000_000);
  }

  @ParameterizedTest
  @ValueSource(longs = {3, 50, 99_999, 100_000, 1_000_000})
  void firstTwoRanksAreExact(long n) {
    double sum = 0;
    for (long k = 1; k <= n; k++) {
      sum += Math.pow((double) k, -0.8);
    }

    assertShare(new ZipfRank(n, 0.8), 1 / sum, rank -> rank == 0);
    assertShare(new ZipfRank(n, 0.8), Math.pow(2, -0.8) / sum, rank -> rank == 1);
  }

  @ParameterizedTest
  @CsvSource({
    "1, 0.8",
    "2, 0.8",
    "3, 0",
    "10, 0.999",
    "9007199254740992, 0.741",
    "9223372032559808511, 0.8"
  })
  void ranksStayInTheirRange(long n, double shape) {
    ZipfRank law = new ZipfRank(n, shape);
    Rng rng = Rng.of(1, 1);
    for (int i = 0; i < 5_000; i++) {
      assertThat(law.next(rng)).isBetween(0L, n - 1);
    }
  }

  /** Doubles have 53 bits, ranks up to 63: the last bits must not all be alike. */
  @ParameterizedTest
  @CsvSource({"51, 0.8", "54, 0.8", "58, 0.606", "63, 0.8"})
  void ranksOfManyBits_haveAllTheirBits(int bits, double shape) {
    long n = bits < 63 ? 1L << bits : GraphShape.MOST_ID;
    ZipfRank law = new ZipfRank(n, shape);
    for (int bit = 0; bit < 12; bit++) {
      long mask = 1L << bit;
      assertShare(law, 0.5, rank -> (rank & mask) != 0);
    }
    for (int low : new int[] {0, 1, 7, 1023}) {
      assertShare(law, 1.0 / 1024, rank -> (rank & 1023) == low);
    }
    assertShare(law, Math.pow(0.01, 1 - shape), 0.001, rank -> rank < n / 100);
  }

  @ParameterizedTest
  @CsvSource({"0, 0.8", "10, 1", "10, -0.1", "10, NaN"})
  void lawThatItCannotInvertIsRefused(long n, double shape) {
    assertThatThrownBy(() -> new ZipfRank(n, shape)).isInstanceOf(IllegalArgumentException.class);
  }
}
