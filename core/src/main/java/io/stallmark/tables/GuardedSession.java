package io.stallmark.tables;

import io.stallmark.model.Op;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import io.stallmark.spi.Statement;

/**
 * A session whose statements are sent only while the load is this program's own: one that was held
 * up for long looks first whether another has taken over.
 */
final class GuardedSession implements Session {

  private final Session session;
  private final Heartbeat heartbeat;

  GuardedSession(Session session, Heartbeat heartbeat) {
    this.session = session;
    this.heartbeat = heartbeat;
  }

  /** What loads prepare has no outcome and no key of the database's own. */
  @Override
  public Statement prepare(Op op) throws DbException {
    Statement statement = session.prepare(op);
    return (args, sink) -> {
      heartbeat.check();
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
