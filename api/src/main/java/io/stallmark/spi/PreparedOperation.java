package io.stallmark.spi;

import io.stallmark.model.Op;
import org.jspecify.annotations.Nullable;

/**
 * An operation prepared in one session, with its slots. Executions allocate nothing. Not
 * thread-safe.
 */
public final class PreparedOperation {

  private final Statement statement;
  private final Args args;
  private final RowSink first = row -> number = row.getLong(0);
  private long number;

  private PreparedOperation(Statement statement, Args args) {
    this.statement = statement;
    this.args = args;
  }

  public static PreparedOperation of(Session session, Op op) throws DbException {
    return new PreparedOperation(session.prepare(op), Args.of(op));
  }

  /** Prepares an operation for a position in a transaction. */
  public static PreparedOperation of(Session session, Op op, TransactionBoundary place)
      throws DbException {
    return new PreparedOperation(session.prepare(op, place), Args.of(op));
  }

  /** As the other method, for a position in a transaction. */
  public PreparedOperation with(Session session, Op op, TransactionBoundary place)
      throws DbException {
    return new PreparedOperation(session.prepare(op, place), args);
  }

  /** Prepares another operation with the same slots. */
  public PreparedOperation with(Session session, Op op) throws DbException {
    return new PreparedOperation(session.prepare(op), args);
  }

  public Args args() {
    return args;
  }

  public Statement statement() {
    return statement;
  }

  /** As {@link Args#set(int, long)}. */
  public PreparedOperation set(int slot, long value) {
    args.set(slot, value);
    return this;
  }

  /** As {@link Args#expect}. */
  public PreparedOperation expect(long rowsAtLeast) {
    args.expect(rowsAtLeast);
    return this;
  }

  /** Executes the operation, and discards the rows of a read. Returns the number of rows. */
  public long execute() throws DbException {
    return statement.execute(args, null);
  }

  /** As {@link Statement#execute}. */
  public long execute(@Nullable RowSink sink) throws DbException {
    return statement.execute(args, sink);
  }

  /**
   * Reads an integer: the first column of the last row, such as a count.
   *
   * @param otherwise result if there is no row
   */
  public long number(long otherwise) throws DbException {
    number = otherwise;
    statement.execute(args, first);
    return number;
  }
}
