package io.stallmark.data;

import io.stallmark.text.RefusedException;

/**
 * Zipf distribution: the probability of the k-th number of [low, high] is proportional to k^−e. It
 * uses rejection-inversion (W. Hörmann, G. Derflinger, "Rejection-inversion to generate variates
 * from monotone discrete distributions", ACM TOMACS 6.3, 1996), as {@code zipfian} in sysbench's
 * development version. Time and memory do not depend on the range.
 *
 * <p>The paper's integral of the hat function, x^(1−e) / (1−e), is undefined at e = 1. The integral
 * used here, (x^(1−e) − 1) / (1 − e), differs by a constant and tends to ln x for e → 1. Every e ≥
 * 0 is therefore allowed.
 */
public final class Zipfian implements Distribution {

  private final Range range;
  private final double n;
  private final double exponent;
  private final double first;
  private final double last;
  private final double shortcut;

  /**
   * @param exponent exponent e; 0 is uniform; sysbench uses 0.8
   */
  public Zipfian(long low, long high, double exponent) {
    if (!(exponent >= 0 && exponent < Double.POSITIVE_INFINITY)) {
      throw new RefusedException("The exponent of zipfian must be 0 or more: " + exponent);
    }
    this.range = new Range(low, high);
    this.n = range.size();
    this.exponent = exponent;
    this.first = integral(1.5) - 1;
    this.last = integral(n + 0.5);
    this.shortcut = 2 - inverse(integral(2.5) - hat(2));
  }

  @Override
  public long next(Rng rng) {
    while (true) {
      double u = last + rng.nextDouble() * (first - last);
      double x = inverse(u);
      double k = Math.min(Math.max(Math.floor(x + 0.5), 1), n);
      if (k - x <= shortcut || u >= integral(k + 0.5) - hat(k)) {
        return range.at(k - 1);
      }
    }
  }

  private double hat(double x) {
    return Math.exp(-exponent * Math.log(x));
  }

  private double integral(double x) {
    double log = Math.log(x);
    return log * expm1OverX((1 - exponent) * log);
  }

  private double inverse(double u) {
    // Can be below −1 only by rounding.
    double t = Math.max(u * (1 - exponent), -1);
    return Math.exp(u * log1pOverX(t));
  }

  /** (e^x − 1) / x; 1 at x = 0. */
  private static double expm1OverX(double x) {
    return Math.abs(x) > 1e-8 ? Math.expm1(x) / x : 1 + x / 2;
  }

  /** ln(1 + x) / x; 1 at x = 0. */
  private static double log1pOverX(double x) {
    return Math.abs(x) > 1e-8 ? Math.log1p(x) / x : 1 - x / 2;
  }
}
