package io.stallmark.data;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Writes decimal digits as ASCII bytes, eight at a time. */
public final class Digits {

  private static final VarHandle EIGHT_BYTES =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private Digits() {}

  /**
   * Writes the eight digits of a number, with leading zeros.
   *
   * @param number at least 0 and below 10^8
   */
  public static void writeEight(long number, byte[] into, int at) {
    EIGHT_BYTES.set(into, at, eight(number));
  }

  /**
   * Returns the eight digits of a number as ASCII bytes, the first digit in the lowest byte. Splits
   * halves, quarters and single digits in parallel in one word, by multiplication with a
   * reciprocal.
   */
  private static long eight(long number) {
    long first = number / 10_000;
    long halves = first | (number - first * 10_000) << 32;
    long hundreds = ((halves * 10_486) >>> 20) & 0x0000_007f_0000_007fL;
    long quarters = hundreds | (halves - hundreds * 100) << 16;
    long tens = ((quarters * 103) >>> 10) & 0x000f_000f_000f_000fL;
    return (tens | (quarters - tens * 10) << 8) + 0x3030_3030_3030_3030L;
  }
}
