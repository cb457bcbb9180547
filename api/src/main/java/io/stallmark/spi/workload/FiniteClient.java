package io.stallmark.spi.workload;

import java.util.function.BooleanSupplier;

/**
 * Client with a limited number of transactions, such as those that read a file to its end. A run
 * ends when all clients of its first role have no more. A client may repeat a transaction that has
 * failed. If a run has no time limit, the engine ends it when a client's transactions have failed
 * for the reconnect timeout. Used by one thread.
 */
public interface FiniteClient extends Client {

  /**
   * Whether there is another transaction. Called before each one. It may wait, for example for a
   * file; that time is not part of the transaction.
   *
   * @param ended whether the run ends, so that waiting is pointless; the result is then ignored
   */
  boolean hasNext(BooleanSupplier ended);
}
