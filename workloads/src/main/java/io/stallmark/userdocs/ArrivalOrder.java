package io.stallmark.userdocs;

import io.stallmark.data.Rng;

/**
 * Order in which the documents of a load arrive. In each round every owner gets one document, in
 * another order, so that documents of different owners interleave. Immutable.
 *
 * @param seed determines the orders
 * @param owners number of owners, numbered from 1
 */
record ArrivalOrder(long seed, int owners) {

  /** Returns the id of the document, which is the number of its round, from 1. */
  long lid(long arrival) {
    return arrival / owners + 1;
  }

  /** Returns the owner of the document: an affine permutation of the owners in each round. */
  long owner(long arrival) {
    long draw = Rng.mix(seed + arrival / owners) >>> 1;
    long shift = draw % owners;
    long factor = 1 + Rng.mix(draw) % owners & Integer.MAX_VALUE;
    while (greatestCommonDivisor(factor, owners) != 1) {
      factor++;
    }
    return (arrival % owners * factor + shift) % owners + 1;
  }

  private static long greatestCommonDivisor(long a, long b) {
    return b == 0 ? a : greatestCommonDivisor(b, a % b);
  }
}
