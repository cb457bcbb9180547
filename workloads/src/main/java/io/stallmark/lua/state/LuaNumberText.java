package io.stallmark.lua.state;

import io.stallmark.text.GeneralNumber;
import java.math.RoundingMode;

/**
 * The text of a Lua number, as LuaJIT has it: C's {@code %.14g}. {@link LuaNumbers} makes the
 * interpreter call these methods.
 */
public final class LuaNumberText {

  private static final int DIGITS = 14;
  private static final long LONGEST = 100_000_000_000_000L;

  private LuaNumberText() {}

  /** Returns the text of a number without a fraction. */
  public static String toString(long number) {
    return number > -LONGEST && number < LONGEST
        ? Long.toString(number)
        : toString((double) number);
  }

  /** Returns the text of a number that is finite. */
  public static String toString(double number) {
    return GeneralNumber.of(number, DIGITS, RoundingMode.HALF_UP);
  }
}
