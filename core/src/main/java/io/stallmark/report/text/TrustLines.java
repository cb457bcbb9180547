package io.stallmark.report.text;

import io.stallmark.analysis.trust.GeneratorHealth;
import io.stallmark.analysis.trust.SteadyState;
import io.stallmark.analysis.trust.TrustReport;
import io.stallmark.record.Kind;
import io.stallmark.report.FigureFormat;
import io.stallmark.report.TextLines;
import io.stallmark.report.TrustCause;
import io.stallmark.report.file.ResultFiles;
import io.stallmark.result.LatencySummary;
import io.stallmark.result.Percentile;
import io.stallmark.result.SteadySummary;
import io.stallmark.result.TrustSummary;
import io.stallmark.text.Lines;
import io.stallmark.text.Text;
import java.util.List;
import java.util.stream.Collectors;

/** Trust in a run, for the terminal. */
final class TrustLines {

  private static final String SEE = ". See " + ResultFiles.PAGE;

  private TrustLines() {}

  /** Returns the verdict with one cause. */
  static List<String> brief(TrustSummary trust) {
    if (trust.trusted() == null) {
      return List.of("Trust: not judged, because the run was too short");
    }
    if (trust.doubted()) {
      return TextLines.wrapped("UNTRUSTED: " + TrustCause.of(trust) + SEE);
    }
    if (!trust.cautions().isEmpty()) {
      return TextLines.wrapped("Trusted, but " + TrustCause.clause(trust.cautions().get(0)) + SEE);
    }
    return List.of(
        Text.format(
            "Trusted: the load generator kept up in %,d of %s",
            trust.judgedIntervals() - trust.judgedFlaggedIntervals(),
            FigureFormat.count(trust.judgedIntervals(), "interval")));
  }

  /**
   * Returns the lines under the headline; cautions are among the warnings.
   *
   * @param failed whether the run failed; the results of a failed run are not trusted
   */
  static List<String> of(TrustSummary trust, SteadySummary steady, boolean failed) {
    Lines lines = new Lines();
    if (trust.trusted() == null) {
      lines.add(
          "Trust: %s; no whole interval began after the first %.0f s, warm-up included",
          failed ? "no, the run failed" : "not judged", TrustReport.COLD / FigureFormat.SECOND);
    } else if (trust.doubted()) {
      lines.add("NOT TO BE TRUSTED:");
      trust.reasons().forEach(reason -> lines.add("  " + reason));
    } else {
      lines.add(trusted(trust, failed));
    }
    lines.addAll(steady(steady));
    return lines;
  }

  private static String trusted(TrustSummary trust, boolean failed) {
    String yes = trust.cautions().isEmpty() ? "yes" : "yes, but see the warnings";
    return Text.format(
        "Trust: %s; the generator kept up in %,d of %s judged",
        failed ? "no, the run failed" : yes,
        trust.judgedIntervals() - trust.judgedFlaggedIntervals(),
        FigureFormat.count(trust.judgedIntervals(), "interval"));
  }

  private static List<String> steady(SteadySummary steady) {
    if (steady.reached() == null) {
      return List.of("Steady state: not judged; that takes 20 s under one load");
    }
    String what =
        steady.of().equals(SteadyState.What.RESPONSE_TIME.word())
            ? "response time"
            : "transactions/s";
    if (steady.reachedAfterSeconds() == null) {
      return List.of(
          "Steady state: never reached; " + what + " had not settled by the end of the run");
    }
    String reached =
        Text.format(
            "Steady state: reached after %,.1f s, by %s", steady.reachedAfterSeconds(), what);
    SteadySummary.SteadyKind kind = steady.kinds().get(Kind.TRANSACTION);
    return kind == null || steady.percentilesFromSeconds() == null
        ? List.of(reached)
        : List.of(reached, times(steady.percentilesFromSeconds(), kind.responseNanoseconds()));
  }

  /**
   * Returns the response times of the steady state. They begin up to an interval later, because
   * only whole intervals count.
   */
  private static String times(double from, LatencySummary response) {
    return Percentile.ALL.stream()
        .map(each -> each.label() + " " + FigureFormat.figure(each.of(response) / 1e6, 3))
        .collect(
            Collectors.joining(
                ", ", Text.format("  response time in ms from %,.1f s on: ", from), ""));
  }

  /** Returns the mark on the line of an interval; empty: none. */
  static String mark(GeneratorHealth health) {
    return health.bound() ? "  starved: " + String.join(" ", health.reasonNames()) : "";
  }
}
