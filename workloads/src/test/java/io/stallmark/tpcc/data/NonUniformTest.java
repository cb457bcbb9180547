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
  private static final NonUniform CUSTOMER = NonUniform.customer(new Scale(100));
  private static final NonUniform ITEM = NonUniform.item(new Scale(100));
  private static final NonUniform NAME = NonUniform.name(new Scale(100));

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
    assertThat(Arrays.stream(CUSTOMER.probabilities()).sum()).isCloseTo(1, within(1e-9));
  }

  /** 99 degrees of freedom: 149.4 is exceeded by chance in one of 1,000 cases. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void draws_haveTheDistributionOfTheStandard(long seed) {
    assertThat(chiSquare(NAME, Rng.of(seed, 0))).isLessThan(149.4);
    assertThat(chiSquare(NonUniform.LOADED_NAME, Rng.of(seed, 1))).isLessThan(149.4);
    assertThat(chiSquare(CUSTOMER, Rng.of(seed, 2))).isLessThan(149.4);
  }

  @Test
  void draws_ofAnotherConstant_haveAnotherDistribution() {
    NonUniform other = new NonUniform(255, 0, 999, NAME.constant() + 1);
    double[] shares = other.probabilities();
    assertThat(shares).isNotEqualTo(NAME.probabilities());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 10, 34, 100})
  void draws_areWithinTheScale(int percent) {
    Scale scale = new Scale(percent);
    Rng rng = Rng.of(percent, 0);
    for (int i = 0; i < 10_000; i++) {
      assertThat(NonUniform.customer(scale).draw(rng)).isBetween(1L, 30L * percent);
      assertThat(NonUniform.item(scale).draw(rng)).isBetween(1L, 1000L * percent);
      assertThat(NonUniform.name(scale).draw(rng)).isBetween(0L, scale.names() - 1L);
    }
  }

  @Test
  void constants_differAsTheStandardDemands() {
    long difference = Math.abs(NAME.constant() - NonUniform.LOADED_NAME.constant());
    assertThat(difference).isBetween(65L, 119L).isNotIn(96L, 112L);
    assertThat(ITEM.constant()).isBetween(0L, ITEM.mask());
    assertThat(CUSTOMER.constant()).isBetween(0L, CUSTOMER.mask());
  }
}
