package io.stallmark.report.compare;

import io.stallmark.analysis.compare.ComparisonRow;
import io.stallmark.analysis.compare.MetricDifference;
import io.stallmark.analysis.duet.DuetLook;
import io.stallmark.analysis.duet.DuetTurns;
import io.stallmark.text.Lines;
import io.stallmark.text.Text;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A duet as lines for a terminal: what was measured, the mode and its reason, the comparison. */
public final class DuetText {

  private static final double PERCENT = 100;
  private static final int MOST_LINES = 40; // with the line that names the page

  private DuetText() {}

  /**
   * Returns the lines. Rows of kinds of operations and of cost are left out if there are too many.
   *
   * @param everything whether rows of cost and of kinds of operations without a shown difference
   *     are listed too
   */
  public static List<String> of(StoredDuet duet, boolean everything) {
    Lines lines = new Lines(heading(duet));
    int left = MOST_LINES - 1 - lines.size();
    lines.addAll(ComparisonText.of(duet.compared(), everything, left));
    return lines;
  }

  /** Returns the duet as Markdown, with the same rows. */
  public static List<String> markdown(StoredDuet duet, boolean everything) {
    Lines lines = new Lines();
    lines.add(String.join(". ", heading(duet)) + ".");
    lines.add("");
    lines.addAll(ComparisonText.markdown(duet.compared(), everything));
    return lines;
  }

  /** Returns what is known of the throughput so far. */
  public static String look(DuetLook look) {
    MetricDifference known = look.difference();
    return Text.format(
        "%d pairs: B has %+.1f %% (%+.1f to %+.1f) transactions/s",
        look.pairs(), PERCENT * known.estimate(), PERCENT * known.low(), PERCENT * known.high());
  }

  /** Returns the throughput and the gate. */
  public static List<String> brief(StoredDuet duet) {
    ComparisonRow row = duet.compared().comparison().rows().get(0);
    Lines lines = new Lines();
    lines.add(
        "%s: %s of A's %s %s, %s (%s)",
        row.difference().shown() ? "B is " + row.word() : "No difference shown",
        ComparisonWords.figure(row.b()),
        ComparisonWords.figure(row.a()),
        row.metric().label(),
        ComparisonWords.difference(row, row.difference().estimate()),
        ComparisonWords.interval(row));
    lines.addAll(ComparisonText.gate(duet.compared()));
    return lines;
  }

  /** Returns two lines or more: what was measured, the mode with its reason, and its slices. */
  static List<String> heading(StoredDuet duet) {
    Lines lines = new Lines();
    DuetTurns turns = duet.turns();
    lines.add(
        "Duet of %s: %d pairs of %s%s",
        duet.compared().a().runs().get(0).document().workload(),
        duet.seconds().size(),
        turns == null ? "intervals" : "slices",
        until(duet.until()));
    lines.add("Mode " + duet.mode().word() + ": " + duet.mode().why());
    if (turns != null) {
      lines.add(
          "Slices of %s s without the first %s s; caches as the slice before left them",
          Text.plain(turns.slice()), Text.plain(turns.settling()));
    }
    return lines;
  }

  private static String until(@Nullable Double width) {
    return width == null ? "" : Text.format(", until ± %s %%", Text.plain(width));
  }
}
