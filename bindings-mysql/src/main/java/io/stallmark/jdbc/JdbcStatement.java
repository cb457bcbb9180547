package io.stallmark.jdbc;

import io.stallmark.spi.Args;
import io.stallmark.spi.DbException;
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
}
