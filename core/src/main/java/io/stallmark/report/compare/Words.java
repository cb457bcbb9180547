package io.stallmark.report.compare;

import io.stallmark.analysis.compare.Difference;
import io.stallmark.analysis.compare.Row;
import java.util.Locale;

/** Figures of a comparison for readers. */
final class Words {

  private static final String UNKNOWN = "–";

  /** Where a share is beyond all interest. */
  private static final double MOST = 9.99;

  private Words() {}

  /** Four digits or so. */
  static String figure(double number) {
    if (!Double.isFinite(number)) {
      return UNKNOWN;
    }
    double size = Math.abs(number);
    String format = size >= 100 ? "%,.1f" : size >= 10 ? "%.2f" : "%.3f";
    return String.format(Locale.ROOT, format, number);
  }

  /** The difference of a row, or a bound of it. */
  static String difference(Row row, double number) {
    if (Double.isNaN(number)) {
      return UNKNOWN;
    }
    if (Double.isInfinite(number)) {
      return number > 0 ? "+∞" : "-∞";
    }
    if (row.share() && number > MOST) {
      return String.format(Locale.ROOT, "> %+,.0f %%", 100 * MOST);
    }
    return row.share()
        ? String.format(Locale.ROOT, "%+,.1f %%", rounded(100 * number, 10))
        : String.format(Locale.ROOT, "%+,.2f", rounded(number, 100));
  }

  /** Without a sign of what is rounded to nothing. */
  private static double rounded(double number, double digits) {
    return Math.abs(number * digits) < 0.5 ? 0 : number;
  }

  static String interval(Row row) {
    Difference difference = row.difference();
    return difference.judged()
        ? difference(row, difference.low()) + " to " + difference(row, difference.high())
        : UNKNOWN;
  }
}
