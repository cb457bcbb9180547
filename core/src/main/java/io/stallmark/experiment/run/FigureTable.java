package io.stallmark.experiment.run;

import io.stallmark.report.TextLines;
import io.stallmark.report.page.PageTable;
import io.stallmark.text.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

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
    return Double.isNaN(figure) ? UNKNOWN : Text.format("%,." + digits + "f", figure);
  }

  /** Returns the title, then one indented line for each row. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>(List.of(title));
    lines.addAll(TextLines.table(rows, Set.of(0)));
    return lines;
  }

  /** Returns the title and the table as Markdown. */
  List<String> markdown() {
    List<String> lines = new ArrayList<>(List.of("**" + title + "**", ""));
    lines.addAll(TextLines.markdown(rows));
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
