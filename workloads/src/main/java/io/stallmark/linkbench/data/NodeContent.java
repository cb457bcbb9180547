package io.stallmark.linkbench.data;

import io.stallmark.data.Rng;

/** Data of the loaded nodes: a function of seed and id. Allocates nothing; not thread-safe. */
public final class NodeContent {

  private final Rng rng = Rng.of(0, 0);
  private final PayloadData payload;
  private final long seed;
  private int length;

  public NodeContent(PayloadData payload, long seed) {
    this.payload = payload;
    this.seed = Rng.mix(seed + 2);
  }

  public void turnTo(long id) {
    rng.reseed(seed, id);
    length = payload.length(rng);
    rng.mark();
  }

  /** Length of the data in bytes. */
  public int length() {
    return length;
  }

  /** Writes the data of the current node to the start of an array; the same bytes at each call. */
  public void data(byte[] into) {
    rng.rewind();
    payload.fill(rng, into, length);
  }
}
