package io.stallmark.report.compare;

import io.stallmark.analysis.compare.ComparisonRow;
import io.stallmark.text.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A duet as lines for a terminal: what was measured, the mode and its reason, the comparison. */
public final class DuetText {

  private DuetText() {}

  /**
   * Returns the lines.
   *
   * @param everything whether rows of cost and of kinds of operations without a shown difference
   *     are listed too
   */
  public static List<String> of(StoredDuet duet, boolean everything) {
    List<String> lines = new ArrayList<>(heading(duet));
    lines.addAll(ComparisonText.of(duet.compared(), everything));
    return lines;
  }

  /** Returns the duet as Markdown, with the same rows. */
  public static List<String> markdown(StoredDuet duet, boolean everything) {
    List<String> lines = new ArrayList<>();
    lines.add(String.join(". ", heading(duet)) + ".");
    lines.add("");
    lines.addAll(ComparisonText.markdown(duet.compared(), everything));
    return lines;
  }

  /** Returns the throughput and the gate. */
  public static List<String> brief(StoredDuet duet) {
    ComparisonRow row = duet.compared().comparison().rows().get(0);
    List<String> lines = new ArrayList<>();
    lines.add(
        Text.format(
            "B is %s: %s of A's %s %s, %s (%s)",
            row.word(),
            ComparisonWords.figure(row.b()),
            ComparisonWords.figure(row.a()),
            row.metric().label(),
            ComparisonWords.difference(row, row.difference().estimate()),
            ComparisonWords.interval(row)));
    lines.addAll(ComparisonText.gate(duet.compared()));
    return lines;
  }

  /** Returns two lines: what was measured, and the mode with its reason. */
  static List<String> heading(StoredDuet duet) {
    return List.of(
        Text.format(
            "Duet of %s: %d pairs of intervals%s",
            duet.compared().a().runs().get(0).document().workload(),
            duet.seconds().size(),
            until(duet.until())),
        "Mode " + duet.mode().name().toLowerCase(Locale.ROOT) + ": " + duet.mode().why());
  }

  private static String until(@Nullable Double width) {
    return width == null ? "" : Text.format(", until ± %s %%", Text.plain(width));
  }
}
