package io.stallmark.data;

import io.stallmark.text.RefusedException;

/**
 * A random distribution of integers over a range that is fixed at construction. It has no state
 * between two draws, so all threads can share one instance. It does not allocate.
 */
@FunctionalInterface
public interface Distribution {

  long next(Rng rng);

  /** Uniform distribution over [low, high]; sysbench's {@code uniform}. */
  static Distribution uniform(long low, long high) {
    Range range = new Range(low, high);
    double size = range.size();
    return rng -> range.at(rng.nextDouble() * size);
  }

  /**
   * Mean of several uniform draws, approximately normal around the middle of [low, high];
   * sysbench's {@code gaussian}. With n draws the standard deviation is size / √(12 n).
   *
   * @param draws number of uniform draws per number; sysbench uses 12
   */
  static Distribution gaussian(long low, long high, int draws) {
    if (draws < 1) {
      throw new IllegalArgumentException("The mean of " + draws + " draws");
    }
    Range range = new Range(low, high);
    double factor = range.size() / draws;
    return rng -> range.at(rng.sum(draws) * factor);
  }

  /**
   * sysbench's {@code pareto}: U^p of the range with p = ln h / ln (1 − h). A share 1 − h of the
   * draws falls into the lowest share h of the numbers. This is the self-similar distribution of
   * Gray et al., "Quickly generating billion-record synthetic databases", 1994.
   *
   * @param h shape, above 0 and below 1; 0.2 puts 80 % of the draws on 20 % of the numbers
   */
  static Distribution pareto(long low, long high, double h) {
    if (!(h > 0 && h < 1)) {
      throw new RefusedException("The shape of pareto must be between 0 and 1: " + h);
    }
    Range range = new Range(low, high);
    double size = range.size();
    double power = Math.log(h) / Math.log(1 - h);
    return rng -> range.at(size * Math.pow(rng.nextDouble(), power));
  }
}
