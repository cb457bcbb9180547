package io.stallmark.spi.workload;

import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;

/** Resumes a load that was killed, interrupted or failed. Thread-safe. */
public interface LoadResumption {

  /**
   * Identity of the loaded data: the workload's name, the seed and all settings that affect the
   * rows or their content. A load resumes only a load with the same identity.
   */
  String identity();

  /**
   * Creates a loader for a share of the remaining rows.
   *
   * <p>The tables may contain any part of the load, inserted by any number of loaders. The rows of
   * every step that a loader finished are there, unless the server has lost them since. Some
   * secondary indexes may be missing. Existing rows count as handled and as found ({@link
   * Loader#found}). Existing rows of an incomplete piece may count as inserted.
   */
  Loader loader(Session session, Slice slice) throws DbException;
}
