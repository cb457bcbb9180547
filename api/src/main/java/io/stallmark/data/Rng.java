package io.stallmark.data;

/**
 * xoroshiro128+ (Blackman and Vigna, 2018), the generator that sysbench uses, seeded with
 * SplitMix64. {@link #mark} and {@link #rewind} repeat draws without allocation. Not thread-safe.
 */
public final class Rng {

  private static final double ULP = 0x1.0p-53;

  /** Range size from which doubles of 53 bits cannot represent every number. */
  private static final long WIDE = 1L << 53;

  private long s0;
  private long s1;
  private long mark0;
  private long mark1;

  private Rng() {}

  /** Returns a separate stream for each pair of seed and stream. */
  public static Rng of(long seed, long stream) {
    Rng rng = new Rng();
    rng.reseed(seed, stream);
    return rng;
  }

  /**
   * Sets the state to that of {@code Rng.of(seed, stream)}, for content that is a function of a
   * key.
   */
  public void reseed(long seed, long stream) {
    long x = mix(seed + 0x9e3779b97f4a7c15L) ^ (stream * 0xd1342543de82ef95L);
    s0 = mix(x + 0x9e3779b97f4a7c15L);
    s1 = mix(x + 0x3c6ef372fe94f82aL);
    if ((s0 | s1) == 0) {
      s1 = 1; // the generator never leaves the state 0, 0
    }
    mark();
  }

  public long nextLong() {
    long a = s0;
    long b = s1;
    long result = a + b;
    b ^= a;
    s0 = Long.rotateLeft(a, 24) ^ b ^ (b << 16);
    s1 = Long.rotateLeft(b, 37);
    return result;
  }

  /** Uniform in [0, 1). */
  public double nextDouble() {
    return (nextLong() >>> 11) * ULP;
  }

  /** Sum of several uniform draws in [0, 1). */
  double sum(int draws) {
    double sum = 0;
    for (int i = 0; i < draws; i++) {
      sum += nextDouble();
    }
    return sum;
  }

  /**
   * Returns a uniform number in [low, high], both ends included. high − low + 1 must be less than
   * 2^63.
   */
  public long uniform(long low, long high) {
    long size = high - low + 1;
    return low + (size < WIDE ? (long) (nextDouble() * size) : below(size));
  }

  /**
   * Returns a uniform number in [0, size) for sizes of 2^53 and more. Uses the remainder of a
   * 63-bit draw and rejects draws that would make it biased.
   */
  private long below(long size) {
    while (true) {
      long draw = nextLong() >>> 1;
      long remainder = draw % size;
      if (draw - remainder <= Long.MAX_VALUE - size + 1) {
        return remainder;
      }
    }
  }

  /** Saves the state for {@link #rewind}. */
  public void mark() {
    mark0 = s0;
    mark1 = s1;
  }

  /** Restores the state of the last {@link #mark}, so that the same draws follow. */
  public void rewind() {
    s0 = mark0;
    s1 = mark1;
  }

  /** Finalizer of SplitMix64 (Steele, Lea, Flood, 2014): a bijection that mixes the bits. */
  public static long mix(long z) {
    long x = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    x = (x ^ (x >>> 27)) * 0x94d049bb133111ebL;
    return x ^ (x >>> 31);
  }
}
