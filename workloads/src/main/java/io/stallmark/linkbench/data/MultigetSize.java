package io.stallmark.linkbench.data;

import io.stallmark.data.Distribution;
import io.stallmark.data.Rng;

/**
 * Number of links of a multiget, with a geometric distribution. The mean is 2.62 if it starts at 1
 * as documented, and 3.62 if it starts at 2 as the original rounds. Immutable.
 */
public final class MultigetSize implements Distribution {

  public static final int MOST = 128;

  private static final double STOP = 0.382;
  private static final double LN_GO_ON = Math.log(1 - STOP);

  private final int least;

  public MultigetSize(FidelityOptions fidelity) {
    least = fidelity.leastMultiget();
  }

  @Override
  public long next(Rng rng) {
    return Math.min(MOST, least + (long) (Math.log(1 - rng.nextDouble()) / LN_GO_ON));
  }
}
