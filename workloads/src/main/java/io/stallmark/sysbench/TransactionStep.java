package io.stallmark.sysbench;

import io.stallmark.spi.DbException;

/** All statements of one family in a transaction, on one table. */
@FunctionalInterface
interface TransactionStep {

  /**
   * @param table index of the table, from 0
   */
  void run(int table) throws DbException;
}
