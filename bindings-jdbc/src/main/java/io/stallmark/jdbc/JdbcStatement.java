package io.stallmark.jdbc;

import io.stallmark.model.Column.Fill;
import io.stallmark.model.Op;
import io.stallmark.model.Type;
import io.stallmark.spi.Args;
import io.stallmark.spi.DbException;
import io.stallmark.spi.RowSink;
import io.stallmark.spi.Statement;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An operation with one row of arguments. The driver fetches the whole result before it returns.
 */
final class JdbcStatement implements Statement {

  private final PreparedConnection line;
  private final boolean read;
  private final PreparedStatement statement;
  private final ArgumentBinder binder;
  private final boolean upsert;
  private final List<Type> types;
  private Outcome outcome = Outcome.UNCHANGED;

  JdbcStatement(
      PreparedConnection line, Op op, PreparedStatement statement, ArgumentBinder binder) {
    this.line = line;
    read = op instanceof Op.Read;
    upsert = op instanceof Op.Insert insert && !insert.onConflict().isEmpty();
    types = JdbcRow.types(op);
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
      boolean rows = statement.execute();
      if (upsert) {
        outcome = line.dialect().outcome(statement);
        return outcome == Outcome.UNCHANGED ? 0 : 1;
      }
      return rows ? drain(statement.getResultSet(), sink) : statement.getLargeUpdateCount();
    } catch (SQLException e) {
      throw line.error(e);
    }
  }

  @Override
  public Outcome outcome() {
    return upsert ? outcome : Statement.super.outcome();
  }

  @Override
  public long generatedKey() throws DbException {
    try (ResultSet keys = statement.getGeneratedKeys()) {
      return keys.next() ? keys.getLong(1) : Statement.super.generatedKey();
    } catch (SQLException e) {
      throw line.error(e);
    }
  }

  /** Whether the database assigns a key to the row, which {@link #generatedKey} returns. */
  static boolean isNumbered(Op op) {
    return op instanceof Op.Insert insert
        && insert.rows() == 1
        && insert.table().columns().stream()
            .anyMatch(c -> c.fill() == Fill.AUTO_INCREMENT && !insert.columns().contains(c.name()));
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
      JdbcRow row = new JdbcRow(result, types, line);
      while (result.next()) {
        sink.row(row);
        rows++;
      }
      return rows;
    }
  }
}
