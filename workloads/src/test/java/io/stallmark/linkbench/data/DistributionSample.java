package io.stallmark.linkbench.data;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.data.Distribution;
import io.stallmark.data.Rng;
import java.util.function.LongPredicate;

/** Statistics over fixed seeds: what passes once passes always. */
final class DistributionSample {

  static final int DRAWS = 200_000;

  private DistributionSample() {}

  /** Asserts that a share of the draws is within five standard errors of what is expected. */
  static void assertShare(Distribution distribution, double expected, LongPredicate in) {
    assertShare(distribution, expected, 0, in);
  }

  /**
   * @param rounding how far the expected share may be off itself
   */
  static void assertShare(
      Distribution distribution, double expected, double rounding, LongPredicate in) {
    Rng rng = Rng.of(42, 7);
    int hits = 0;
    for (int i = 0; i < DRAWS; i++) {
      hits += in.test(distribution.next(rng)) ? 1 : 0;
    }
    assertThat((double) hits / DRAWS)
        .isBetween(
            expected - rounding - 5 * error(expected), expected + rounding + 5 * error(expected));
  }

  /** The standard error of a share. */
  private static double error(double share) {
    return Math.sqrt(share * (1 - share) / DRAWS);
  }
}
