package io.stallmark.report.page;

import java.util.ArrayList;
import java.util.List;

/**
 * A table of texts on a page. Rows are as wide as there are columns. Used by one thread.
 *
 * @param empty the sentence that is shown when there is no row
 */
public record PageTable(
    String id, String caption, String empty, List<Column> columns, List<Row> rows) {

  /** A column's head, with the unit of its values. */
  public record Column(String name, boolean number) {}

  /**
   * A row of texts.
   *
   * @param css its classes; may be empty
   * @param link the target of its first cell, relative to the page; may be empty
   */
  public record Row(List<String> cells, String css, String link) {}

  /** A table without columns and rows. */
  public PageTable(String id, String caption, String empty) {
    this(id, caption, empty, new ArrayList<>(), new ArrayList<>());
  }

  /** Adds columns of words. */
  public PageTable words(String... names) {
    return columns(false, names);
  }

  /** Adds columns of numbers, with their units. */
  public PageTable numbers(String... names) {
    return columns(true, names);
  }

  private PageTable columns(boolean number, String... names) {
    for (String name : names) {
      columns.add(new Column(name, number));
    }
    return this;
  }

  /** Adds a row. */
  public void row(List<String> cells) {
    rows.add(new Row(cells, "", ""));
  }
}
