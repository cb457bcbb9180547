package io.stallmark.linkbench.data;

import io.stallmark.data.Distribution;
import io.stallmark.data.Rng;
import io.stallmark.text.RefusedException;

/**
 * Zipf distribution of the ranks 0 … n − 1; rank 0 is the most frequent. Uses the approximate
 * inversion of Gray et al. ("Quickly generating billion-record synthetic databases", 1994). It is
 * exact for the first two ranks and uses a power of the random number for the others. From 100,000
 * ranks, the sum of the weights is approximated too, as in LinkBench.
 */
final class ZipfRank implements Distribution {

  private static final long EXACT_BELOW = 100_000;
  private static final double NEARLY_EULER = 0.58;

  /** Number of low bits of a random number that are discarded, as they are less random. */
  private static final int UNEVEN_BITS = 11;

  /** Number of ranks from which the 2^53 possible draws would skip some ranks. */
  private static final long WIDE = 1L << 50;

  private final long n;
  private final double first;
  private final double second;
  private final double power;
  private final double slope;

  /**
   * @param shape exponent, at least 0 and below 1: the weight of the k-th rank is k^−shape
   */
  ZipfRank(long n, double shape) {
    if (n < 1 || !(shape >= 0 && shape < 1)) {
      throw new RefusedException("Zipf distribution of shape " + shape + " over " + n + " ranks");
    }
    this.n = n;
    double sum = sum(n, shape);
    first = 1 / sum;
    second = (1 + Math.pow(2, -shape)) / sum;
    power = 1 / (1 - shape);
    slope = (1 - Math.pow(2.0 / n, 1 - shape)) / (1 - second);
  }

  private static double sum(long n, double shape) {
    if (n >= EXACT_BELOW) {
      return (Math.pow((double) n, 1 - shape) - 1) / (1 - shape) + NEARLY_EULER;
    }
    double sum = 0;
    for (long k = n; k >= 1; k--) {
      sum += Math.pow((double) k, -shape);
    }
    return sum;
  }

  @Override
  public long next(Rng rng) {
    double u = rng.nextDouble();
    if (u < first || n == 1) {
      return 0;
    }
    if (u < second || n == 2) {
      return 1;
    }
    double share = slope * u - slope + 1;
    double rank = n * Math.pow(share, power);
    return Math.min(n - 1, (long) rank + (n < WIDE ? 0 : fill(rng, rank / share)));
  }

  /**
   * Chooses uniformly among this rank and those up to the rank of the next larger draw, or up to
   * twice as far. The number of choices is a power of two, so that all choices are equally likely.
   */
  private long fill(Rng rng, double slopeOfRank) {
    long gap = (long) (slopeOfRank * slope * power * Math.ulp(0.5));
    long mask = (1L << (Long.SIZE - Long.numberOfLeadingZeros(gap))) - 1;
    return (rng.nextLong() >>> UNEVEN_BITS) & mask;
  }
}
