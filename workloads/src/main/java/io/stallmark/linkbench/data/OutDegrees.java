package io.stallmark.linkbench.data;

import java.util.Arrays;

/**
 * How many links a node has, by its rank among n nodes: rank 0 has the most. A node of rank r gets
 * the smallest degree that at least a share 1 − r/n of all nodes does not exceed, so that the same
 * r/n has the same degree in a graph of any size.
 *
 * <p>Up to degree 10 the shares are listed; beyond, the logarithm of the degree is linear in that
 * of r/n between ten points a decade. {@code DegreeFit} among the tests makes the points, from what
 * is known of the degrees of LinkBench's {@code Distribution.dat}: with them a graph has as many
 * links as one that LinkBench loads, to the link up to 10 million nodes and within a part in a
 * million up to a billion.
 */
final class OutDegrees {

  /** Of the first rank, in a graph of any size. */
  static final long MOST = 961_963;

  /** The first point of the tail is at r/n = 10^−1.8. */
  static final double START = 1.8;

  static final int PER_DECADE = 10;

  /**
   * The shares of nodes with more than 0, 1, 2, … links, to six digits; a seventh where a million
   * nodes tell it by the lists that they have.
   */
  static final double[] ABOVE = {
    0.546684, 0.2253743, 0.1304193, 0.080069, 0.055492, 0.041719, 0.032775, 0.026799, 0.022386,
    0.019223, 0.016720
  };

  /** The degrees at r/n = 10^−1.8, 10^−1.9, … */
  private static final double[] TAIL = {
    10.9669, 12.7857, 15.0287, 17.9852, 21.8381, 26.9766, 33.9064, 43.3963, 57.0201, 77.32, 111.823,
    171.311, 264.327, 413.444, 652.485, 979.216, 1381.03, 1889.82, 2514.24, 3257.01, 4103.44,
    5043.52, 6090.99, 7263.35, 8542, 9928.4, 11480.5, 13204, 15046.6, 17021, 19229.3, 21514.7,
    23864.7, 26649.9, 29683.7, 32839.1, 36186.1, 39756.5, 43757.4, 48246.8, 53012.2, 58838, 65693,
    72646.8, 80565.1, 90019, 101085, 114048, 127993, 143036, 161225, 177438, 192242, 212830, 232984,
    248268, 262215, 277652, 295656, 318499, 350475, 392484, 451417, 697111, 926164, 947710, 952958,
    958844
  };

  private static final double LN_10 = StrictMath.log(10);
  private static final double[] LN_TAIL = Arrays.stream(TAIL).map(StrictMath::log).toArray();

  private OutDegrees() {}

  static long degree(long rank, long n) {
    if (rank == 0) {
      return MOST;
    }
    double share = (double) rank / n;
    for (int degree = 0; degree < ABOVE.length; degree++) {
      if (share >= ABOVE[degree]) {
        return degree;
      }
    }
    return Math.round(StrictMath.exp(tail(share)));
  }

  /** The logarithm of the degree. The strict functions give the same on every machine. */
  private static double tail(double share) {
    double at = Math.max(0, (-StrictMath.log(share) / LN_10 - START) * PER_DECADE);
    int i = (int) at;
    int last = LN_TAIL.length - 1;
    return i >= last ? LN_TAIL[last] : LN_TAIL[i] + (at - i) * (LN_TAIL[i + 1] - LN_TAIL[i]);
  }
}
