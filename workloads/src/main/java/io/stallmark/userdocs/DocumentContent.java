package io.stallmark.userdocs;

import io.stallmark.data.Rng;
import io.stallmark.spi.Args;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Row;
import java.util.Arrays;

/** Content of a document, a function of seed, owner, lid and version. For one thread. */
final class DocumentContent {

  /** Sizes of a body, in bytes, so that a stored document has 1,200 to 1,400 bytes. */
  static final int SHORTEST = 1150;

  static final int LONGEST = 1350;

  private static final int KINDS = 4;
  private static final byte FILLER = 'x';

  private final long seed;
  private final double compressible;
  private final Rng rng = Rng.of(0, 0);
  private final byte[] body = new byte[LONGEST + Long.BYTES];
  private final byte[] stored = new byte[LONGEST];
  private long stamp;
  private long kind;
  private int length;

  /**
   * @param compressible share of a body that is one repeated byte, 0 to 1
   */
  DocumentContent(long seed, double compressible) {
    this.seed = seed;
    this.compressible = compressible;
  }

  /**
   * Moves to a document, without its body.
   *
   * @param version number of its changes; 0: as it is inserted
   */
  void turnTo(long owner, long lid, long version) {
    long stream = Rng.mix(owner) ^ lid;
    rng.reseed(seed, version == 0 ? stream : Rng.mix(stream) + version);
    stamp = rng.nextLong() >>> 1;
    kind = rng.uniform(1, KINDS);
    length = (int) rng.uniform(SHORTEST, LONGEST);
  }

  /** Version of the document at its origin. */
  long stamp() {
    return stamp;
  }

  /** Kind of the document, from 1. */
  long kind() {
    return kind;
  }

  /** Length of its body in bytes. */
  int length() {
    return length;
  }

  /** Writes the body into a slot. */
  void body(Args args, int slot) {
    fill();
    System.arraycopy(body, 0, args.bytes(slot, length), 0, length);
    args.length(slot, length);
  }

  private void fill() {
    int random = (int) Math.round(length * (1 - compressible));
    for (int at = 0; at < random; at += Long.BYTES) {
      long bits = rng.nextLong();
      for (int i = 0; i < Long.BYTES; i++) {
        body[at + i] = (byte) (bits >>> (Byte.SIZE * i));
      }
    }
    Arrays.fill(body, random, length, FILLER);
  }

  /** Whether the column of a stored document has this body. */
  boolean hasBody(Row row, int column) throws DbException {
    fill();
    int size = row.getText(column, stored);
    return size == length && Arrays.equals(stored, 0, length, body, 0, length);
  }
}
