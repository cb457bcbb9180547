package io.stallmark.spi.workload;

import io.stallmark.spi.DbException;

/** One client of a workload. Used by one thread. */
@FunctionalInterface
public interface Client {

  /**
   * One transaction, begun and committed here if the workload has it so. It draws only from its
   * slice's generator and keeps nothing from a transaction that failed: the engine rolls back,
   * rewinds the generator and calls again.
   */
  void transaction() throws DbException;

  /**
   * Which of {@link Role#transactionKinds} the transaction begun last was, also when it failed: its
   * place in that list, from 0. Asked only where the role has kinds.
   */
  default int kind() {
    return 0;
  }
}
