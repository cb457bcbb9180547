package io.stallmark.report.table;

import io.stallmark.report.TextLines;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Table of texts for a terminal, for Markdown, and for a page, whose scripts read the components.
 * Each row has as many cells as there are columns.
 *
 * @param empty sentence that a page shows if there is no row
 */
public record TextTable(
    String id, String caption, String empty, List<Column> columns, List<Row> rows) {

  /** Head of a column, with the unit of its values. */
  public record Column(String name, boolean number) {}

  /**
   * Row of texts.
   *
   * @param css CSS classes; may be empty
   * @param link target of the link in the first cell, relative to the page; may be empty
   */
  public record Row(List<String> cells, String css, String link) {}

  public TextTable {
    columns = List.copyOf(columns);
    rows = List.copyOf(rows);
  }

  /** Returns the caption, then an indented line for the heads and for each row. */
  public List<String> lines() {
    Set<Integer> words =
        IntStream.range(0, columns.size())
            .filter(i -> !columns.get(i).number)
            .boxed()
            .collect(Collectors.toSet());
    List<String> lines = new ArrayList<>(List.of(caption));
    lines.addAll(TextLines.table(cells(), words));
    return lines;
  }

  /** Returns the caption and the table as Markdown. */
  public List<String> markdown() {
    List<String> lines = new ArrayList<>(List.of("**" + caption + "**", ""));
    lines.addAll(TextLines.markdown(cells()));
    return lines;
  }

  /** Returns the heads, then each row. */
  List<List<String>> cells() {
    Stream<List<String>> head = Stream.of(columns.stream().map(Column::name).toList());
    return Stream.concat(head, rows.stream().map(Row::cells)).toList();
  }
}
