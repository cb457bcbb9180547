package io.stallmark.text;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.stream.IntStream;

/** The text of a number as C's {@code %g} has it, by default with 15 significant digits. */
public final class GeneralNumber {

  private static final int DIGITS = 15;
  private static final int LEAST_EXPONENT = -4; // of a number without one in the text
  private static final int TWO_DIGITS = 10;
  private static final double LEAST = 1e14; // whole number of 15 digits
  private static final double LIMIT = 1e15;
  private static final double FAR_FROM_TIE = 0.4; // the error of a product is below 0.07

  /** The powers of ten that a double has exactly. */
  private static final double[] POWERS =
      IntStream.rangeClosed(0, 22).mapToDouble(power -> Double.parseDouble("1e" + power)).toArray();

  private GeneralNumber() {}

  /** Returns the text with 15 significant digits; a tie is rounded to the even digit. */
  public static String of(double number) {
    return of(number, DIGITS, RoundingMode.HALF_EVEN);
  }

  /** Returns the text with a number of significant digits. */
  public static String of(double number, int digits, RoundingMode rounding) {
    if (Double.isNaN(number) || Double.isInfinite(number)) {
      return Double.toString(number);
    }
    if (number == 0) {
      return 1 / number < 0 ? "-0" : "0";
    }
    return of(new BigDecimal(number).round(new MathContext(digits, rounding)), digits);
  }

  /**
   * Returns the text of a number with all its digits.
   *
   * @param digits of a whole number that has no exponent
   */
  public static String of(BigDecimal number, int digits) {
    BigDecimal stripped = number.stripTrailingZeros();
    int exponent = stripped.precision() - stripped.scale() - 1;
    if (exponent >= LEAST_EXPONENT && exponent < digits) {
      return stripped.toPlainString();
    }
    int size = Math.abs(exponent);
    return stripped.scaleByPowerOfTen(-exponent).toPlainString()
        + (exponent < 0 ? "e-" : "e+")
        + (size < TWO_DIGITS ? "0" : "")
        + size;
  }

  /** Returns the number that {@link #of(double)} writes. Allocates nothing for usual numbers. */
  public static double rounded(double number) {
    double size = Math.abs(number);
    int places = 0;
    while (places < POWERS.length - 1 && size * POWERS[places] < LEAST) {
      places++;
    }
    double scaled = size * POWERS[places];
    double whole = Math.rint(scaled);
    boolean sure = whole >= LEAST && whole < LIMIT && Math.abs(scaled - whole) < FAR_FROM_TIE;
    if (sure || number == 0) {
      return Math.copySign(whole / POWERS[places], number);
    }
    return Double.parseDouble(of(number));
  }
}
