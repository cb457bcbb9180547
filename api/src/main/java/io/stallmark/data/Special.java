package io.stallmark.data;

import io.stallmark.text.RefusedException;

/**
 * sysbench's {@code special}, the default of its versions 0.5 and 1.0. Most draws are uniform in a
 * narrow band in the middle of [low, high]. The others are approximately normal over the whole
 * range.
 *
 * <p>As in sysbench, one uniform draw chooses between the two and also selects the number in the
 * band. With 75 % of the draws in the band, that draw is never below 0.25. The lowest quarter of a
 * band of 1 % therefore stays empty, and the hot rows are 0.75 % of all.
 */
public final class Special implements Distribution {

  private final Range range;
  private final int draws;
  private final double bellBelow;
  private final double bellFactor;
  private final double bandSize;
  private final double bandStart;

  /**
   * @param draws number of uniform draws per number outside the band; sysbench uses 12
   * @param bandPercent width of the band in percent of the range; sysbench uses 1
   * @param hotPercent percentage of the draws that fall into the band; sysbench uses 75
   */
  public Special(long low, long high, int draws, int bandPercent, int hotPercent) {
    if (draws < 1) {
      throw new IllegalArgumentException("The mean of " + draws + " draws");
    }
    this.range = new Range(low, high);
    double distance = range.distance();
    this.draws = draws;
    this.bellBelow = distance == 0 ? 0 : percent(100 - hotPercent);
    this.bellFactor = distance / draws;
    this.bandSize = distance * percent(bandPercent) + 1;
    this.bandStart = distance / 2 - distance * percent(bandPercent) / 2;
  }

  private static double percent(int percent) {
    if (percent < 0 || percent > 100) {
      throw new RefusedException(percent + " percent is not between 0 and 100");
    }
    return percent / 100.0;
  }

  @Override
  public long next(Rng rng) {
    double u = rng.nextDouble();
    if (u >= bellBelow) {
      return range.at(u * bandSize + bandStart);
    }
    return range.at(rng.sum(draws) * bellFactor);
  }
}
