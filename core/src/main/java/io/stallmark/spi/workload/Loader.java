package io.stallmark.spi.workload;

import io.stallmark.spi.DbException;

/** A share of a load, a check or any other work that is done in steps. Used by one thread. */
@FunctionalInterface
public interface Loader {

  /**
   * Does the next piece, in autocommit. A load that met another at the same rows (RETRY) is asked
   * again for the piece that failed.
   *
   * @return the rows it handled; 0: the share is done
   */
  long step() throws DbException;

  /** The rows of the last step that were there already, which tell nothing of a load's rate. */
  default long found() {
    return 0;
  }
}
