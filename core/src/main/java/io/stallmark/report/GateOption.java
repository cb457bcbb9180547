package io.stallmark.report;

import io.stallmark.analysis.compare.Comparison;
import io.stallmark.analysis.compare.RegressionGate;
import io.stallmark.analysis.compare.RunMetric;
import io.stallmark.result.Percentile;
import io.stallmark.spec.NearestWord;
import io.stallmark.spec.SpecException;
import io.stallmark.text.Text;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parser of {@code --gate}, such as {@code --gate 5%} and {@code --gate throughput=5%,p99=10%}. */
public final class GateOption {

  private static final Pattern SIZE = Pattern.compile("(\\d+(?:\\.\\d+)?)\\s*(%?)");

  /** Short names of some rows of a comparison. */
  private static final Map<String, String> SHORT = names();

  private GateOption() {}

  private static Map<String, String> names() {
    Map<String, String> names = new LinkedHashMap<>();
    names.put("throughput", Comparison.THROUGHPUT);
    for (Percentile each : Percentile.BELOW_MAX) {
      names.put(each.label(), each.metric(Comparison.RESPONSE));
      names.put(each.id(), each.metric(Comparison.RESPONSE));
    }
    names.put("statements", "statements_per_s");
    names.put("rows", "rows_per_s");
    names.put("stalls", "stalls_per_min");
    return names;
  }

  /**
   * Parses the value of the option.
   *
   * @throws SpecException if a size is invalid or a name occurs twice
   */
  public static RegressionGate parse(String text) throws SpecException {
    Map<String, Double> limits = new LinkedHashMap<>();
    for (String part : text.split(",", -1)) {
      int equals = part.indexOf('=');
      String name = equals < 0 ? RegressionGate.HEADLINE : part.substring(0, equals).strip();
      Double before =
          limits.put(SHORT.getOrDefault(name, name), size(part.substring(equals + 1).strip()));
      if (before != null) {
        throw new SpecException("--gate: " + (equals < 0 ? "a size" : name) + " is given twice");
      }
    }
    return new RegressionGate(limits);
  }

  private static double size(String text) throws SpecException {
    Matcher size = SIZE.matcher(text);
    if (!size.matches()) {
      throw new SpecException(
          "--gate: '" + text + "' is not a size; give 5%, or throughput=5%,p99=10%");
    }
    double percent = Double.parseDouble(size.group(1));
    if (percent > 0 && percent < 1 && size.group(2).isEmpty()) {
      String share =
          Text.plain(BigDecimal.valueOf(100 * percent).setScale(9, RoundingMode.HALF_EVEN));
      throw new SpecException(
          "--gate: sizes are in percent: give %s%% if '%s' is a share of 1, or %s%%",
          share, text, text);
    }
    return percent / 100;
  }

  /**
   * Checks that each row that the gate names can have an interval in a duet.
   *
   * @throws SpecException if not
   */
  public static void checkPairable(RegressionGate gate) throws SpecException {
    for (String id : gate.limits().keySet()) {
      if (!Comparison.isPairable(id)) {
        throw new SpecException(
            "--gate: a duet has no interval of %s; it has those of p50, p95 and p99 of response times",
            id);
      }
    }
  }

  /**
   * Checks that there is each row that the gate names, and that the row's difference is relative.
   *
   * @param metrics metrics of the rows
   * @throws SpecException if not; the message suggests the nearest name
   */
  public static void check(RegressionGate gate, List<RunMetric> metrics) throws SpecException {
    List<String> names = new ArrayList<>(SHORT.keySet());
    List<String> unsized = new ArrayList<>();
    metrics.forEach(metric -> (metric.share() ? names : unsized).add(metric.id()));
    for (String id : gate.limits().keySet()) {
      if (unsized.contains(id)) {
        throw new SpecException(
            "--gate: %s takes no size in percent: its difference is not a share of A; give a row"
                + " whose difference_unit in comparison.csv is share",
            id);
      }
      if (!id.equals(RegressionGate.HEADLINE) && !names.contains(id)) {
        throw new SpecException(
            "--gate: no row '%s'%s",
            id, NearestWord.of(id, names).map(near -> ": did you mean " + near + "?").orElse(""));
      }
    }
  }
}
