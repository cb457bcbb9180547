package io.stallmark.tpcc.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.data.Rng;
import io.stallmark.tpcc.data.NonUniform;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

final class LoadLawsTest {

  private static double deviation(LongSupplier name) {
    long[] counts = new long[1000];
    for (int i = 0; i < 20_000; i++) {
      counts[(int) name.getAsLong()]++;
    }
    return LoadLaws.deviation(counts);
  }

  @Test
  void namesOfTheDistribution_areAccepted_withAnyConstant() {
    Rng rng = Rng.of(1, 1);
    assertThat(deviation(() -> NonUniform.LOADED_NAME.draw(rng))).isBetween(-4.0, 4.0);
    assertThat(deviation(() -> new NonUniform(255, 0, 999, 12).draw(rng))).isBetween(-4.0, 4.0);
  }

  @Test
  void uniformNames_areNotAccepted() {
    Rng rng = Rng.of(1, 1);
    assertThat(deviation(() -> rng.uniform(0, 999))).isGreaterThan(50);
  }
}
