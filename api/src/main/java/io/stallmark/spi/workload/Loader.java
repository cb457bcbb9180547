package io.stallmark.spi.workload;

import io.stallmark.spi.DbException;

/** Share of a load, a check or other work that is done in steps. Used by one thread. */
@FunctionalInterface
public interface Loader {

  /**
   * Executes the next piece, in autocommit. After a conflict with another load of the same rows
   * (RETRY) it is called again and repeats the failed piece.
   *
   * @return number of rows handled; 0: the share is complete
   */
  long step() throws DbException;

  /**
   * Number of rows of the last step that already existed. They do not count in the rate of a load.
   */
  default long found() {
    return 0;
  }
}
