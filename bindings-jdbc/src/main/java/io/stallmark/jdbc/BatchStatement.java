package io.stallmark.jdbc;

import io.stallmark.model.Op;
import io.stallmark.spi.Args;
import io.stallmark.spi.DbException;
import io.stallmark.spi.RowSink;
import io.stallmark.spi.Statement;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * A multi-row insert, with one group of values per row in one text. The last batch of a load may be
 * shorter. Its statement is prepared at its first execution and kept for the next batch of the same
 * length.
 */
final class BatchStatement implements Statement {

  private final PreparedConnection line;
  private final Op.Insert insert;
  private final PreparedStatement full;
  private final ArgumentBinder binder;
  private @Nullable PreparedStatement rest;
  private int restRows;

  BatchStatement(
      PreparedConnection line, Op.Insert insert, PreparedStatement full, ArgumentBinder binder) {
    this.line = line;
    this.insert = insert;
    this.full = full;
    this.binder = binder;
  }

  @Override
  public long execute(Args args, @Nullable RowSink sink) throws DbException {
    try {
      PreparedStatement statement = args.rows() == insert.rows() ? full : rest(args.rows());
      binder.bind(statement, args, args.rows());
      return statement.executeLargeUpdate();
    } catch (SQLException e) {
      throw line.error(e);
    }
  }

  private PreparedStatement rest(int rows) throws SQLException {
    PreparedStatement statement = rest;
    if (statement == null || restRows != rows) {
      if (statement != null) {
        statement.close();
      }
      statement = line.compile(insert, rows);
      rest = statement;
      restRows = rows;
    }
    return statement;
  }
}
