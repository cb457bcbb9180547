package io.stallmark.spi;

/** One row of a result, valid only during the call that hands it over. Columns count from 0. */
public interface Row {

  /** An integer column, a count or an integer sum. */
  long getLong(int column) throws DbException;

  double getDouble(int column) throws DbException;

  /**
   * Copies a column of ASCII text or of bytes.
   *
   * @param into filled from its start
   * @return how many bytes it has, also when {@code into} was too short to hold all of it
   */
  int getText(int column, byte[] into) throws DbException;
}
