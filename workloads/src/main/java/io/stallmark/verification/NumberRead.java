package io.stallmark.verification;

import io.stallmark.model.Op;
import io.stallmark.spi.Args;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;

/** Read of a single number, such as a count of rows. */
public final class NumberRead {

  private NumberRead() {}

  /**
   * Executes an operation once.
   *
   * @param op read of one row, whose first column is the number; it has no slots
   * @return 0 if there is no row
   */
  public static long of(Session session, Op op) throws DbException {
    return of(session, op, Args.of(op));
  }

  /** As the other method, with values of the operation's slots. */
  public static long of(Session session, Op op, Args args) throws DbException {
    long[] found = new long[1];
    session.prepare(op).execute(args, row -> found[0] = row.getLong(0));
    return found[0];
  }
}
