package io.stallmark.linkbench.schema;

import io.stallmark.model.Op;
import io.stallmark.spi.Args;
import io.stallmark.spi.DbException;
import io.stallmark.spi.RowSink;
import io.stallmark.spi.Session;
import io.stallmark.spi.Statement;
import io.stallmark.spi.TransactionBoundary;

/** Prepared statement with reusable arguments. Not thread-safe. */
public record PreparedOperation(Statement statement, Args args) {

  public static PreparedOperation of(Session session, Op op) throws DbException {
    return new PreparedOperation(session.prepare(op), Args.of(op));
  }

  public static PreparedOperation of(Session session, Op op, TransactionBoundary place)
      throws DbException {
    return new PreparedOperation(session.prepare(op, place), Args.of(op));
  }

  /**
   * Prepares the operation for another position in a transaction. Shares the arguments of {@code
   * other}.
   */
  public static PreparedOperation like(
      PreparedOperation other, Session session, Op op, TransactionBoundary place)
      throws DbException {
    return new PreparedOperation(session.prepare(op, place), other.args);
  }

  public void execute() throws DbException {
    statement.execute(args, null);
  }

  public long execute(RowSink sink) throws DbException {
    return statement.execute(args, sink);
  }
}
