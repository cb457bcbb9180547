package io.stallmark.text;

import java.math.BigDecimal;
import java.math.MathContext;

/** The text of a double with 15 significant digits, as C's {@code %.15g} and PostgreSQL have it. */
public final class GeneralNumber {

  private static final int DIGITS = 15;
  private static final int LEAST_EXPONENT = -4; // of a number without one in the text
  private static final int TWO_DIGITS = 10;

  private GeneralNumber() {}

  public static String of(double number) {
    if (Double.isNaN(number) || Double.isInfinite(number)) {
      return Double.toString(number);
    }
    if (number == 0) {
      return 1 / number < 0 ? "-0" : "0";
    }
    BigDecimal rounded = new BigDecimal(number).round(new MathContext(DIGITS)).stripTrailingZeros();
    int exponent = rounded.precision() - rounded.scale() - 1;
    if (exponent >= LEAST_EXPONENT && exponent < DIGITS) {
      return rounded.toPlainString();
    }
    int size = Math.abs(exponent);
    return rounded.scaleByPowerOfTen(-exponent).toPlainString()
        + (exponent < 0 ? "e-" : "e+")
        + (size < TWO_DIGITS ? "0" : "")
        + size;
  }
}
