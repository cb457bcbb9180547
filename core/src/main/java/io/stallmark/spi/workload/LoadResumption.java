package io.stallmark.spi.workload;

import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;

/** How a load goes on that was killed, interrupted or failed. Thread-safe. */
public interface LoadResumption {

  /**
   * Everything that decides which rows a load puts in and what they hold: the workload's name, the
   * settings that matter, the seed. A load goes on only where one of the same identity ended.
   */
  String identity();

  /**
   * A share of what is left. The tables hold any part of the load, put in by any number of loaders,
   * and all of what a loader had finished a step of, unless the server has lost it since; some
   * secondary indexes may be missing. Rows that are there already count as handled and as found
   * ({@link Loader#found}); those of a piece that is partly there may count as written.
   */
  Loader loader(Session session, Slice slice) throws DbException;
}
