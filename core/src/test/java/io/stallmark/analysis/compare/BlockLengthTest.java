package io.stallmark.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

final class BlockLengthTest {

  private static double[] autoregression(double memory, int length) {
    Random random = new Random(7);
    double[] series = new double[length];
    double value = 0;
    for (int i = 0; i < length; i++) {
      value = memory * value + random.nextGaussian();
      series[i] = value;
    }
    return series;
  }

  @Test
  void independentValues_needNoBlocks() {
    assertThat(BlockLength.of(autoregression(0, 1000))).isLessThanOrEqualTo(4);
  }

  /** By the papers' formula (2 G^2 / D)^(1/3) n^(1/3), with G and D of the known process. */
  @Test
  void memory_givesTheBlocksOfTheFormula() {
    double memory = 0.7;
    int n = 5000;
    double ratio = 2 * memory / (1 - memory * memory);
    double expected = Math.cbrt(1.5 * ratio * ratio * n);
    assertThat((double) BlockLength.of(autoregression(memory, n)))
        .isBetween(0.7 * expected, 1.4 * expected);
  }

  @Test
  void theMoreMemory_theLongerTheBlocks_butNotBeyondAThirdOfTheSeries() {
    int little = BlockLength.of(autoregression(0.5, 300));
    int much = BlockLength.of(autoregression(0.9, 300));
    assertThat(little).isLessThan(much);
    double[] drift = new double[30];
    for (int i = 0; i < drift.length; i++) {
      drift[i] = i;
    }
    assertThat(BlockLength.of(drift)).isBetween(5, 10);
  }

  @Test
  void constantSeries_needsNoBlocks() {
    assertThat(BlockLength.of(new double[50])).isEqualTo(1);
  }
}
