package io.stallmark.sysbench;

import io.stallmark.spi.DbException;

/** All statements of one family in a transaction, on one table. */
@FunctionalInterface
interface TransactionStep {

  /**
   * @param table counted from 0
   */
  void run(int table) throws DbException;
}
