package io.stallmark.trace;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Hash of a row of a reply: XXH64 with seed 0 (github.com/Cyan4973/xxHash). The hash of a reply is
 * the sum of its rows' hashes, so that it does not depend on their order.
 */
public final class RowHash {

  private static final long PRIME_1 = 0x9E3779B185EBCA87L;
  private static final long PRIME_2 = 0xC2B2AE3D27D4EB4FL;
  private static final long PRIME_3 = 0x165667B19E3779F9L;
  private static final long PRIME_4 = 0x85EBCA77C2B2AE63L;
  private static final long PRIME_5 = 0x27D4EB2F165667C5L;
  private static final int STRIPE = 4 * Long.BYTES;

  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private RowHash() {}

  /** Returns the hash of {@code length} bytes from {@code from} on. */
  public static long of(byte[] bytes, int from, int length) {
    int at = from;
    int end = from + length;
    long hash = PRIME_5;
    if (length >= STRIPE) {
      hash = stripes(bytes, from, length);
      at = end - length % STRIPE;
    }
    hash += length;
    for (; at <= end - Long.BYTES; at += Long.BYTES) {
      hash = Long.rotateLeft(hash ^ round(0, (long) LONG.get(bytes, at)), 27) * PRIME_1 + PRIME_4;
    }
    if (at <= end - Integer.BYTES) {
      long word = (int) INT.get(bytes, at) & 0xFFFFFFFFL;
      hash = Long.rotateLeft(hash ^ word * PRIME_1, 23) * PRIME_2 + PRIME_3;
      at += Integer.BYTES;
    }
    for (; at < end; at++) {
      hash = Long.rotateLeft(hash ^ (bytes[at] & 0xFF) * PRIME_5, 11) * PRIME_1;
    }
    hash = (hash ^ hash >>> 33) * PRIME_2;
    hash = (hash ^ hash >>> 29) * PRIME_3;
    return hash ^ hash >>> 32;
  }

  private static long stripes(byte[] bytes, int from, int length) {
    long first = PRIME_1 + PRIME_2;
    long second = PRIME_2;
    long third = 0;
    long fourth = -PRIME_1;
    int end = from + length - length % STRIPE;
    for (int at = from; at < end; at += STRIPE) {
      first = round(first, (long) LONG.get(bytes, at));
      second = round(second, (long) LONG.get(bytes, at + Long.BYTES));
      third = round(third, (long) LONG.get(bytes, at + 2 * Long.BYTES));
      fourth = round(fourth, (long) LONG.get(bytes, at + 3 * Long.BYTES));
    }
    long hash =
        Long.rotateLeft(first, 1)
            + Long.rotateLeft(second, 7)
            + Long.rotateLeft(third, 12)
            + Long.rotateLeft(fourth, 18);
    hash = merge(hash, first);
    hash = merge(hash, second);
    hash = merge(hash, third);
    return merge(hash, fourth);
  }

  private static long merge(long hash, long accumulated) {
    return (hash ^ round(0, accumulated)) * PRIME_1 + PRIME_4;
  }

  private static long round(long accumulated, long word) {
    return Long.rotateLeft(accumulated + word * PRIME_2, 31) * PRIME_1;
  }
}
