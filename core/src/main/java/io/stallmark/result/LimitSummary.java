package io.stallmark.result;

import io.stallmark.text.Text;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Result of a limit that the user has set on a run.
 *
 * @param limit as given: {@code p99<200ms}
 * @param metric id of the metric, which ends with its unit
 * @param value value of the run in that unit; null: the run does not have it, which misses the
 *     limit
 */
public record LimitSummary(String limit, String metric, @Nullable Double value, boolean met) {

  /** Returns the result in words: {@code p99<200ms, but p99_ms is 312.4}. */
  public String description() {
    return value == null
        ? limit + ", but the run has no " + metric + ": too few samples, or not reported"
        : limit + (met ? ", " : ", but ") + metric + " is " + Text.plain(rounded(value));
  }

  /** Returns the result as a line. */
  public String line() {
    return "Limit " + (met ? "met: " : "MISSED: ") + description();
  }

  /** Returns a sentence with the missed limits; empty: none was missed. */
  public static String missed(List<LimitSummary> results) {
    List<String> missed =
        results.stream().filter(each -> !each.met).map(LimitSummary::description).toList();
    return missed.isEmpty()
        ? ""
        : (missed.size() == 1 ? "A limit was missed: " : missed.size() + " limits were missed: ")
            + String.join("; ", missed)
            + ".";
  }

  private static double rounded(double value) {
    double unit = Math.abs(value) >= 1000 ? 1 : 1e3;
    return Math.round(value * unit) / unit;
  }
}
