package io.stallmark.analysis.duet;

import java.util.List;

/**
 * Sequential rule that ends a duet when the interval of the throughput is narrow enough: a
 * fixed-width interval after Y. Chow and H. Robbins, "On the Asymptotic Theory of Fixed-Width
 * Sequential Confidence Intervals", Annals of Mathematical Statistics 36(2), 1965. An error that is
 * small by chance would end the duet too early. Therefore the rule has a minimum of pairs, and
 * needs two narrow intervals, one after the other.
 *
 * @param width largest distance of a bound from the middle, as a share: 0.02 is ± 2 %
 */
public record WidthRule(double width) {

  /** Minimum number of pairs. */
  public static final int FEWEST_PAIRS = 30;

  private static final int LOOKS = 2;

  /** Whether the duet may end after these looks. */
  public boolean isReached(List<DuetLook> looks) {
    return looks.size() >= LOOKS
        && looks.get(looks.size() - 1).pairs() >= FEWEST_PAIRS
        && looks.subList(looks.size() - LOOKS, looks.size()).stream().allMatch(this::isNarrow);
  }

  private boolean isNarrow(DuetLook look) {
    return look.difference().high() - look.difference().low() <= 2 * width;
  }
}
