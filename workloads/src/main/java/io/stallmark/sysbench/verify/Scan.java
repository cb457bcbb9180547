package io.stallmark.sysbench.verify;

import io.stallmark.spi.DbException;

/** Goes through a piece of a table, page by page. */
interface Scan {

  /**
   * Reads the next page.
   *
   * @return rows looked at, each once; 0 does not mean that it is done
   */
  long page() throws DbException;

  boolean done();

  /** What was found; to be asked when done. */
  Tally tally();
}
