package io.stallmark.transfer.content;

import io.stallmark.data.Rng;
import io.stallmark.spi.Args;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Content of documents, a function of profile, seed and key. For one thread. */
public final class ObjectContent {

  /** Maximum number of characters of the indexed text. */
  static final int LONGEST_WORD = 24;

  /** Maximum number of characters of the text that varies the size of a small document. */
  static final int LONGEST_TEXT = 12_000;

  /** Maximum number of bytes of a large document's body. */
  static final int LONGEST_BODY = 2 << 20;

  /** Bytes of a small document's other fields, on average. */
  private static final int OTHER_BYTES = 74;

  private static final double SMALL_MEDIAN = 400;
  private static final double SMALL_SIGMA = 0.6;
  private static final double LARGE_SIGMA = 0.3;
  private static final double LARGE_MEDIAN =
      294_000 / StrictMath.exp(LARGE_SIGMA * LARGE_SIGMA / 2);

  private static final int SYMBOL_BITS = 6;

  /** 64 symbols with those that the formats escape: quotes, backslash, tab and line feed. */
  private static final byte[] SYMBOLS =
      "abcdefghijklmnopqrstuvwxyz       etaoinshrdlu.,;:-'\"\\\t\n012345678"
          .getBytes(StandardCharsets.US_ASCII);

  /** A character outside ASCII, with which each text begins. */
  private static final byte[] FIRST = "ü".getBytes(StandardCharsets.UTF_8);

  private static final byte FILLER = 'x';
  private static final int LETTERS = 26;
  private static final long EPOCH = 1_577_836_800_000L; // 2020-01-01
  private static final long YEARS = 5L * 365 * 86_400_000;

  private final ObjectProfile profile;
  private final long seed;
  private final double compressible;
  private final Rng rng = Rng.of(0, 0);

  /**
   * @param compressible share of the text or body that is one repeated byte, 0 to 1
   */
  public ObjectContent(ObjectProfile profile, long seed, double compressible) {
    this.profile = profile;
    this.seed = seed;
    this.compressible = compressible;
  }

  /** Sets the selected row of the values to a document, one slot for each column. */
  public void fill(Args row, long key) {
    rng.reseed(seed, Rng.mix(key));
    row.set(0, key);
    if (profile == ObjectProfile.LARGE) {
      row.set(1, rng.uniform(0, 99));
      int size = size(LARGE_MEDIAN, LARGE_SIGMA, LONGEST_BODY);
      body(row.bytes(2, size + Long.BYTES), size);
      row.length(2, size);
      return;
    }
    row.set(1, rng.uniform(0, 999_999));
    row.set(2, rng.uniform(0, 999));
    row.set(3, rng.nextLong() >>> 1);
    word(row, 4);
    row.set(5, EPOCH + rng.uniform(0, YEARS));
    row.set(6, rng.uniform(-999_999_999, 999_999_999) / 1000.0);
    row.set(7, rng.uniform(0, 1));
    row.set(8, rng.uniform(0, 20_000));
    if (rng.uniform(0, 9) == 0) {
      row.setNull(9);
    } else {
      row.set(9, rng.uniform(-1_000_000_000_000L, 1_000_000_000_000L));
    }
    int size = size(SMALL_MEDIAN, SMALL_SIGMA, LONGEST_TEXT) - OTHER_BYTES;
    text(row, 10, Math.max(size, FIRST.length));
  }

  /** Draws a size with a lognormal distribution, which is the same number on every machine. */
  private int size(double median, double sigma, int most) {
    double radius = StrictMath.sqrt(-2 * StrictMath.log(1 - rng.nextDouble()));
    double normal = radius * StrictMath.cos(2 * Math.PI * rng.nextDouble());
    return (int) Math.min(most, Math.round(median * StrictMath.exp(sigma * normal)));
  }

  private void word(Args row, int slot) {
    int length = (int) rng.uniform(LONGEST_WORD / 3, LONGEST_WORD);
    byte[] to = row.bytes(slot, LONGEST_WORD);
    long bits = 0;
    for (int i = 0; i < length; i++) {
      bits = i % 12 == 0 ? rng.nextLong() >>> 1 : bits / LETTERS;
      to[i] = (byte) ('a' + bits % LETTERS);
    }
    row.length(slot, length);
  }

  private void text(Args row, int slot, int length) {
    byte[] to = row.bytes(slot, length);
    System.arraycopy(FIRST, 0, to, 0, FIRST.length);
    int random = Math.max(FIRST.length, (int) Math.round(length * (1 - compressible)));
    for (int at = FIRST.length; at < random; ) {
      long bits = rng.nextLong();
      int end = Math.min(random, at + Long.SIZE / SYMBOL_BITS);
      for (; at < end; at++) {
        to[at] = SYMBOLS[(int) bits & (SYMBOLS.length - 1)];
        bits >>>= SYMBOL_BITS;
      }
    }
    Arrays.fill(to, random, length, FILLER);
    row.length(slot, length);
  }

  private void body(byte[] to, int length) {
    int random = (int) Math.round(length * (1 - compressible));
    for (int at = 0; at < random; at += Long.BYTES) {
      long bits = rng.nextLong();
      for (int i = 0; i < Long.BYTES; i++) {
        to[at + i] = (byte) (bits >>> (Byte.SIZE * i));
      }
    }
    Arrays.fill(to, random, length, FILLER);
  }
}
