package io.stallmark.report.page;

import java.util.ArrayList;
import java.util.List;

/**
 * Table of texts on a page. Each row has as many cells as there are columns. Used by one thread.
 *
 * @param empty sentence that is shown if there is no row
 */
public record PageTable(
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

  /** Creates a table without columns and rows. */
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
