package io.stallmark.text;

import java.math.BigDecimal;
import java.math.MathContext;

/** The text of a double as C's {@code %g} has it, by default with 15 significant digits. */
public final class GeneralNumber {

  private static final int DIGITS = 15;
  private static final int LEAST_EXPONENT = -4; // of a number without one in the text
  private static final int TWO_DIGITS = 10;

  private GeneralNumber() {}

  /** Returns the text with 15 significant digits, as PostgreSQL has it. */
  public static String of(double number) {
    return of(number, DIGITS);
  }

  /** Returns the text with a number of significant digits. */
  public static String of(double number, int digits) {
    if (Double.isNaN(number) || Double.isInfinite(number)) {
      return Double.toString(number);
    }
    if (number == 0) {
      return 1 / number < 0 ? "-0" : "0";
    }
    BigDecimal rounded = new BigDecimal(number).round(new MathContext(digits)).stripTrailingZeros();
    int exponent = rounded.precision() - rounded.scale() - 1;
    if (exponent >= LEAST_EXPONENT && exponent < digits) {
      return rounded.toPlainString();
    }
    int size = Math.abs(exponent);
    return rounded.scaleByPowerOfTen(-exponent).toPlainString()
        + (exponent < 0 ? "e-" : "e+")
        + (size < TWO_DIGITS ? "0" : "")
        + size;
  }
}
