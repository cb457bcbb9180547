package io.stallmark.experiment.result;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Tables for a terminal: a column of names, then columns of figures. */
final class AlignedText {

  /** Text for an unknown figure. */
  static final String UNKNOWN = "–";

  private AlignedText() {}

  /** Formats a figure with the given number of decimals; NaN: unknown. */
  static String figure(double figure, int digits) {
    return Double.isNaN(figure)
        ? UNKNOWN
        : String.format(Locale.ROOT, "%,." + digits + "f", figure);
  }

  /**
   * Returns one indented line for each row.
   *
   * @param rows rows with equal numbers of columns; the first is the header
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
