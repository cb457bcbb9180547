package io.stallmark.spi.workload;

import io.stallmark.data.Rng;

/**
 * Share of one client, loader or checker in work that several of them do.
 *
 * @param index 0 to count − 1
 * @param count number of clients, loaders or checkers
 * @param rng the only random generator of the client. The engine rewinds it before a retry, so one
 *     seed gives the same logical operations on every database
 */
public record Slice(int index, int count, Rng rng) {

  public static Slice of(int index, int count, long seed) {
    return new Slice(index, count, Rng.of(seed, index));
  }
}
