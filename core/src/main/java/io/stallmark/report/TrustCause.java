package io.stallmark.report;

import io.stallmark.result.RunDocument;
import io.stallmark.result.TrustSummary;
import io.stallmark.result.TrustSummary.ReasonLimit;
import io.stallmark.result.metric.HealthMetric;
import io.stallmark.text.Text;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Main cause why a run is not trusted, and in how many intervals. */
public final class TrustCause {

  private TrustCause() {}

  /** Returns the cause for a run that is not trusted. */
  public static String of(TrustSummary trust) {
    HealthMetric.Limit limit = limit(trust.cause());
    ReasonLimit reached = limit == null ? null : trust.limits().reasons().get(limit.reason());
    if (!starved(trust) || limit == null || reached == null || reached.worst() == null) {
      List<String> reasons = trust.reasons();
      return reasons.isEmpty() ? "no reason was saved" : clause(reasons.get(0));
    }
    String unit = reached.percent() == null ? "%,.0f" : "%,.0f %%";
    return Text.format(
        "%s (%,d of %s starved)",
        Text.format(limit.brief(), Text.format(unit, reached.worst())),
        trust.judgedFlaggedIntervals(),
        FigureFormat.count(trust.judgedIntervals(), "interval"));
  }

  /** Returns what to do about the cause, whole sentences; empty: it is not the generator's. */
  public static String remedy(TrustSummary trust) {
    HealthMetric.Limit limit = limit(trust.cause());
    return starved(trust) && limit != null ? limit.remedy() : "";
  }

  /** Returns why a run is not trusted, in one clause; empty: it is. */
  public static String doubt(RunDocument run) {
    TrustSummary trust = run.outcome().trust();
    return trust != null && trust.doubted() ? of(trust) : "";
  }

  /** Whether the generator lacked resources so often that the run is not trusted. */
  public static boolean starved(TrustSummary trust) {
    return trust.doubted()
        && trust.cause() != null
        && trust.judgedFlaggedPercent() > trust.limits().flaggedPercent();
  }

  private static HealthMetric.@Nullable Limit limit(@Nullable String reason) {
    return Stream.of(HealthMetric.values())
        .map(HealthMetric::limit)
        .filter(Objects::nonNull)
        .filter(limit -> limit.reason().equals(reason))
        .findFirst()
        .orElse(null);
  }

  /** Returns the first clause of a sentence, without its first capital. */
  public static String clause(String sentence) {
    String first = sentence.split("[.:;] ", 2)[0].replaceFirst("\\.$", "");
    boolean word = first.length() > 1 && Character.isLowerCase(first.charAt(1));
    return word ? first.substring(0, 1).toLowerCase(Locale.ROOT) + first.substring(1) : first;
  }
}
