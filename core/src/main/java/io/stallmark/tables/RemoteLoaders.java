package io.stallmark.tables;

import io.stallmark.engine.StopFlag;
import io.stallmark.spi.DbException;

/** Loaders on other machines, which insert the rows of a load into its tables. */
public interface RemoteLoaders {

  /** Receives the numbers of rows that were handled. */
  @FunctionalInterface
  interface Progress {
    void rows(long inserted, long found);
  }

  /**
   * Inserts all rows, and returns when no loader is at work.
   *
   * @param resumes whether the tables may contain a part of the rows
   * @param owner owner of the lease under which the loaders write; 0: there is no lease
   * @param stop asks for an early end; rows are then missing
   * @throws DbException the first failure
   */
  void run(boolean resumes, long owner, Progress progress, StopFlag stop)
      throws DbException, InterruptedException;

  /** Names of the machines that have not stopped, and may still insert rows; empty: none. */
  String unstopped();

  /** Whether a loader may be at work even after {@link #run}, because its machine was lost. */
  boolean lost();
}
