package io.stallmark.spi.workload;

import io.stallmark.data.Rng;

/**
 * One of several clients, loaders or checkers that share the work.
 *
 * @param index 0 to count − 1
 * @param rng the client's only source of chance; the engine rewinds it before it repeats a
 *     transaction, so that one seed gives the same logical operations on every database
 */
public record Slice(int index, int count, Rng rng) {

  public static Slice of(int index, int count, long seed) {
    return new Slice(index, count, Rng.of(seed, index));
  }
}
