package io.stallmark.ycsb.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GrayZipfianTest {

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 100, 10_000, 10_001, 200_000})
  void sum_isThatOfAllWeights(long n) {
    double sum = LongStream.rangeClosed(1, n).mapToDouble(k -> Math.pow(k, -0.99)).sum();
    assertThat(GrayZipfian.sum(n)).isEqualTo(sum, within(1e-9));
  }

  /** The constant of YCSB's {@code ScrambledZipfianGenerator}. */
  @Test
  void sum_ofTenBillion_isYcsbsConstant() {
    assertThat(GrayZipfian.sum(10_000_000_000L)).isEqualTo(26.46902820178302, within(1e-8));
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 2, 3, 10, 1_000_000})
  void ranks_areBelowTheirNumber_alsoWhenItGrows(long items) {
    GrayZipfian zipfian = new GrayZipfian(items);
    for (long more = Math.max(1, items); more < items + 20; more++) {
      for (double u = 0; u < 1; u += 0.001) {
        assertThat(zipfian.next(u, more)).isBetween(0L, Math.max(1, more - 1));
      }
    }
  }
}
