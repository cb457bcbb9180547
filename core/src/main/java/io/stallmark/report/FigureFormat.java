package io.stallmark.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.Locale;

/** Numbers as readers want them, the same in every locale. */
public final class FigureFormat {

  public static final double SECOND = 1e9;
  private static final double MILLISECOND = 1e6;
  private static final int MILLI_DIGITS = 6;
  private static final int SECOND_DIGITS = 9;
  private static final int MOST_DIGITS = 340;

  private FigureFormat() {}

  /** 1,234,567. */
  public static String count(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** 1 run, 1,234 runs. */
  public static String count(long number, String what) {
    return count(number) + " " + what + (number == 1 ? "" : "s");
  }

  /** 1,234.5. */
  public static String rate(double perSecond) {
    return String.format(Locale.ROOT, "%,.1f", perSecond);
  }

  /** Formats a rate that the user asked for, to the last digit: 1,234.5, 0.025. */
  public static String asked(double perSecond) {
    DecimalFormat format =
        new DecimalFormat("#,##0.0", DecimalFormatSymbols.getInstance(Locale.ROOT));
    format.setMaximumFractionDigits(MOST_DIGITS);
    return format.format(BigDecimal.valueOf(perSecond));
  }

  /** Of a share: 7 for 0.07, as the user wrote it, and not 7.000000000000001. */
  public static double percentOf(double share) {
    return BigDecimal.valueOf(100 * share).round(MathContext.DECIMAL32).doubleValue();
  }

  /** For machines: at most that many digits after the point; empty: no finite number. */
  public static String decimal(double number, int digits) {
    return Double.isFinite(number)
        ? BigDecimal.valueOf(number)
            .setScale(digits, RoundingMode.HALF_UP)
            .stripTrailingZeros()
            .toPlainString()
        : "";
  }

  public static String percent(double share) {
    return String.format(Locale.ROOT, "%.2f %%", 100 * share);
  }

  /** Milliseconds with three decimals below 10, two below 100, one above: about four digits. */
  public static String millis(double nanos) {
    double millis = nanos / MILLISECOND;
    String format = millis < 9.9995 ? "%,.3f" : millis < 99.995 ? "%,.2f" : "%,.1f";
    return String.format(Locale.ROOT, format, millis);
  }

  /** 30 s, 0.5 s. */
  public static String seconds(long nanos) {
    return BigDecimal.valueOf(nanos, SECOND_DIGITS).stripTrailingZeros().toPlainString() + " s";
  }

  /** 2026-11-22 05:52:37 UTC, of an instant as files have it. */
  public static String utc(String instant) {
    return instant.replaceFirst("T", " ").replaceFirst("(\\.\\d+)?Z$", " UTC");
  }

  /** For machines: nanoseconds as milliseconds, exactly. */
  public static String exactMillis(long nanos) {
    return BigDecimal.valueOf(nanos, MILLI_DIGITS).stripTrailingZeros().toPlainString();
  }

  /** For machines: nanoseconds as seconds, exactly. */
  public static String exactSeconds(long nanos) {
    return BigDecimal.valueOf(nanos, SECOND_DIGITS).stripTrailingZeros().toPlainString();
  }

  /** For machines: events in a time, per second. */
  public static double perSecond(long count, long nanos) {
    return nanos <= 0 ? 0 : count * SECOND / nanos;
  }
}
