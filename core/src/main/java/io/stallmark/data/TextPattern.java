package io.stallmark.data;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * ASCII text in which each {@code #} of a template is a random decimal digit, as sysbench fills its
 * columns. Thread-safe; allocates nothing.
 *
 * <p>One 64-bit draw makes up to 11 digits: its top 57 bits are read as a fraction, and each
 * multiplication by 100 carries the next two digits out above them. Each of the 10^11 groups gets
 * either ⌊2^57 / 10^11⌋ or one more of the 2^57 fractions, so their probabilities differ by less
 * than one part in a million.
 */
public final class TextPattern {

  private static final int FRACTION_BITS = 57;
  private static final long FRACTION = (1L << FRACTION_BITS) - 1;
  private static final int DIGITS_A_DRAW = 11;
  private static final byte[] PAIRS = pairs();

  private final byte[] template;
  private final int[] starts;
  private final int[] ends;

  public TextPattern(String template) {
    this.template = template.getBytes(StandardCharsets.US_ASCII);
    int[] from = new int[this.template.length];
    int[] to = new int[this.template.length];
    int groups = 0;
    for (int i = 0; i < this.template.length; ) {
      int end = i;
      while (end < this.template.length && end - i < DIGITS_A_DRAW && this.template[end] == '#') {
        end++;
      }
      if (end > i) {
        from[groups] = i;
        to[groups++] = end;
      }
      i = Math.max(end, i + 1);
    }
    starts = Arrays.copyOf(from, groups);
    ends = Arrays.copyOf(to, groups);
  }

  /** Of every text that it makes, in bytes. */
  public int length() {
    return template.length;
  }

  /** Writes a new text to the start of the array. */
  public void fill(Rng rng, byte[] into) {
    System.arraycopy(template, 0, into, 0, template.length);
    for (int group = 0; group < starts.length; group++) {
      long fraction = rng.nextLong() >>> (Long.SIZE - FRACTION_BITS);
      int end = ends[group];
      int at = starts[group];
      while (at + 1 < end) {
        fraction *= 100;
        int pair = 2 * (int) (fraction >>> FRACTION_BITS);
        into[at++] = PAIRS[pair];
        into[at++] = PAIRS[pair + 1];
        fraction &= FRACTION;
      }
      if (at < end) {
        into[at] = (byte) ('0' + (int) ((fraction * 10) >>> FRACTION_BITS));
      }
    }
  }

  /** Whether the text could come from this pattern. */
  public boolean matches(byte[] text, int length) {
    if (length != template.length) {
      return false;
    }
    for (int i = 0; i < length; i++) {
      boolean digit = text[i] >= '0' && text[i] <= '9';
      if (template[i] == '#' ? !digit : text[i] != template[i]) {
        return false;
      }
    }
    return true;
  }

  private static byte[] pairs() {
    byte[] pairs = new byte[200];
    for (int i = 0; i < 100; i++) {
      pairs[2 * i] = (byte) ('0' + i / 10);
      pairs[2 * i + 1] = (byte) ('0' + i % 10);
    }
    return pairs;
  }
}
