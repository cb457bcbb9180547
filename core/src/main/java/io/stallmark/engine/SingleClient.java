package io.stallmark.engine;

import io.stallmark.plan.ResolvedWorkload;
import io.stallmark.spi.Database;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import io.stallmark.spi.workload.Client;
import io.stallmark.spi.workload.Slice;

/**
 * Client of the first role whose transactions the caller starts, without pacing and recording. It
 * owns its session. Used by one thread.
 */
public final class SingleClient implements AutoCloseable, TransactionAttempts.Listener {

  private final Session session;
  private final Slice slice;
  private final Client client;
  private int retries;

  /** Opens a session. */
  public SingleClient(Database database, ResolvedWorkload workload, Slice slice)
      throws DbException {
    this.slice = slice;
    session = database.session();
    try {
      client = workload.clients(0, session, slice).get(0);
    } catch (DbException | RuntimeException e) {
      session.close();
      throw e;
    }
  }

  /**
   * Runs a transaction, and retries it while the database asks for a retry. Returns the number of
   * retries.
   *
   * @throws DbException for any other failure, after a rollback
   */
  public int transaction() throws DbException {
    retries = 0;
    DbException failure = TransactionAttempts.run(client, session, slice.rng(), this);
    if (failure != null) {
      throw failure;
    }
    return retries;
  }

  @Override
  public void failed() {
    // nothing is recorded
  }

  @Override
  public boolean retries(DbException failure) {
    retries++;
    return true;
  }

  @Override
  public void close() {
    session.close();
  }
}
