package io.stallmark.sysbench;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.data.Distribution;
import io.stallmark.data.Rng;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeyDistributionTest {

  /** Shares of the lowest 1 %, the lowest 20 % and the middle 2 % of ids. */
  @ParameterizedTest
  @CsvSource({
    "uniform,  0.010, 0.200, 0.02",
    "special,  0.000, 0.000, 0.77",
    "gaussian, 0.000, 0.000, 0.09",
    "pareto,   0.528, 0.800, 0.00",
    "zipfian,  0.339, 0.697, 0.01"
  })
  void eachTypeHasItsShape(String type, double lowest, double low, double middle) {
    Distribution distribution =
        SysbenchOptions.KeyDistribution.of(SysbenchGiven.settings("rand-type=" + type))
            .between(1, 100_000);

    assertThat(share(distribution, 1, 1_000)).isCloseTo(lowest, within());
    assertThat(share(distribution, 1, 20_000)).isCloseTo(low, within());
    assertThat(share(distribution, 49_001, 51_000)).isCloseTo(middle, within());
  }

  @Test
  void parametersAreTaken() {
    assertThat(share(law("pareto", "rand-pareto-h=0.5"), 1, 1_000)).isCloseTo(0.01, within());
    assertThat(share(law("zipfian", "rand-zipfian-exp=0"), 1, 1_000)).isCloseTo(0.01, within());
    assertThat(share(law("gaussian", "rand-spec-iter=1"), 1, 1_000)).isCloseTo(0.01, within());
    assertThat(share(law("special", "rand-spec-res=0"), 49_001, 51_000)).isCloseTo(0.09, within());
    assertThat(share(law("special", "rand-spec-pct=100", "rand-spec-res=100"), 1, 1_000))
        .isCloseTo(0.01, within());
  }

  private static Distribution law(String type, String... more) {
    String[] all = java.util.Arrays.copyOf(more, more.length + 1);
    all[more.length] = "rand-type=" + type;
    return SysbenchOptions.KeyDistribution.of(SysbenchGiven.settings(all)).between(1, 100_000);
  }

  private static org.assertj.core.data.Offset<Double> within() {
    return org.assertj.core.data.Offset.offset(0.006);
  }

  private static double share(Distribution distribution, long low, long high) {
    Rng rng = Rng.of(6, 6);
    int hits = 0;
    for (int i = 0; i < 50_000; i++) {
      long id = distribution.next(rng);
      if (id >= low && id <= high) {
        hits++;
      }
    }
    return hits / 50_000.0;
  }
}
