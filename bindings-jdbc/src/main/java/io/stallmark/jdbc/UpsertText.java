package io.stallmark.jdbc;

import io.stallmark.model.Op;
import java.util.List;

/**
 * The text of an insert that changes the row whose key is there, as a dialect puts it together. A
 * part may come in any order and more than once; its parameters follow it.
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

  /** Adds a text of the dialect's. */
  public UpsertText add(String text) {
    sql.add(text);
    return this;
  }

  /** Adds the insert as it would be without a conflict. */
  public UpsertText insert() {
    renderer.plainInsert(sql, insert, 1);
    return this;
  }

  /** Adds the values of the row, between commas. */
  public UpsertText values() {
    renderer.values(sql, insert);
    return this;
  }

  /**
   * Adds the assignments, between commas.
   *
   * @param row what precedes a column of the row that is there: empty, or its table and a full stop
   */
  public UpsertText assignments(String row) {
    renderer.assignments(sql, insert.onConflict(), row);
    return this;
  }

  /**
   * Adds the condition that an assignment changes a value.
   *
   * @param row as in {@link #assignments}
   */
  public UpsertText changes(String row) {
    renderer.changes(sql, insert.onConflict(), row);
    return this;
  }

  /** The table's name as it is in a text. */
  public String table() {
    return renderer.quote(insert.table().name());
  }

  /** The columns of the insert as they are in a text. */
  public List<String> columns() {
    return insert.columns().stream().map(renderer::quote).toList();
  }

  /** The columns of the primary key as they are in a text. */
  public List<String> key() {
    return insert.table().primaryKey().stream().map(renderer::quote).toList();
  }
}
