package io.stallmark.analysis.compare;

import java.util.List;
import java.util.SortedSet;
import java.util.SplittableRandom;
import java.util.TreeSet;

/**
 * Finds change points in a series by E-divisive means, as MongoDB does for its performance tests
 * (Daly et al., ICPE 2020). The method is by Matteson and James, "A nonparametric approach for
 * multiple change point analysis of multivariate data", JASA 109, 2014. A change is accepted if
 * random permutations of the same values show one as strong with a probability of at most 1 %.
 */
public final class ChangePoints {

  /** Minimum number of values on each side of a change. */
  private static final int FEWEST = 2;

  private static final int PERMUTATIONS = 499;
  private static final double RISK = 0.01;
  private static final long SEED = 2014;

  private final double[] series;
  private final SplittableRandom random = new SplittableRandom(SEED);

  /** Best split of a cluster, and its test statistic. */
  private record Split(int at, double strength) {}

  private ChangePoints(double[] series) {
    this.series = series;
  }

  /**
   * Returns the indexes of the first values after a change, ascending. The result is deterministic.
   */
  public static List<Integer> of(double[] series) {
    return new ChangePoints(series.clone()).find();
  }

  private List<Integer> find() {
    TreeSet<Integer> bounds = new TreeSet<>(List.of(0, series.length));
    while (true) {
      Split best = best(series, bounds);
      if (best.at < 0 || !significant(best, bounds)) {
        bounds.remove(0);
        bounds.remove(series.length);
        return List.copyOf(bounds);
      }
      bounds.add(best.at);
    }
  }

  private static Split best(double[] values, SortedSet<Integer> bounds) {
    Split best = new Split(-1, 0);
    int from = 0;
    for (int to : bounds.tailSet(1)) {
      Split split = split(values, from, to);
      best = split.strength > best.strength ? split : best;
      from = to;
    }
    return best;
  }

  private boolean significant(Split found, SortedSet<Integer> bounds) {
    int asStrong = 0;
    for (int i = 0; i < PERMUTATIONS; i++) {
      double[] permuted = series.clone();
      int from = 0;
      for (int to : bounds.tailSet(1)) {
        shuffle(permuted, from, to);
        from = to;
      }
      asStrong += best(permuted, bounds).strength >= found.strength ? 1 : 0;
    }
    return (asStrong + 1.0) / (PERMUTATIONS + 1) <= RISK;
  }

  private void shuffle(double[] values, int from, int to) {
    for (int i = to - 1; i > from; i--) {
      int j = from + random.nextInt(i - from + 1);
      double moved = values[i];
      values[i] = values[j];
      values[j] = moved;
    }
  }

  /** Finds the best split. Updates the sums of distances from one index to the next. */
  private static Split split(double[] values, int from, int to) {
    Split best = new Split(-1, 0);
    double before = 0;
    double between = 0;
    double after = 0;
    for (int i = from; i < to; i++) {
      after += distances(values, i, i + 1, to);
    }
    for (int at = from + 1; at < to; at++) {
      double earlier = distances(values, at - 1, from, at - 1);
      double later = distances(values, at - 1, at, to);
      before += earlier;
      after -= later;
      between += later - earlier;
      double strength = strength(between, before, after, at - from, to - at);
      if (at - from >= FEWEST && to - at >= FEWEST && strength > best.strength) {
        best = new Split(at, strength);
      }
    }
    return best;
  }

  private static double distances(double[] values, int of, int from, int to) {
    double sum = 0;
    for (int i = from; i < to; i++) {
      sum += Math.abs(values[of] - values[i]);
    }
    return sum;
  }

  private static double strength(
      double between, double before, double after, double left, double right) {
    double energy =
        2 * between / (left * right)
            - 2 * before / (left * (left - 1))
            - 2 * after / (right * (right - 1));
    return energy * left * right / (left + right);
  }
}
