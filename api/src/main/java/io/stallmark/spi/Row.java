package io.stallmark.spi;

import org.jspecify.annotations.Nullable;

/**
 * One row of a result, valid only during the call that passes it. Columns are numbered from 0.
 * Values are represented as in {@link Args}. For a column that is NULL, only {@link #isNull} may be
 * called.
 */
public interface Row {

  /**
   * Whether the column is NULL or the document lacks the field. The default suits a binding that
   * refuses nullable columns.
   */
  default boolean isNull(int column) throws DbException {
    return false;
  }

  /**
   * Returns an integer, a count, a sum of integers, or the integer that represents a value, as in
   * {@link Args#set(int, long)}.
   */
  long getLong(int column) throws DbException;

  /**
   * Difference between the stored row and its table's declaration. A field may be missing, of
   * another type or not declared. A key may disagree with the columns that it consists of. Only for
   * a read of {@link io.stallmark.model.Select.Columns#whole}; the default suits a database that
   * enforces its schema. Columns of the key can be read nevertheless; another column without a
   * readable value is 0 or empty.
   *
   * @return a sentence with table and key for the user; null: the row is as declared
   */
  default @Nullable String mismatch() {
    return null;
  }

  double getDouble(int column) throws DbException;

  /**
   * Copies the bytes of a column of text, bytes or a nested document.
   *
   * @param into destination, written from index 0
   * @return length of the value in bytes, even if {@code into} is shorter and the copy is cut off
   */
  int getText(int column, byte[] into) throws DbException;
}
