package io.stallmark.report.text;

import io.stallmark.report.FigureFormat;
import io.stallmark.report.TextLines;
import io.stallmark.report.TrustCause;
import io.stallmark.report.file.ResultFiles;
import io.stallmark.result.TrustSummary;
import io.stallmark.text.Text;
import java.util.stream.Stream;

/** Trust in a run as one line with one cause, within 80 columns. */
final class TrustLine {

  private static final String SEE = ". See " + ResultFiles.PAGE;

  private TrustLine() {}

  /** Returns the line of a run that has ended. */
  static String of(TrustSummary trust) {
    if (trust.trusted() == null) {
      return "Trust: not judged, because the run was too short";
    }
    if (trust.doubted()) {
      TrustCause cause = TrustCause.of(trust);
      return fitting("UNTRUSTED: ", cause.clause(), cause.extent());
    }
    if (!trust.cautions().isEmpty()) {
      return fitting("Trusted, but ", TrustCause.clause(trust.cautions().get(0)), "");
    }
    return Text.format(
        "Trusted: the load generator kept up in %,d of %s",
        trust.judgedIntervals() - trust.judgedFlaggedIntervals(),
        FigureFormat.count(trust.judgedIntervals(), "interval"));
  }

  /** Returns as much as fits: the reference to the page is left out first, and last the extent. */
  private static String fitting(String verdict, String clause, String extent) {
    return Stream.of(
            clause + extent + SEE, clause + extent, clause + extent.replace(" starved", ""), clause)
        .map(verdict::concat)
        .filter(line -> line.length() <= TextLines.WIDTH)
        .findFirst()
        .orElseGet(() -> TextLines.cut(verdict + clause));
  }
}
