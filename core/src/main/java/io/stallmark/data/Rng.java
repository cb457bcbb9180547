package io.stallmark.data;

/**
 * xoroshiro128+ (Blackman and Vigna, 2018), the generator sysbench uses, seeded through SplitMix64.
 * {@link #mark} and {@link #rewind} repeat draws without allocation. Not thread-safe.
 */
public final class Rng {

  private static final double ULP = 0x1.0p-53;

  /** A range in which doubles begin to leave some out more often than others. */
  private static final long WIDE = 1L << 53;

  private long s0;
  private long s1;
  private long mark0;
  private long mark1;

  private Rng() {}

  /** A stream of its own for every (seed, stream). */
  public static Rng of(long seed, long stream) {
    Rng rng = new Rng();
    rng.reseed(seed, stream);
    return rng;
  }

  /**
   * Starts again as {@code Rng.of(seed, stream)} would; for content that is a function of a key.
   */
  public void reseed(long seed, long stream) {
    long x = mix(seed + 0x9e3779b97f4a7c15L) ^ (stream * 0xd1342543de82ef95L);
    s0 = mix(x + 0x9e3779b97f4a7c15L);
    s1 = mix(x + 0x3c6ef372fe94f82aL);
    if ((s0 | s1) == 0) {
      s1 = 1; // the one state that the generator never leaves
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

  /** Uniform in [low, high], both ends included; the range must be less than 2^63 wide. */
  public long uniform(long low, long high) {
    long size = high - low + 1;
    return low + (size < WIDE ? (long) (nextDouble() * size) : below(size));
  }

  /** Where doubles would leave numbers out: by the remainder, of draws that are not too high. */
  private long below(long size) {
    while (true) {
      long draw = nextLong() >>> 1;
      long remainder = draw % size;
      if (draw - remainder <= Long.MAX_VALUE - size + 1) {
        return remainder;
      }
    }
  }

  /** Remembers the state for {@link #rewind}. */
  public void mark() {
    mark0 = s0;
    mark1 = s1;
  }

  /** Goes back to the last {@link #mark}: the same draws follow again. */
  public void rewind() {
    s0 = mark0;
    s1 = mark1;
  }

  /** The finalizer of SplitMix64 (Steele, Lea, Flood, 2014): a bijection that scatters bits. */
  public static long mix(long z) {
    long x = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    x = (x ^ (x >>> 27)) * 0x94d049bb133111ebL;
    return x ^ (x >>> 31);
  }
}
