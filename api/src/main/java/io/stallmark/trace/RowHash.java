package io.stallmark.trace;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Hash of a row of a reply: XXH64 with seed 0 (github.com/Cyan4973/xxHash). The hash of a reply is
 * the sum of its rows' hashes, so that it does not depend on their order. The bytes of a row may
 * arrive in pieces; they are not kept. For one thread.
 */
public final class RowHash {

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long PRIME1 = 0x9E3779B185EBCA87L;
  private static final long PRIME2 = 0xC2B2AE3D27D4EB4FL;
  private static final long PRIME3 = 0x165667B19E3779F9L;
  private static final long PRIME4 = 0x85EBCA77C2B2AE63L;
  private static final long PRIME5 = 0x27D4EB2F165667C5L;
  private static final int BLOCK = 32;

  private final byte[] pending = new byte[BLOCK];
  private int filled;
  private long total;
  private long a;
  private long b;
  private long c;
  private long d;

  /** Creates the hash of an empty row. */
  public RowHash() {
    reset();
  }

  /** Returns the hash of {@code length} bytes from {@code from} on. */
  public static long of(byte[] bytes, int from, int length) {
    RowHash hash = new RowHash();
    hash.add(bytes, from, length);
    return hash.value();
  }

  /** Begins another row. */
  public void reset() {
    filled = 0;
    total = 0;
    a = 0x60EA27EEADC0B5D6L; // PRIME1 + PRIME2
    b = PRIME2;
    c = 0;
    d = -PRIME1;
  }

  /** Adds {@code length} bytes from {@code start} on to the row. */
  public void add(byte[] bytes, int start, int length) {
    total += length;
    int next = start;
    int end = start + length;
    if (filled > 0) {
      int more = Math.min(BLOCK - filled, length);
      System.arraycopy(bytes, next, pending, filled, more);
      filled += more;
      next += more;
      if (filled == BLOCK) {
        block(pending, 0);
        filled = 0;
      }
    }
    for (; end - next >= BLOCK; next += BLOCK) {
      block(bytes, next);
    }
    if (next < end) {
      System.arraycopy(bytes, next, pending, filled, end - next);
      filled += end - next;
    }
  }

  private void block(byte[] bytes, int start) {
    a = round(a, (long) LONGS.get(bytes, start));
    b = round(b, (long) LONGS.get(bytes, start + 8));
    c = round(c, (long) LONGS.get(bytes, start + 16));
    d = round(d, (long) LONGS.get(bytes, start + 24));
  }

  private static long round(long accumulator, long input) {
    return Long.rotateLeft(accumulator + input * PRIME2, 31) * PRIME1;
  }

  /** Returns the hash of all bytes since the row began. */
  public long value() {
    long hash = (total >= BLOCK ? merged() : PRIME5) + total;
    int next = 0;
    for (; filled - next >= 8; next += 8) {
      hash ^= round(0, (long) LONGS.get(pending, next));
      hash = Long.rotateLeft(hash, 27) * PRIME1 + PRIME4;
    }
    if (filled - next >= 4) {
      hash ^= ((int) INTS.get(pending, next) & 0xffffffffL) * PRIME1;
      hash = Long.rotateLeft(hash, 23) * PRIME2 + PRIME3;
      next += 4;
    }
    for (; next < filled; next++) {
      hash ^= (pending[next] & 0xff) * PRIME5;
      hash = Long.rotateLeft(hash, 11) * PRIME1;
    }
    hash = (hash ^ hash >>> 33) * PRIME2;
    hash = (hash ^ hash >>> 29) * PRIME3;
    return hash ^ hash >>> 32;
  }

  private long merged() {
    long hash =
        Long.rotateLeft(a, 1)
            + Long.rotateLeft(b, 7)
            + Long.rotateLeft(c, 12)
            + Long.rotateLeft(d, 18);
    hash = merge(hash, a);
    hash = merge(hash, b);
    hash = merge(hash, c);
    return merge(hash, d);
  }

  private static long merge(long hash, long accumulator) {
    return (hash ^ round(0, accumulator)) * PRIME1 + PRIME4;
  }
}
