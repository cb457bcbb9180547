package io.stallmark.tables.lease;

import io.stallmark.model.Op;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import io.stallmark.spi.Statement;

/**
 * Session that asks before each statement whether it may send it. Loads use no transactions.
 *
 * @param guard called before each statement
 */
record GuardedSession(Session session, Guard guard) implements Session {

  /** Thread-safe. */
  @FunctionalInterface
  interface Guard {

    /**
     * @throws DbException if nothing more may be sent
     */
    void check() throws DbException;
  }

  @Override
  public Statement prepare(Op op) throws DbException {
    Statement statement = session.prepare(op);
    return (args, sink) -> {
      guard.check();
      return statement.execute(args, sink);
    };
  }

  @Override
  public void begin() throws DbException {
    session.begin();
  }

  @Override
  public void commit() throws DbException {
    session.commit();
  }

  @Override
  public void rollback() throws DbException {
    session.rollback();
  }

  @Override
  public void close() {
    session.close();
  }
}
