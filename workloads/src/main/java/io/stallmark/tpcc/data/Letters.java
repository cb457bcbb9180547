package io.stallmark.tpcc.data;

import io.stallmark.data.Rng;
import java.nio.charset.StandardCharsets;

/** Random texts of clause 4.3.2. Stateless. */
final class Letters {

  /** A draw of six bits selects a character; two letters are twice as frequent as the others. */
  private static final byte[] ALPHABET =
      "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZae"
          .getBytes(StandardCharsets.US_ASCII);

  private static final byte[] ORIGINAL = "ORIGINAL".getBytes(StandardCharsets.US_ASCII);
  private static final int BITS = 6;
  private static final int PER_DRAW = Long.SIZE / BITS;

  private Letters() {}

  /** Writes letters and digits. */
  static void alphanumeric(Rng rng, byte[] into, int length) {
    int at = 0;
    while (at < length) {
      long bits = rng.nextLong();
      int end = Math.min(length, at + PER_DRAW);
      for (; at < end; at++) {
        bits >>>= BITS;
        into[at] = ALPHABET[(int) (bits & (ALPHABET.length - 1))];
      }
    }
  }

  static void digits(Rng rng, byte[] into, int from, int to) {
    for (int i = from; i < to; i++) {
      into[i] = (byte) rng.uniform('0', '9');
    }
  }

  /** Writes letters and digits, in one of ten cases with the word ORIGINAL somewhere in them. */
  static void data(Rng rng, byte[] into, int length) {
    alphanumeric(rng, into, length);
    if (rng.uniform(1, 10) == 1) {
      int at = (int) rng.uniform(0, length - ORIGINAL.length);
      System.arraycopy(ORIGINAL, 0, into, at, ORIGINAL.length);
    }
  }
}
