package io.stallmark.jdbc;

import io.stallmark.spi.Args;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Row;
import io.stallmark.spi.RowSink;
import io.stallmark.spi.Statement;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Any operation of one row of arguments. The drivers fetch the whole result before they return. */
final class JdbcStatement implements Statement {

  private final JdbcSession session;
  private final boolean read;
  private final PreparedStatement statement;
  private final Binder binder;

  /**
   * @param read whether it surely returns rows; otherwise the server's answer decides
   */
  JdbcStatement(JdbcSession session, boolean read, PreparedStatement statement, Binder binder) {
    this.session = session;
    this.read = read;
    this.statement = statement;
    this.binder = binder;
  }

  @Override
  public long execute(Args args, @Nullable RowSink sink) throws DbException {
    try {
      binder.bind(statement, args, 1);
      if (read) {
        return drain(statement.executeQuery(), sink);
      }
      if (statement.execute()) {
        return drain(statement.getResultSet(), sink);
      }
      return statement.getLargeUpdateCount();
    } catch (SQLException e) {
      throw session.error(e);
    }
  }

  private long drain(ResultSet open, @Nullable RowSink sink) throws SQLException, DbException {
    try (ResultSet result = open) {
      long rows = 0;
      if (sink == null) {
        while (result.next()) {
          rows++;
        }
        return rows;
      }
      ResultRow row = new ResultRow(result, session);
      while (result.next()) {
        sink.row(row);
        rows++;
      }
      return rows;
    }
  }

  /** The row a result stands on. Nothing is decoded until somebody asks. */
  private static final class ResultRow implements Row {

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
}
