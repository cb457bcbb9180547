package io.stallmark.experiment.result;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Tables for a terminal: a column of names, then columns of figures. */
final class AlignedText {

  /** Shown where a figure is unknown. */
  static final String UNKNOWN = "–";

  private AlignedText() {}

  /** A figure with that many decimals; NaN: unknown. */
  static String figure(double figure, int digits) {
    return Double.isNaN(figure)
        ? UNKNOWN
        : String.format(Locale.ROOT, "%,." + digits + "f", figure);
  }

  /**
   * A line for each row, indented.
   *
   * @param rows all as wide as the first, which is the head
   */
  static List<String> lines(List<List<String>> rows) {
    int columns = rows.get(0).size();
    int[] widths = new int[columns];
    for (List<String> row : rows) {
      for (int i = 0; i < columns; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    List<String> lines = new ArrayList<>();
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder("  ");
      for (int i = 0; i < columns; i++) {
        String gap = " ".repeat(widths[i] - row.get(i).length());
        line.append(i == 0 ? row.get(i) + gap : "  " + gap + row.get(i));
      }
      lines.add(line.toString().stripTrailing());
    }
    return lines;
  }
}
