package io.stallmark.jdbc;

import io.stallmark.spi.DbException;
import io.stallmark.spi.Row;
import java.sql.ResultSet;
import java.sql.SQLException;

/** The row a result stands on. Nothing is decoded until somebody asks. */
final class ResultRow implements Row {

  private final ResultSet result;
  private final JdbcSession session;

  ResultRow(ResultSet result, JdbcSession session) {
    this.result = result;
    this.session = session;
  }

  @Override
  public long getLong(int column) throws DbException {
    try {
      return result.getLong(column + 1);
    } catch (SQLException e) {
      throw session.error(e);
    }
  }

  @Override
  public double getDouble(int column) throws DbException {
    try {
      return result.getDouble(column + 1);
    } catch (SQLException e) {
      throw session.error(e);
    }
  }

  @Override
  public int getText(int column, byte[] into) throws DbException {
    try {
      byte[] bytes = session.dialect().text(result, column + 1);
      System.arraycopy(bytes, 0, into, 0, Math.min(bytes.length, into.length));
      return bytes.length;
    } catch (SQLException e) {
      throw session.error(e);
    }
  }
}
