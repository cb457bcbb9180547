package io.stallmark.tpcc.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.stallmark.data.Rng;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class NonUniformTest {

  private static final int DRAWS = 1_000_000;

  /** Chi-square over 100 groups of consecutive numbers, so that no expectation is small. */
  private static double chiSquare(NonUniform law, Rng rng) {
    double[] shares = law.probabilities();
    long[] counts = new long[shares.length];
    for (int i = 0; i < DRAWS; i++) {
      counts[(int) (law.draw(rng) - law.low())]++;
    }
    int groups = 100;
    int size = shares.length / groups;
    double square = 0;
    for (int group = 0; group < groups; group++) {
      double due = DRAWS * Arrays.stream(shares, group * size, (group + 1) * size).sum();
      double found = Arrays.stream(counts, group * size, (group + 1) * size).sum();
      square += (found - due) * (found - due) / due;
    }
    return square;
  }

  @Test
  void probabilities_addUpToOne() {
    assertThat(Arrays.stream(NonUniform.CUSTOMER.probabilities()).sum()).isCloseTo(1, within(1e-9));
  }

  /** 99 degrees of freedom: 149.4 is exceeded by chance in one of 1,000 cases. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void draws_haveTheDistributionOfTheStandard(long seed) {
    assertThat(chiSquare(NonUniform.NAME, Rng.of(seed, 0))).isLessThan(149.4);
    assertThat(chiSquare(NonUniform.LOADED_NAME, Rng.of(seed, 1))).isLessThan(149.4);
    assertThat(chiSquare(NonUniform.CUSTOMER, Rng.of(seed, 2))).isLessThan(149.4);
  }

  @Test
  void draws_ofAnotherConstant_haveAnotherDistribution() {
    NonUniform other = new NonUniform(255, 0, 999, NonUniform.NAME.constant() + 1);
    double[] shares = other.probabilities();
    assertThat(shares).isNotEqualTo(NonUniform.NAME.probabilities());
  }

  @Test
  void constants_differAsTheStandardDemands() {
    long difference = Math.abs(NonUniform.NAME.constant() - NonUniform.LOADED_NAME.constant());
    assertThat(difference).isBetween(65L, 119L).isNotIn(96L, 112L);
    assertThat(NonUniform.ITEM.constant()).isBetween(0L, NonUniform.ITEM.mask());
    assertThat(NonUniform.CUSTOMER.constant()).isBetween(0L, NonUniform.CUSTOMER.mask());
  }
}
