package io.stallmark.run.document;

import io.stallmark.analysis.compare.Comparison;
import io.stallmark.analysis.compare.MeasuredRun;
import io.stallmark.analysis.compare.MetricDirection;
import io.stallmark.analysis.compare.RunMetric;
import io.stallmark.analysis.compare.RunMetric.Scale;
import io.stallmark.analysis.compare.RunMetrics;
import io.stallmark.record.Kind;
import io.stallmark.result.Percentile;
import io.stallmark.result.RunDocument.LimitSummary;
import io.stallmark.result.RunSummary;
import io.stallmark.result.RunSummary.KindSummary;
import io.stallmark.spec.NearestWord;
import io.stallmark.spec.Quantity;
import io.stallmark.spec.SpecEntries;
import io.stallmark.spec.SpecException;
import io.stallmark.text.Text;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Limit that a run must keep, such as {@code p99<200ms}.
 *
 * @param text as the user gave it
 * @param upper whether the metric must be below the bound; else above it
 * @param bound exclusive, in the unit of the metric
 */
public record RunLimit(String text, RunMetric metric, boolean upper, double bound) {

  private static final Pattern FORM = Pattern.compile("\\s*([^<>=]+?)\\s*([<>])\\s*([^<>=]+?)\\s*");
  private static final Map<String, String> SHORT_NAMES = shortNames();
  private static final String ERRORS = "errors";
  private static final double PERCENT = 100;
  private static final double MILLISECOND = 1e6;
  private static final double SECOND = 1e9;

  /** Share of the transactions that have failed; only limits have it, as the rest has counts. */
  private static final RunMetric ERROR_SHARE =
      new RunMetric(
          "errors_percent",
          Kind.TRANSACTION,
          "errors, %",
          MetricDirection.NUMBER,
          Scale.LINEAR,
          run -> PERCENT * run.summary(RunSummary::errors) / run.summary(RunSummary::started));

  /** Returns the texts of the option {@code limit}, each of which {@link #parse} reads. */
  public static List<String> texts(SpecEntries given) throws SpecException {
    List<String> texts = given.texts("limit");
    for (String text : texts) {
      try {
        parse(text);
      } catch (SpecException e) {
        throw new SpecException("--limit: " + e.getMessage());
      }
    }
    return texts;
  }

  /**
   * Reads a limit: a metric of {@link RunMetrics#all} by its short name, label or id, then {@code
   * <} or {@code >}, then a value. Times have a unit.
   */
  public static RunLimit parse(String text) throws SpecException {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      throw new SpecException("'" + text + "' is not a limit such as p99<200ms or errors<1%");
    }
    String value = form.group(3);
    RunMetric metric =
        form.group(1).equals(ERRORS) && value.endsWith("%") ? ERROR_SHARE : metric(form.group(1));
    return new RunLimit(text.strip(), metric, form.group(2).equals("<"), bound(metric, value));
  }

  private static Map<String, String> shortNames() {
    Map<String, String> names = new HashMap<>(Map.of("throughput", Comparison.THROUGHPUT));
    for (Percentile each : Percentile.ALL) {
      names.put(each.label(), each.metric(""));
      names.put(each.id(), each.metric(""));
    }
    return names;
  }

  /** Finds a metric by its short name, label or id. */
  public static RunMetric metric(String name) throws SpecException {
    Map<String, RunMetric> all = RunMetrics.all();
    String id = SHORT_NAMES.getOrDefault(name, name);
    List<String> names = new ArrayList<>(SHORT_NAMES.keySet());
    for (RunMetric each : all.values()) {
      if (each.id().equals(id) || each.label().equals(id)) {
        return each;
      }
      names.add(each.id());
    }
    throw new SpecException("no metric '%s': %s", name, NearestWord.hint(name, names));
  }

  private static double bound(RunMetric metric, String value) throws SpecException {
    String id = metric.id();
    if (id.endsWith("_ms")) {
      return Quantity.duration(value) / MILLISECOND;
    }
    if (id.endsWith("_s") && !id.endsWith("_per_s")) {
      return Quantity.duration(value) / SECOND;
    }
    return id.endsWith("_percent") ? Quantity.percent(value) : Quantity.real(value);
  }

  /** Returns the result for a run that has ended. */
  public LimitSummary judge(MeasuredRun run) {
    double value = metric.of(run);
    boolean known = Double.isFinite(value);
    return new LimitSummary(
        text,
        metric.id(),
        known ? value : null,
        known && (upper ? value < bound : value > bound),
        known ? null : lack(run));
  }

  private String lack(MeasuredRun run) {
    KindSummary transactions = run.kinds().get(Kind.TRANSACTION);
    long count = transactions == null ? 0 : transactions.count();
    return Percentile.ALL.stream()
        .filter(each -> each.metric("").equals(metric.id()) && !each.isSupported(count))
        .findFirst()
        .map(each -> Text.format("needs %,d transactions, the run has %,d", each.samples(), count))
        .orElse("is not reported");
  }

  @Override
  public String toString() {
    return text;
  }
}
