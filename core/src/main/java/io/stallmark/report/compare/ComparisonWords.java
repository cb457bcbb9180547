package io.stallmark.report.compare;

import io.stallmark.analysis.compare.ComparisonRow;
import io.stallmark.analysis.compare.MetricDifference;
import io.stallmark.analysis.compare.RegressionGate;
import io.stallmark.text.Text;

/** Formats of the values of a comparison, for readers. */
final class ComparisonWords {

  private static final String UNKNOWN = "–";

  /** Largest relative difference in percent; a greater one is a factor. */
  private static final double MOST = 9.99;

  /** Largest factor that is shown, less one. */
  private static final double LARGEST = 998;

  private ComparisonWords() {}

  /** Formats a value with about four digits. */
  static String figure(double number) {
    if (!Double.isFinite(number)) {
      return UNKNOWN;
    }
    double size = Math.abs(number);
    String format = size >= 1e4 ? "%,.0f" : size >= 100 ? "%,.1f" : size >= 10 ? "%.2f" : "%.3f";
    return Text.format(format, number);
  }

  /** Formats the difference of a row, or a bound of it. */
  static String difference(ComparisonRow row, double number) {
    if (Double.isNaN(number)) {
      return UNKNOWN;
    }
    if (Double.isInfinite(number)) {
      return number > 0 ? "+∞" : "-∞";
    }
    if (row.metric().share() && number > MOST) {
      return Text.format(number > LARGEST ? "> × %,.0f" : "× %,.0f", Math.min(number, LARGEST) + 1);
    }
    String percent = Math.abs(number) < 1 ? "%+,.1f %%" : "%+,.0f %%";
    return row.metric().share()
        ? Text.format(percent, rounded(100 * number, 10))
        : Text.format("%+,.2f", rounded(number, 100));
  }

  /** Returns 0 for a number that rounds to 0, so that it has no sign. */
  private static double rounded(double number, double digits) {
    return Math.abs(number * digits) < 0.5 ? 0 : number;
  }

  /** Shortens a verdict for a narrow column. */
  static String brief(String verdict) {
    return verdict.replace("no difference shown", "not shown");
  }

  static String interval(ComparisonRow row) {
    MetricDifference difference = row.difference();
    return difference.judged()
        ? difference(row, difference.low()) + " to " + difference(row, difference.high())
        : UNKNOWN;
  }

  /** Returns the measurement of a row that a gate could not decide. */
  static String undecided(RegressionGate.Finding finding) {
    ComparisonRow row = finding.row();
    MetricDifference difference = row.difference();
    if (!difference.judged()) {
      return difference(row, difference.estimate()) + ", with " + allowed(finding);
    }
    return Text.format(
        "%s, beyond the %s, but the interval reaches %s",
        difference(row, difference.estimate()),
        allowed(finding),
        difference(row, difference.estimate() > 0 ? difference.low() : difference.high()));
  }

  /** Returns the limit of a gate: {@code 5 % allowed}. */
  static String allowed(RegressionGate.Finding finding) {
    return Text.percent(finding.limit()) + " % allowed";
  }
}
