package io.stallmark.jdbc;

import io.stallmark.model.Op;
import java.util.List;

/**
 * Text of an insert that changes the row if its key exists, composed by a dialect. Parts may be
 * added in any order and repeatedly; their parameters follow the same order.
 */
public final class UpsertText {

  private final SqlRenderer renderer;
  private final Op.Insert insert;
  private final SqlText.Builder sql;

  UpsertText(SqlRenderer renderer, Op.Insert insert, SqlText.Builder sql) {
    this.renderer = renderer;
    this.insert = insert;
    this.sql = sql;
  }

  /** Adds a literal piece of SQL. */
  public UpsertText add(String text) {
    sql.add(text);
    return this;
  }

  /** Adds the plain insert, without the part that handles a conflict. */
  public UpsertText insert() {
    renderer.plainInsert(sql, insert, 1);
    return this;
  }

  /** Adds the values of the row, separated by commas. */
  public UpsertText values() {
    renderer.values(sql, insert);
    return this;
  }

  /**
   * Adds the assignments, separated by commas.
   *
   * @param row prefix of a column of the existing row: empty, or the table name and a full stop
   */
  public UpsertText assignments(String row) {
    renderer.assignments(sql, insert.onConflict(), row);
    return this;
  }

  /**
   * Adds the condition that at least one assignment changes a value.
   *
   * @param row prefix as in {@link #assignments}
   */
  public UpsertText changes(String row) {
    renderer.changes(sql, insert.onConflict(), row);
    return this;
  }

  /** Name of the table as written in the text. */
  public String table() {
    return renderer.quote(insert.table().name());
  }

  /** Columns of the insert as written in the text. */
  public List<String> columns() {
    return insert.columns().stream().map(renderer::quote).toList();
  }

  /** Columns of the primary key as written in the text. */
  public List<String> key() {
    return insert.table().primaryKey().stream().map(renderer::quote).toList();
  }
}
