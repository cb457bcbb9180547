package io.stallmark.spi.workload;

import io.stallmark.spi.DbException;
import java.util.function.BooleanSupplier;

/** Client of a workload. Used by one thread. */
@FunctionalInterface
public interface Client {

  /**
   * Executes one transaction, including begin and commit if the workload uses them. Draws random
   * values only from the generator of its slice. Keeps no state of a failed transaction: the engine
   * rolls back, rewinds the generator and calls again.
   */
  void transaction() throws DbException;

  /**
   * Index in {@link Role#transactionKinds} of the last transaction's kind, also when the
   * transaction failed. Called only when the role has kinds.
   */
  default int kind() {
    return 0;
  }

  /**
   * Gives the client what it has to ask while it waits for something else than the database. Called
   * before its first transaction.
   *
   * @param ended whether the run ends, so that the client should wait no longer
   */
  default void waitsUntil(BooleanSupplier ended) {}

  /**
   * Frees what the client has opened besides its session. Called on its thread after its last
   * transaction. Never throws.
   */
  default void close() {}

  /**
   * Draws the time to wait before the next transaction, in addition to {@code --think-time}.
   * Nanoseconds; called after each transaction.
   */
  default long pause() {
    return 0;
  }
}
