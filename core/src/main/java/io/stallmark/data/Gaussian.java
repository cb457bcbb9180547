package io.stallmark.data;

/**
 * Mean of several uniform draws, approximately normal around the middle of [low, high]; sysbench's
 * {@code gaussian}. With n draws the standard deviation is size / √(12 n).
 */
public final class Gaussian implements Distribution {

  private final Range range;
  private final int draws;
  private final double factor;

  /**
   * @param draws number of uniform draws per number; sysbench uses 12
   */
  public Gaussian(long low, long high, int draws) {
    if (draws < 1) {
      throw new IllegalArgumentException("The mean of " + draws + " draws");
    }
    this.range = new Range(low, high);
    this.draws = draws;
    this.factor = range.size() / draws;
  }

  @Override
  public long next(Rng rng) {
    double sum = 0;
    for (int i = 0; i < draws; i++) {
      sum += rng.nextDouble();
    }
    return range.at(sum * factor);
  }
}
