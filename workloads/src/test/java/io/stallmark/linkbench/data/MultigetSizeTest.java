package io.stallmark.linkbench.data;

import static io.stallmark.linkbench.data.DistributionSample.assertShare;
import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.data.Rng;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class MultigetSizeTest {

  private static final MultigetSize DOCUMENTED = new MultigetSize(FidelityOptions.AS_DOCUMENTED);
  private static final MultigetSize CODED = new MultigetSize(FidelityOptions.AS_CODED);

  @Test
  void mean_isOneMoreAsCodedThanAsMeant() {
    assertThat(mean(DOCUMENTED)).isCloseTo(2.62, Offset.offset(0.03));
    assertThat(mean(CODED)).isCloseTo(3.62, Offset.offset(0.03));
  }

  @Test
  void sizesAreGeometricFromTheLeastOn() {
    assertShare(DOCUMENTED, 0.382, k -> k == 1);
    assertShare(DOCUMENTED, 0.382 * 0.618, k -> k == 2);
    assertShare(DOCUMENTED, 0.382 * Math.pow(0.618, 6), k -> k == 7);
    assertShare(DOCUMENTED, 1, k -> k >= 1 && k <= MultigetSize.MOST);
    assertShare(CODED, 0, k -> k == 1);
    assertShare(CODED, 0.382, k -> k == 2);
  }

  private static double mean(MultigetSize size) {
    Rng rng = Rng.of(4, 4);
    long sum = 0;
    for (int i = 0; i < DistributionSample.DRAWS; i++) {
      sum += size.next(rng);
    }
    return (double) sum / DistributionSample.DRAWS;
  }
}
