package io.stallmark.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What holds for every law alike. */
class DistributionTest {

  /** A law still without its range. */
  interface Law {
    Distribution over(long low, long high);
  }

  static Stream<Law> laws() {
    return Stream.of(
        Distribution::uniform,
        (low, high) -> Distribution.gaussian(low, high, 12),
        (low, high) -> Distribution.gaussian(low, high, 1),
        (low, high) -> new Special(low, high, 12, 1, 75),
        (low, high) -> new Special(low, high, 12, 100, 100),
        (low, high) -> new Special(low, high, 1, 0, 0),
        (low, high) -> Distribution.pareto(low, high, 0.2),
        (low, high) -> Distribution.pareto(low, high, 0.9999),
        (low, high) -> new Zipfian(low, high, 0),
        (low, high) -> new Zipfian(low, high, 0.8),
        (low, high) -> new Zipfian(low, high, 1),
        (low, high) -> new Zipfian(low, high, 3));
  }

  @ParameterizedTest
  @MethodSource("laws")
  void rangeOfOneNumberGivesThatNumber(Law law) {
    assertAllWithin(law, 1, 1);
    assertAllWithin(law, -7, -7);
  }

  @ParameterizedTest
  @MethodSource("laws")
  void drawsStayWithinTheRange(Law law) {
    assertAllWithin(law, 1, 2);
    assertAllWithin(law, 0, 9);
    assertAllWithin(law, -100, 100);
    assertAllWithin(law, 1, Integer.MAX_VALUE);
    assertAllWithin(law, 1, 1L << 31);
    assertAllWithin(law, 1, 1L << 52);
  }

  private static void assertAllWithin(Law law, long low, long high) {
    Distribution distribution = law.over(low, high);
    Rng rng = Rng.of(low, high);
    for (int i = 0; i < 10_000; i++) {
      assertThat(distribution.next(rng)).isBetween(low, high);
    }
  }

  @ParameterizedTest
  @MethodSource("laws")
  void sameSeedGivesTheSameDraws(Law law) {
    Distribution distribution = law.over(1, 1_000_000);
    Rng rng = Rng.of(5, 0);
    long[] once =
        Stream.generate(() -> distribution.next(rng)).limit(50).mapToLong(n -> n).toArray();
    rng.rewind();
    long[] again =
        Stream.generate(() -> distribution.next(rng)).limit(50).mapToLong(n -> n).toArray();

    assertThat(again).containsExactly(once);
  }

  @ParameterizedTest
  @MethodSource("laws")
  void drawingAllocatesNothing(Law law) {
    Distribution distribution = law.over(1, 100_000);
    Rng rng = Rng.of(1, 1);

    assertThat(Sampling.allocated(() -> distribution.next(rng))).isLessThan(1_000);
  }

  @ParameterizedTest
  @MethodSource("laws")
  void emptyRangeIsRefused(Law law) {
    assertThatThrownBy(() -> law.over(2, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("No number lies between 2 and 1");
    assertThatThrownBy(() -> law.over(Long.MIN_VALUE, Long.MAX_VALUE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("wider than 2^53");
  }

  @Test
  void shapesThatMakeNoSenseAreRefused() {
    assertThatThrownBy(() -> Distribution.pareto(1, 2, 1)).hasMessageContaining("pareto");
    assertThatThrownBy(() -> Distribution.pareto(1, 2, Double.NaN)).hasMessageContaining("pareto");
    assertThatThrownBy(() -> new Zipfian(1, 2, -0.1)).hasMessageContaining("zipfian");
    assertThatThrownBy(() -> Distribution.gaussian(1, 2, 0)).hasMessageContaining("0 draws");
    assertThatThrownBy(() -> new Special(1, 2, 0, 1, 75)).hasMessageContaining("0 draws");
    assertThatThrownBy(() -> new Special(1, 2, 12, 101, 75)).hasMessageContaining("101 percent");
    assertThatThrownBy(() -> new Special(1, 2, 12, 1, -1)).hasMessageContaining("percent");
  }
}
