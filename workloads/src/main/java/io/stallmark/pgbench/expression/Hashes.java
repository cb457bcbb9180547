package io.stallmark.pgbench.expression;

/** The hash functions of pgbench, of the eight bytes of a number. */
final class Hashes {

  private static final long FNV_START = 0xcbf29ce484222325L;
  private static final long FNV_PRIME = 0x100000001b3L;
  private static final long MURMUR = 0xc6a4a7935bd1e995L;
  private static final long MURMUR_LENGTH = 0x35253c9ade8f4ca8L; // eight times, modulo 2^64
  private static final int MURMUR_SHIFT = 47;
  private static final int BYTE = 0xff;

  private Hashes() {}

  /** 64-bit FNV-1a (Fowler, Noll, Vo), least significant byte first. */
  static long fnv1a(long number, long seed) {
    long hash = FNV_START ^ seed;
    for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
      hash = (hash ^ ((number >>> shift) & BYTE)) * FNV_PRIME;
    }
    return hash;
  }

  /** MurmurHash2 of 64 bits (Appleby) of one block. */
  static long murmur2(long number, long seed) {
    long block = number * MURMUR;
    block = (block ^ (block >>> MURMUR_SHIFT)) * MURMUR;
    long hash = (seed ^ MURMUR_LENGTH ^ block) * MURMUR;
    hash = (hash ^ (hash >>> MURMUR_SHIFT)) * MURMUR;
    return hash ^ (hash >>> MURMUR_SHIFT);
  }
}
