package io.stallmark.tpcc.data;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.IntStream;

/** Last names of customers: three syllables for the digits of a number (clause 4.3.2.3). */
public final class LastName {

  public static final int NUMBERS = 1000;

  /** Maximum number of characters. */
  public static final int MOST = 16;

  private static final String[] SYLLABLES = {
    "BAR", "OUGHT", "ABLE", "PRI", "PRES", "ESE", "ANTI", "CALLY", "ATION", "EING"
  };

  private static final byte[][] NAMES =
      IntStream.range(0, NUMBERS)
          .mapToObj(number -> of(number).getBytes(StandardCharsets.US_ASCII))
          .toArray(byte[][]::new);

  private LastName() {}

  /** Returns the name of a number from 0 to 999. */
  public static String of(int number) {
    return SYLLABLES[number / 100] + SYLLABLES[number / 10 % 10] + SYLLABLES[number % 10];
  }

  /** Writes the name of a number into a buffer. Returns its length. */
  public static int write(int number, byte[] into) {
    byte[] name = NAMES[number];
    System.arraycopy(name, 0, into, 0, name.length);
    return name.length;
  }

  /** Returns the number of a name; negative: it is none of the names. */
  public static int number(byte[] text, int length) {
    for (int number = 0; number < NUMBERS; number++) {
      byte[] name = NAMES[number];
      if (Arrays.equals(name, 0, name.length, text, 0, length)) {
        return number;
      }
    }
    return -1;
  }
}
