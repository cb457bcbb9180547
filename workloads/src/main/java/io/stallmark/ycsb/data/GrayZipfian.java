package io.stallmark.ycsb.data;

/**
 * Zipf distribution of the ranks from 0, of exponent 0.99, as YCSB's {@code ZipfianGenerator}: the
 * algorithm of Gray et al. ("Quickly generating billion-record synthetic databases", 1994). The
 * number of ranks can grow; as in YCSB, one term keeps the number at the start. Not thread-safe.
 */
public final class GrayZipfian {

  private static final double EXPONENT = 0.99;
  private static final double SECOND = Math.pow(0.5, EXPONENT);

  /** Number of terms of the sum of weights that are added up; the rest is approximated. */
  private static final int ADDED = 10_000;

  private final long start;
  private long items;
  private double sum;
  private double slope;

  public GrayZipfian(long items) {
    this(items, sum(items));
  }

  /**
   * @param sum sum of the weights of all ranks
   */
  public GrayZipfian(long items, double sum) {
    start = Math.max(1, items);
    this.items = start;
    this.sum = sum;
    slope = slope();
  }

  private double slope() {
    return (1 - Math.pow(2.0 / start, 1 - EXPONENT)) / (1 - (1 + SECOND) / sum);
  }

  /**
   * Sum of k^−0.99 for k from 1 to n. Uses the Euler–Maclaurin formula above 10,000 terms, whose
   * error is below 10^−15.
   */
  static double sum(long n) {
    int added = (int) Math.min(n, ADDED);
    double sum = 0;
    for (int k = added; k >= 1; k--) {
      sum += Math.pow(k, -EXPONENT);
    }
    return n <= ADDED ? sum : sum + tail((double) n) - tail(ADDED);
  }

  private static double tail(double k) {
    double weight = Math.pow(k, -EXPONENT);
    return weight * k / (1 - EXPONENT) + weight / 2 - EXPONENT * weight / k / 12;
  }

  /**
   * Returns a rank.
   *
   * @param u uniform in [0, 1)
   */
  public long next(double u) {
    return next(u, items);
  }

  /**
   * Returns a rank below {@code ranks}. As in YCSB, the weights are those of the greatest number
   * until now.
   *
   * @param u uniform in [0, 1)
   */
  public long next(double u, long ranks) {
    if (ranks > items) {
      items = ranks;
      sum = sum(ranks);
      slope = slope();
    }
    double weight = u * sum;
    if (weight < 1) {
      return 0;
    }
    if (weight < 1 + SECOND) {
      return 1;
    }
    return Math.min(ranks - 1, (long) (ranks * power100(slope * u - slope + 1)));
  }

  /** The power 1 / (1 − 0.99), of the greatest cost in a draw if Math.pow computes it. */
  private static double power100(double x) {
    double x2 = x * x;
    double x4 = x2 * x2;
    double x8 = x4 * x4;
    double x16 = x8 * x8;
    double x32 = x16 * x16;
    return x32 * x32 * x32 * x4;
  }
}
