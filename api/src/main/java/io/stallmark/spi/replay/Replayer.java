package io.stallmark.spi.replay;

import io.stallmark.spi.DbException;

/**
 * Client of a replay: its operations have their own schedule. The engine calls {@link #next}, waits
 * until the operation is due, then calls {@link #waitForOrder} and {@link #execute}. Used by one
 * thread.
 */
public interface Replayer extends AutoCloseable {

  /** Result of {@link #next} if the operations of all clients have started, or the run ends. */
  long OVER = Long.MIN_VALUE;

  /** Result of {@link #next} if the operation is due as soon as the client is free. */
  long AT_ONCE = Long.MIN_VALUE + 1;

  /**
   * Takes the next operation, and waits for it. Opens its session first.
   *
   * @return when it is due, nanoseconds since the start of the run; or {@link #AT_ONCE}, {@link
   *     #OVER}
   */
  long next();

  /** Waits until the operations are done that must be done before this one. */
  void waitForOrder();

  /**
   * Executes the operation that was taken.
   *
   * @param intended when it was due, on the clock of {@link System#nanoTime}
   * @throws DbException if it failed, and the recorded one did not
   */
  void execute(long intended) throws DbException;

  /** Whether the operation that was taken last can change data. */
  boolean writes();

  /** Number of rows that the last operation read or changed. */
  long rows();

  /** Closes all sessions. Never throws. */
  @Override
  void close();
}
