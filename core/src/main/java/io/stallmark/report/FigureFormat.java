package io.stallmark.report;

import io.stallmark.result.LatencySummary;
import io.stallmark.result.Percentile;
import io.stallmark.text.Text;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.List;
import java.util.Locale;

/** Formats of numbers, the same in every locale. */
public final class FigureFormat {

  public static final double SECOND = 1e9;
  public static final double MILLISECOND = 1e6;
  private static final int MOST_DIGITS = 340;
  private static final double MOST_UNITS = 1e15; // a double has all their digits
  private static final double KIBI = 1024;
  private static final List<String> UNITS = List.of("B", "KiB", "MiB", "GiB", "TiB", "PiB");

  /** Text for an unknown figure. */
  public static final String NONE = "–";

  private FigureFormat() {}

  /** Formats a count: 1,234,567. */
  public static String count(long number) {
    return Text.format("%,d", number);
  }

  /** Formats a count with its noun: 1 run, 1,234 runs. */
  public static String count(long number, String what) {
    return count(number) + " " + what + (number == 1 ? "" : "s");
  }

  /** Formats a rate: 1,234.5. */
  public static String rate(double perSecond) {
    return Text.format("%,.1f", perSecond);
  }

  /** Formats a rate that the user requested, with all its digits: 1,234.5, 0.025. */
  public static String asked(double perSecond) {
    DecimalFormat format =
        new DecimalFormat("#,##0.0", DecimalFormatSymbols.getInstance(Locale.ROOT));
    format.setMaximumFractionDigits(MOST_DIGITS);
    return format.format(BigDecimal.valueOf(perSecond));
  }

  /** Formats a number for programs, with at most this many decimals; empty: not finite. */
  public static String decimal(double number, int digits) {
    double units = number * Math.pow(10, digits);
    if (Math.abs(units) < MOST_UNITS) { // a text of the double would cost more than all else
      return Text.plain(BigDecimal.valueOf(Math.round(units), digits));
    }
    return Double.isFinite(number)
        ? Text.plain(BigDecimal.valueOf(number).setScale(digits, RoundingMode.HALF_UP))
        : "";
  }

  /** Formats a figure with the given number of decimals; –: it is not known. */
  public static String figure(double figure, int digits) {
    return Double.isNaN(figure) ? NONE : Text.format("%,." + digits + "f", figure);
  }

  public static String percent(double share) {
    return Text.format("%.2f %%", 100 * share);
  }

  /**
   * Formats nanoseconds as milliseconds with about four digits: three decimals below 10, two below
   * 100, otherwise one.
   */
  public static String millis(double nanos) {
    return fourDigits(nanos / MILLISECOND);
  }

  /** Formats a figure with about four digits, as {@link #millis} does. */
  public static String fourDigits(double figure) {
    return figure(figure, figure < 9.9995 ? 3 : figure < 99.995 ? 2 : 1);
  }

  /** Formats nanoseconds as seconds: 30 s, 0.5 s. */
  public static String seconds(long nanos) {
    return Text.seconds(nanos) + " s";
  }

  /**
   * Formats a percentile in milliseconds; – if fewer than ten samples lie beyond it, because then
   * it says little.
   *
   * @param count number of samples
   */
  public static String percentile(long count, Percentile percentile, LatencySummary times) {
    return percentile.isSupported(count) ? millis((double) percentile.of(times)) : NONE;
  }

  /** Formats a size in binary units: 512 MiB, 1.5 GiB. */
  public static String bytes(long bytes) {
    double number = bytes;
    int unit = 0;
    while (number >= KIBI && unit < UNITS.size() - 1) {
      number /= KIBI;
      unit++;
    }
    return decimal(number, 1) + " " + UNITS.get(unit);
  }

  /** Formats an instant of a file: 2026-11-22 05:52:37 UTC. */
  public static String utc(String instant) {
    return instant.replaceFirst("T", " ").replaceFirst("(\\.\\d+)?Z$", " UTC");
  }

  /** Returns the rate of events per second. */
  public static double perSecond(long count, long nanos) {
    return nanos <= 0 ? 0 : count * SECOND / nanos;
  }
}
