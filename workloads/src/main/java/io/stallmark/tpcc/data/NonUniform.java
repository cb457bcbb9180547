package io.stallmark.tpcc.data;

import io.stallmark.data.Rng;

/**
 * The distribution NURand(A, x, y) of clause 2.1.6: (((random(0, A) | random(x, y)) + C) mod (y - x
 * + 1)) + x.
 *
 * <p>The standard lets C be drawn once. It is constant here, so that runs with other seeds have the
 * same hot rows. For last names, C of the run and C of the load must differ by 65 to 119, but not
 * by 96 or 112 (clause 2.1.6.1).
 *
 * @param mask A, one less than a power of two
 * @param low x
 * @param high y
 * @param constant C
 */
public record NonUniform(long mask, long low, long high, long constant) {

  /** Numbers of last names in a load. */
  public static final NonUniform LOADED_NAME = new NonUniform(255, 0, 999, 157);

  /** Numbers of last names that a run asks for. */
  public static NonUniform name(Scale scale) {
    return new NonUniform(255, 0, scale.names() - 1L, 71);
  }

  public static NonUniform customer(Scale scale) {
    return new NonUniform(1023, 1, scale.customers(), 259);
  }

  public static NonUniform item(Scale scale) {
    return new NonUniform(8191, 1, scale.items(), 7911);
  }

  public long draw(Rng rng) {
    long either = rng.uniform(0, mask) | rng.uniform(low, high);
    return (either + constant) % (high - low + 1) + low;
  }

  /** Returns the probability of each number from low to high. */
  public double[] probabilities() {
    int size = (int) (high - low + 1);
    double[] shares = new double[size];
    double each = 1.0 / ((mask + 1) * size);
    for (long first = 0; first <= mask; first++) {
      for (long second = low; second <= high; second++) {
        shares[(int) (((first | second) + constant) % size)] += each;
      }
    }
    return shares;
  }
}
