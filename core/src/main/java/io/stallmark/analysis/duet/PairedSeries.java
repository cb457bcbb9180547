package io.stallmark.analysis.duet;

import io.stallmark.analysis.compare.PairedEstimate;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Values of a metric on both sides, in pairs of the same time. Not thread-safe. */
final class PairedSeries {

  /**
   * Standard deviation of the logarithm of the ratio of two equal sides, from one duet to the next.
   * A cause is background work of a server, such as autovacuum, which does not reach both sides at
   * once. The effect often lasts for a whole duet, so that no statistic of one duet contains it.
   * Measured: see docs/performance.md.
   */
  private static final double BETWEEN_DUETS = 0.0065;

  private final List<Pair> pairs = new ArrayList<>();

  private record Pair(double a, double b) {}

  void add(double a, double b) {
    pairs.add(new Pair(a, b));
  }

  /**
   * Returns the estimate for numbers of events in equal times: the ratio of their sums, so that a
   * pair without an event counts too. The error is that of the linear approximation (delta method).
   */
  PairedEstimate ofCounts() {
    double a = mean(Pair::a);
    double b = mean(Pair::b);
    return estimate(a, b, pair -> pair.b / b - pair.a / a);
  }

  /** Returns the estimate for positive values: the ratio of their geometric means. */
  PairedEstimate ofValues() {
    return estimate(
        Math.exp(mean(pair -> Math.log(pair.a))),
        Math.exp(mean(pair -> Math.log(pair.b))),
        pair -> Math.log(pair.b / pair.a));
  }

  /** Returns the estimate for values that may be 0: the difference of their means. */
  PairedEstimate ofDifferences() {
    BatchMeans batches =
        BatchMeans.of(pairs.stream().mapToDouble(pair -> pair.b - pair.a).toArray());
    return new PairedEstimate(
        mean(Pair::a), mean(Pair::b), batches.error(), batches.batches() - 1.0, false);
  }

  /**
   * @param part contribution of a pair to the logarithm of the ratio, apart from a constant
   */
  private PairedEstimate estimate(double a, double b, ToDoubleFunction<Pair> part) {
    return ratio(a, b, pairs.stream().mapToDouble(part).toArray());
  }

  /**
   * Returns the estimate of a ratio.
   *
   * @param parts contributions of the pairs to its logarithm, apart from a constant
   */
  static PairedEstimate ratio(double a, double b, double... parts) {
    BatchMeans batches = BatchMeans.of(parts);
    double error = Math.hypot(batches.error(), BETWEEN_DUETS);
    return new PairedEstimate(a, b, error, batches.batches() - 1.0, true);
  }

  private double mean(ToDoubleFunction<Pair> value) {
    return pairs.stream().mapToDouble(value).average().orElse(Double.NaN);
  }
}
