package io.stallmark.linkbench.data;

import io.stallmark.data.Rng;

/**
 * Data of links or nodes. The length has a log-normal distribution. The text consists of pieces
 * that are new or copied from a sample of random bytes, so that rows resemble each other and
 * compress together. All rows of a table use one sample; the original has one for each client.
 * Bytes above 127 are latin1 text. Thread-safe; allocates nothing.
 */
public final class PayloadData {

  private static final int PIECE = 128;
  private static final double SIGMA = 1;

  /** Maximum length of a link's data, in bytes. */
  public static final int MOST_OF_LINK = 254;

  /** Maximum length of a node's data, in bytes. One in two million nodes has more than 16 KiB. */
  public static final int MOST_OF_NODE = (1 << 20) - 1;

  private static final long LINKS = 1;
  private static final long NODES = 2;
  private static final int NODE_MOTIF = 512;

  private final Length length;
  private final Text text;
  private final byte[] motif;

  /** Median and maximum of the length, in bytes. */
  private record Length(double median, int most) {}

  /** Range of byte values, both ends inclusive, and the fraction of pieces that are new. */
  private record Text(int low, int high, double unique) {}

  private PayloadData(Length length, Text text, int motif, Rng rng) {
    this.length = length;
    this.text = text;
    this.motif = new byte[motif];
    unique(rng, this.motif, 0, motif);
  }

  /**
   * @param median median length in bytes
   */
  public static PayloadData ofLinks(double median, FidelityOptions fidelity, long seed) {
    return new PayloadData(
        new Length(median, MOST_OF_LINK),
        new Text(32, 100, 0.225),
        fidelity.linkMotif(),
        Rng.of(seed, LINKS));
  }

  /**
   * @param median median length in bytes
   */
  public static PayloadData ofNodes(double median, long seed) {
    return new PayloadData(
        new Length(median, MOST_OF_NODE), new Text(50, 220, 0.63), NODE_MOTIF, Rng.of(seed, NODES));
  }

  /** Mean length that results from a median, in bytes. */
  public static double meanLength(double median) {
    return median * Math.exp(SIGMA * SIGMA / 2);
  }

  /** Draws a length in bytes. */
  public int length(Rng rng) {
    double size = length.median * StrictMath.exp(SIGMA * gaussian(rng));
    return (int) Math.min(length.most, Math.round(size));
  }

  /**
   * Draws from the normal distribution with mean 0 and standard deviation 1, by Marsaglia's polar
   * method.
   */
  private static double gaussian(Rng rng) {
    while (true) {
      double x = 2 * rng.nextDouble() - 1;
      double y = 2 * rng.nextDouble() - 1;
      double square = x * x + y * y;
      if (square < 1 && square > 0) {
        return x * Math.sqrt(-2 * StrictMath.log(square) / square);
      }
    }
  }

  /** Writes data of the given length in bytes to the start of an array. */
  public void fill(Rng rng, byte[] into, int length) {
    int piece = Math.min(PIECE, motif.length);
    for (int start = 0; start < length; start += piece) {
      int size = Math.min(piece, length - start);
      if (rng.nextDouble() < text.unique) {
        unique(rng, into, start, start + size);
      } else {
        int from = (int) rng.uniform(0, motif.length - size);
        System.arraycopy(motif, from, into, start, size);
      }
    }
  }

  /**
   * Draws new bytes: 16 bits of a random number each, four bytes per number. The probabilities of
   * the byte values differ by less than 0.3 %.
   */
  private void unique(Rng rng, byte[] into, int start, int end) {
    int size = text.high - text.low + 1;
    long draw = 0;
    for (int i = start; i < end; i++) {
      draw = (i - start) % 4 == 0 ? rng.nextLong() : draw >>> 16;
      into[i] = (byte) (text.low + (((draw & 0xffff) * size) >>> 16));
    }
  }
}
