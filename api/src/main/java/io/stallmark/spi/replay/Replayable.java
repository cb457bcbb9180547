package io.stallmark.spi.replay;

import io.stallmark.spi.DbException;

/** Implemented by a {@link io.stallmark.spi.Database} to which traces can be replayed. */
public interface Replayable {

  /**
   * Creates the target of a replay.
   *
   * @throws DbException of kind FATAL if traces cannot be replayed on this database
   */
  ReplayTarget replayTarget() throws DbException;
}
