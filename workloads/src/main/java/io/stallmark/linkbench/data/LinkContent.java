package io.stallmark.linkbench.data;

import io.stallmark.data.Rng;

/**
 * Content of the loaded links: a function of seed, id1, type and index. Allocates nothing; not
 * thread-safe.
 */
public final class LinkContent {

  private static final long SPAN = 1L << 32;

  private final Rng rng = Rng.of(0, 0);
  private final Id2Distribution id2s;
  private final PayloadData payload;
  private final long seed;
  private final long before;
  private long id2;
  private long time;
  private int length;

  /**
   * @param before upper bound, exclusive, of the times, in ms since 1970; all times are in the 2^32
   *     ms (49.7 days) before it
   */
  public LinkContent(Id2Distribution id2s, PayloadData payload, long seed, long before) {
    this.id2s = id2s;
    this.payload = payload;
    this.seed = Rng.mix(seed + 1);
    this.before = before;
  }

  /**
   * Moves to a link.
   *
   * @param i index of the link among those of the node and type, from 0
   */
  public void turnTo(long id1, int type, long i) {
    id2 = id2s.loaded(id1, i);
    rng.reseed(seed ^ Rng.mix(id1 + Rng.mix(type)), i);
    time = before - SPAN + (rng.nextLong() >>> 32);
    length = payload.length(rng);
    rng.mark();
  }

  public long id2() {
    return id2;
  }

  /** Time of the current link, in ms since 1970. */
  public long time() {
    return time;
  }

  /** Length of the data in bytes. */
  public int length() {
    return length;
  }

  /** Writes the data of the current link to the start of an array; the same bytes at each call. */
  public void data(byte[] into) {
    rng.rewind();
    payload.fill(rng, into, length);
  }
}
