package io.stallmark.report.page;

import java.util.List;
import java.util.stream.Stream;

/**
 * Table of texts on a page. Each row has as many cells as there are columns.
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
  public record Row(List<String> cells, String css, String link) {

    /** Creates a row without classes and link. */
    public Row(List<String> cells) {
      this(cells, "", "");
    }
  }

  public PageTable {
    columns = List.copyOf(columns);
    rows = List.copyOf(rows);
  }

  /** Creates a table without columns. */
  public PageTable(String id, String caption, String empty, List<Row> rows) {
    this(id, caption, empty, List.of(), rows);
  }

  /** Returns the table with further columns of words. */
  public PageTable words(String... names) {
    return columns(false, names);
  }

  /** Returns the table with further columns of numbers, with their units. */
  public PageTable numbers(String... names) {
    return columns(true, names);
  }

  private PageTable columns(boolean number, String... names) {
    Stream<Column> more = Stream.of(names).map(name -> new Column(name, number));
    return new PageTable(id, caption, empty, Stream.concat(columns.stream(), more).toList(), rows);
  }
}
