package io.stallmark.data;

/**
 * sysbench's {@code pareto}: U^p of the range with p = ln h / ln (1 − h). A share 1 − h of the
 * draws falls into the lowest share h of the numbers. This is the self-similar distribution of Gray
 * et al., "Quickly generating billion-record synthetic databases", 1994.
 */
public final class Pareto implements Distribution {

  private final Range range;
  private final double size;
  private final double power;

  /**
   * @param h shape, above 0 and below 1; 0.2 puts 80 % of the draws on 20 % of the numbers
   */
  public Pareto(long low, long high, double h) {
    if (!(h > 0 && h < 1)) {
      throw new IllegalArgumentException("The shape of pareto must lie between 0 and 1: " + h);
    }
    range = new Range(low, high);
    size = range.size();
    power = Math.log(h) / Math.log(1 - h);
  }

  @Override
  public long next(Rng rng) {
    return range.at(size * Math.pow(rng.nextDouble(), power));
  }
}
