package io.stallmark.experiment.run;

import io.stallmark.report.page.PageTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Table of figures at the end of an experiment, for a terminal and for a page.
 *
 * @param id identifier of the table on a page
 * @param rows rows with equal numbers of columns; the first is the header, each begins with a name
 */
public record FigureTable(String id, String title, List<List<String>> rows) {

  /** Text for an unknown figure. */
  static final String UNKNOWN = "–";

  /** Formats a figure with the given number of decimals; NaN: unknown. */
  public static String figure(double figure, int digits) {
    return Double.isNaN(figure)
        ? UNKNOWN
        : String.format(Locale.ROOT, "%,." + digits + "f", figure);
  }

  /** Returns the title, then one indented line for each row. */
  public List<String> lines() {
    int columns = rows.get(0).size();
    int[] widths = new int[columns];
    for (List<String> row : rows) {
      for (int i = 0; i < columns; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    List<String> lines = new ArrayList<>(List.of(title));
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

  PageTable page() {
    List<String> head = rows.get(0);
    List<PageTable.Row> body = rows.stream().skip(1).map(PageTable.Row::new).toList();
    return new PageTable(id, title, "", body)
        .words(head.get(0))
        .numbers(head.subList(1, head.size()).toArray(String[]::new));
  }
}
