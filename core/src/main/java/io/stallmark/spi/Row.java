package io.stallmark.spi;

/**
 * One row of a result, valid only during the call that passes it. Columns count from 0. Values
 * travel as {@link Args} takes them. Of a column that is NULL only {@link #isNull} may be asked.
 */
public interface Row {

  /**
   * Whether the column is NULL, or the document has no such field. The default is for a binding
   * that refuses nullable columns.
   */
  default boolean isNull(int column) throws DbException {
    return false;
  }

  /** An integer, a count, an integer sum, or a value that travels as an integer. */
  long getLong(int column) throws DbException;

  double getDouble(int column) throws DbException;

  /**
   * Copies a column of text, of bytes or of a nested document.
   *
   * @param into filled from its start
   * @return how many bytes it has, also when {@code into} was too short to hold all of it
   */
  int getText(int column, byte[] into) throws DbException;
}
