package io.stallmark.report.phase;

import io.stallmark.analysis.Latency;
import io.stallmark.analysis.PhaseTotals.Total;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What the phases of a run came to, for the user. */
public final class PhaseLines {

  private static final double SECOND = 1e9;
  private static final double MILLISECOND = 1e6;

  private PhaseLines() {}

  /** A table; no lines where there are no phases. */
  public static List<String> of(List<Total> totals) {
    if (totals.isEmpty()) {
      return List.of();
    }
    List<String> lines = new ArrayList<>();
    lines.add("");
    lines.add("Phases, response time in ms");
    lines.add(
        String.format(
            Locale.ROOT,
            "  %-22s %9s %9s %8s %12s %11s %9s %9s %9s %8s",
            "",
            "from s",
            "length s",
            "threads",
            "count",
            "/s",
            "p50",
            "p99",
            "max",
            "errors"));
    for (Total total : totals) {
      Latency response = total.response();
      lines.add(
          String.format(
              Locale.ROOT,
              "  %-22s %9.1f %9.1f %8d %,12d %,11.1f %9s %9s %9s %,8d%s",
              total.phase().name(),
              total.phase().start() / SECOND,
              total.length() / SECOND,
              total.phase().threads(),
              total.transactions(),
              total.perSecond(total.transactions()),
              millis(response, response.p50()),
              millis(response, response.p99()),
              millis(response, response.max()),
              total.failures(),
              total.bound() == 0
                  ? ""
                  : String.format(
                      Locale.ROOT,
                      "  GENERATOR BOUND in %.0f %% of the time",
                      total.boundPercent())));
    }
    return lines;
  }

  private static String words(double millis) {
    String format = millis < 9.9995 ? "%,.3f" : millis < 99.995 ? "%,.2f" : "%,.1f";
    return String.format(Locale.ROOT, format, millis);
  }

  private static String millis(Latency response, long nanos) {
    return response.count() == 0 ? "–" : words(nanos / MILLISECOND);
  }
}
