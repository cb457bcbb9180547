package io.stallmark.data;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * ASCII text in which each {@code #} of a template is a random decimal digit, as in sysbench's
 * columns. Thread-safe; does not allocate.
 *
 * <p>One 64-bit draw results in up to 11 digits. Its top 63 bits are a fraction: multiplication by
 * 10^8 gives the first eight digits, then multiplication by 1000 gives the other three. Each of the
 * 10^11 groups results from ⌊2^63 / 10^11⌋ of the 2^63 fractions or one more. Their probabilities
 * therefore differ by less than two parts in a hundred million.
 */
public final class TextPattern {

  private static final int DIGITS_A_DRAW = 11;
  private static final int AT_ONCE = 8;

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

  /** Length of every text in bytes. */
  public int length() {
    return template.length;
  }

  /** Writes a new text to the start of the array. */
  public void fill(Rng rng, byte[] into) {
    System.arraycopy(template, 0, into, 0, template.length);
    for (int group = 0; group < starts.length; group++) {
      digits(rng.nextLong(), into, starts[group], ends[group]);
    }
  }

  private static void digits(long draw, byte[] into, int start, int end) {
    long fraction = draw >>> 1;
    int at = start;
    if (end - start >= AT_ONCE) {
      Digits.writeEight(Math.multiplyHigh(fraction, 2 * 100_000_000L), into, at);
      fraction = (fraction * (2 * 100_000_000L)) >>> 1;
      at += AT_ONCE;
    }
    if (end - at == 3) {
      int three = (int) Math.multiplyHigh(fraction, 2 * 1000L);
      into[at] = (byte) ('0' + three / 100);
      into[at + 1] = (byte) ('0' + three / 10 % 10);
      into[at + 2] = (byte) ('0' + three % 10);
      return;
    }
    for (; at < end; at++) {
      into[at] = (byte) ('0' + Math.multiplyHigh(fraction, 2 * 10L));
      fraction = (fraction * (2 * 10L)) >>> 1;
    }
  }

  /** Whether this pattern can generate the text. */
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
}
