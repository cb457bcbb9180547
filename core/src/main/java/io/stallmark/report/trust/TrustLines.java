package io.stallmark.report.trust;

import io.stallmark.analysis.trust.Strain;
import io.stallmark.analysis.trust.Trust;
import io.stallmark.analysis.trust.TrustReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Whether a run may be believed, for the user to read. */
public final class TrustLines {

  private TrustLines() {}

  /** What stands under the headline; cautions are elsewhere, among the warnings. */
  public static List<String> of(Trust trust) {
    TrustReport report = trust.report();
    List<String> lines = new ArrayList<>();
    if (!trust.judged()) {
      lines.add(
          String.format(
              Locale.ROOT,
              "Trust: not judged; no whole interval began after the first %.0f s, warm-up included",
              TrustReport.COLD / 1e9));
    } else if (trust.trusted()) {
      lines.add(trusted(report));
    } else {
      lines.add("NOT TO BE TRUSTED:");
      trust.doubts().forEach(doubt -> lines.add("  " + doubt));
    }
    return lines;
  }

  private static String trusted(TrustReport report) {
    return String.format(
        Locale.ROOT,
        "Trust: yes%s; the generator kept up in %,d of %,d intervals judged",
        trust(report),
        report.judged() - report.judgedFlagged(),
        report.judged());
  }

  private static String trust(TrustReport report) {
    return report.judgedFlagged() > 0 ? ", but see the warnings" : "";
  }

  /** What marks the line of an interval; empty: nothing does. */
  public static String mark(Strain strain) {
    return strain.bound() ? "  GENERATOR BOUND: " + TrustCsv.reasons(strain) : "";
  }
}
