package io.stallmark.report.trust;

import io.stallmark.analysis.Latency;
import io.stallmark.analysis.trust.Steady;
import io.stallmark.analysis.trust.Strain;
import io.stallmark.analysis.trust.Trust;
import io.stallmark.analysis.trust.TrustReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Whether a run may be believed, for the user to read. */
public final class TrustLines {

  private static final double SECOND = 1e9;
  private static final double MILLISECOND = 1e6;

  private TrustLines() {}

  /**
   * What stands under the headline; cautions are elsewhere, among the warnings.
   *
   * @param failed whether the run has: what it came to is no result, however well it was measured
   */
  public static List<String> of(Judgement judgement, boolean failed) {
    Trust trust = judgement.trust();
    List<String> lines = new ArrayList<>();
    if (!trust.judged()) {
      lines.add(
          String.format(
              Locale.ROOT,
              "Trust: %s; no whole interval began after the first %.0f s, warm-up included",
              failed ? "no, the run failed" : "not judged",
              TrustReport.COLD / SECOND));
    } else if (trust.trusted()) {
      lines.add(trusted(trust, failed));
    } else {
      lines.add("NOT TO BE TRUSTED:");
      trust.doubts().forEach(doubt -> lines.add("  " + doubt));
    }
    lines.addAll(steady(judgement.steady()));
    return lines;
  }

  private static String trusted(Trust trust, boolean failed) {
    String yes = trust.cautions().isEmpty() ? "yes" : "yes, but see the warnings";
    return String.format(
        Locale.ROOT,
        "Trust: %s; the generator kept up in %,d of %,d %s judged",
        failed ? "no, the run failed" : yes,
        trust.report().judged() - trust.report().judgedFlagged(),
        trust.report().judged(),
        trust.report().judged() == 1 ? "interval" : "intervals");
  }

  private static List<String> steady(SteadyPart part) {
    Steady steady = part.steady();
    if (!steady.judged()) {
      return List.of("Steady state: not judged; that takes 20 s under one load");
    }
    String what = steady.what() == Steady.What.RESPONSE_TIME ? "response time" : "transactions/s";
    if (steady.reachedAfter().isEmpty()) {
      return List.of(
          "Steady state: never reached; " + what + " had not settled by the middle of the run");
    }
    String reached =
        String.format(
            Locale.ROOT,
            "Steady state: reached after %,.1f s, by %s",
            steady.reachedAfter().getAsLong() / SECOND,
            what);
    SteadyPart.Clocks clocks = part.kinds().get("transaction");
    return clocks == null || part.from().isEmpty()
        ? List.of(reached)
        : List.of(reached, times(part.from().getAsLong(), clocks.response()));
  }

  /** Intervals are whole, so it may be a bit later. */
  private static String times(long from, Latency response) {
    return String.format(
        Locale.ROOT,
        "  response time in ms from %,.1f s on: p50 %s, p95 %s, p99 %s, p99.9 %s, max %s",
        from / SECOND,
        millis(response.p50()),
        millis(response.p95()),
        millis(response.p99()),
        millis(response.p999()),
        millis(response.max()));
  }

  private static String millis(long nanos) {
    return String.format(Locale.ROOT, "%,.3f", nanos / MILLISECOND);
  }

  /** What marks the line of an interval; empty: nothing does. */
  public static String mark(Strain strain) {
    return strain.bound() ? "  GENERATOR BOUND: " + TrustCsv.reasons(strain) : "";
  }
}
