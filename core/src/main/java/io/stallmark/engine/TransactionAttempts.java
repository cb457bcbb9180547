package io.stallmark.engine;

import io.stallmark.data.Rng;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import io.stallmark.spi.workload.Client;
import org.jspecify.annotations.Nullable;

/** Runs a transaction of a client, and decides whether a failed attempt is repeated. */
final class TransactionAttempts {

  /** Observes the failed attempts of one client, on its thread. */
  interface Listener {

    /** Called when an attempt has failed, before its rollback. */
    void failed();

    /**
     * Called after the rollback if the database asks for a retry.
     *
     * @return whether the client may retry
     */
    boolean retries(DbException failure);
  }

  private TransactionAttempts() {}

  /**
   * Runs a transaction until it succeeds or no retry is possible. Each attempt uses the same random
   * numbers.
   *
   * @return the failure of the last attempt, after its rollback; null: the transaction succeeded
   */
  static @Nullable DbException run(Client client, Session session, Rng rng, Listener listener) {
    rng.mark();
    while (true) {
      try {
        client.transaction();
        return null;
      } catch (DbException e) {
        listener.failed();
        DbException worst = session.rollbackAfter(e);
        if (worst.kind() != DbException.Kind.RETRY || !listener.retries(worst)) {
          return worst;
        }
        rng.rewind();
      }
    }
  }
}
