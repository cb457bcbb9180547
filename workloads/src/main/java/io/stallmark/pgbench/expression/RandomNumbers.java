package io.stallmark.pgbench.expression;

import io.stallmark.data.Rng;

/** The random functions of pgbench, with another generator: the distributions are the same. */
final class RandomNumbers {

  private static final double LEAST_GAUSSIAN = 2;
  private static final double LEAST_ZIPFIAN = 1.001;
  private static final double MOST_ZIPFIAN = 1000;

  private RandomNumbers() {}

  private static void check(long least, long most) throws EvaluationException {
    if (least > most) {
      throw new EvaluationException("random has the empty range %d to %d", least, most);
    }
    if (most - least < 0 || most - least + 1 < 0) {
      throw new EvaluationException("the range %d to %d is too large for random", least, most);
    }
  }

  static long uniform(Rng rng, long least, long most) throws EvaluationException {
    check(least, most);
    return rng.uniform(least, most);
  }

  /**
   * Steps of equal width of an exponential distribution, cut off at 1, from the least number on.
   */
  static long exponential(Rng rng, long least, long most, double parameter)
      throws EvaluationException {
    check(least, most);
    if (!(parameter > 0)) {
      throw new EvaluationException(
          "the parameter of random_exponential must be above 0, not %s", parameter);
    }
    double cut = Math.exp(-parameter);
    double draw = -Math.log(cut + (1 - cut) * (1 - rng.nextDouble())) / parameter;
    return least + (long) ((most - least + 1) * draw);
  }

  /** Steps of equal width of a normal distribution, cut off at both ends. */
  static long gaussian(Rng rng, long least, long most, double parameter)
      throws EvaluationException {
    check(least, most);
    if (!(parameter >= LEAST_GAUSSIAN)) {
      throw new EvaluationException(
          "the parameter of random_gaussian must be at least 2, not %s", parameter);
    }
    double normal;
    do {
      double radius = Math.sqrt(-2 * Math.log(1 - rng.nextDouble()));
      normal = radius * Math.sin(2 * Math.PI * (1 - rng.nextDouble()));
    } while (normal < -parameter || normal >= parameter);
    double share = (normal + parameter) / (2 * parameter);
    return least + (long) ((most - least + 1) * share);
  }

  /** Zipf's distribution, by rejection (Devroye 1986, page 551). */
  static long zipfian(Rng rng, long least, long most, double exponent) throws EvaluationException {
    check(least, most);
    if (!(exponent >= LEAST_ZIPFIAN && exponent <= MOST_ZIPFIAN)) {
      throw new EvaluationException(
          "the parameter of random_zipfian must be within 1.001 and 1000, not %s", exponent);
    }
    long size = most - least + 1;
    if (size == 1) {
      return least;
    }
    double b = Math.pow(2, exponent - 1);
    double draw;
    double t;
    double v;
    do {
      draw = Math.floor(Math.pow(rng.nextDouble(), -1 / (exponent - 1)));
      v = rng.nextDouble();
      t = Math.pow(1 + 1 / draw, exponent - 1);
    } while (!(v * draw * (t - 1) / (b - 1) <= t / b && draw <= size));
    return least - 1 + (long) draw;
  }
}
