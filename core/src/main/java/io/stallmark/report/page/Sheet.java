package io.stallmark.report.page;

import io.stallmark.report.Figures;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;

/**
 * A table of the page; the template reads its fields. Rows are as wide as there are columns. Used
 * by one thread.
 */
public final class Sheet {

  private static final String UNKNOWN = "–";
  private static final int DIGITS = 6;

  /** What the template reads: where a cell leads ({@code href}) may be empty. */
  public record Cell(String text, String css, String href) {}

  /** What the template reads. */
  public record Row(String id, String css, String href, List<Cell> cells) {}

  final String id;
  final String caption;
  final List<Cell> columns = new ArrayList<>();
  final List<Row> rows = new ArrayList<>();
  String note = "";
  String empty = "";

  /** Without rows. */
  public Sheet(String id, String caption) {
    this.id = id;
    this.caption = caption;
  }

  /** Columns of words. */
  public Sheet words(String... names) {
    return columns("", names);
  }

  /** Columns of numbers, with their units. */
  public Sheet numbers(String... names) {
    return columns("n", names);
  }

  private Sheet columns(String css, String... names) {
    for (String name : names) {
      columns.add(new Cell(name, css, ""));
    }
    return this;
  }

  /** What stands above it. */
  public Sheet note(String sentences) {
    note = sentences;
    return this;
  }

  /** What stands there when there is no row. */
  public Sheet orElse(String sentence) {
    empty = sentence;
    return this;
  }

  boolean hasRows() {
    return !rows.isEmpty();
  }

  /** Adds a row. */
  public Sheet row(String... texts) {
    return linked("", "", "", texts);
  }

  /**
   * Adds a row that others lead to.
   *
   * @param css its classes
   * @param href where its first cell leads; empty: nowhere
   */
  public Sheet linked(String rowId, String css, String href, String... texts) {
    List<Cell> cells = new ArrayList<>();
    for (int i = 0; i < texts.length; i++) {
      cells.add(new Cell(texts[i], columns.get(i).css(), i == 0 ? href : ""));
    }
    rows.add(new Row(rowId, css, "", cells));
    return this;
  }

  static String count(double number) {
    return Double.isFinite(number) ? Figures.count(Math.round(number)) : UNKNOWN;
  }

  static String rate(double perSecond) {
    return Double.isFinite(perSecond) ? Figures.rate(perSecond) : UNKNOWN;
  }

  /** Of nanoseconds. */
  static String millis(double nanos) {
    return Double.isFinite(nanos) ? Figures.millis(nanos) : UNKNOWN;
  }

  static String decimal(String format, double number) {
    return Double.isFinite(number) ? String.format(java.util.Locale.ROOT, format, number) : UNKNOWN;
  }

  /** As short as six digits allow: 12.25. */
  static String plain(double number) {
    return Double.isFinite(number)
        ? new BigDecimal(number, new MathContext(DIGITS)).stripTrailingZeros().toPlainString()
        : UNKNOWN;
  }

  /** 1,234.5 MB; a million bytes each. */
  static String megabytes(double bytes) {
    return decimal("%,.1f", bytes / 1e6);
  }
}
