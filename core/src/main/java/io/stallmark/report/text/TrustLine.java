package io.stallmark.report.text;

import io.stallmark.report.FigureFormat;
import io.stallmark.report.file.ResultFiles;
import io.stallmark.result.TrustSummary;
import io.stallmark.result.TrustSummary.ReasonLimit;
import io.stallmark.result.metric.HealthMetric;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Trust in a run as one line with one cause. */
final class TrustLine {

  private TrustLine() {}

  /** Returns the line of a run that has ended. */
  static String of(TrustSummary trust) {
    if (trust.trusted() == null) {
      return "Trust: not judged, because the run was too short";
    }
    if (trust.doubted()) {
      return "UNTRUSTED: " + cause(trust) + ". See " + ResultFiles.PAGE;
    }
    if (!trust.cautions().isEmpty()) {
      return "Trusted, but " + clause(trust.cautions().get(0)) + ". See " + ResultFiles.PAGE;
    }
    return String.format(
        Locale.ROOT,
        "Trusted: the load generator kept up in %,d of %s",
        trust.judgedIntervals() - trust.judgedFlaggedIntervals(),
        FigureFormat.count(trust.judgedIntervals(), "interval"));
  }

  /** Whether the generator lacked resources so often that the run is not trusted. */
  static boolean starved(TrustSummary trust) {
    return trust.doubted()
        && trust.cause() != null
        && trust.judgedFlaggedPercent() > trust.limits().flaggedPercent();
  }

  /** Returns why a run is not trusted. */
  static String cause(TrustSummary trust) {
    HealthMetric.Limit limit = limit(trust.cause());
    ReasonLimit reached = limit == null ? null : trust.limits().reasons().get(limit.reason());
    if (!starved(trust) || limit == null || reached == null || reached.worst() == null) {
      List<String> reasons = trust.reasons();
      return reasons.isEmpty() ? "no reason was saved" : clause(reasons.get(0));
    }
    String unit = reached.percent() == null ? "%,.0f" : "%,.0f %%";
    return String.format(Locale.ROOT, limit.brief(), String.format(unit, reached.worst()))
        + String.format(
            Locale.ROOT,
            " (%,d of %s starved)",
            trust.judgedFlaggedIntervals(),
            FigureFormat.count(trust.judgedIntervals(), "interval"));
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
  private static String clause(String sentence) {
    String first = sentence.split("[.:;] ", 2)[0].replaceFirst("\\.$", "");
    boolean word = first.length() > 1 && Character.isLowerCase(first.charAt(1));
    return word ? first.substring(0, 1).toLowerCase(Locale.ROOT) + first.substring(1) : first;
  }
}
