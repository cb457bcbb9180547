package io.stallmark.engine;

import java.util.OptionalLong;

/**
 * When transactions are meant to start. Shared by all clients of a role; thread-safe, but for what
 * only the collector asks. Times are on the run's {@link Clock}.
 */
interface Arrivals {

  /** No more of them. */
  long OVER = Long.MIN_VALUE;

  /**
   * The intended start of the caller's next transaction, which may lie ahead or behind; or {@link
   * #OVER}.
   *
   * @param free since when the caller has nothing to do
   */
  long take(long free);

  /** Whether arrivals come from outside. */
  boolean paced();

  /** Whether an intended start may lie ahead. */
  boolean waits();

  /** Waits for an intended start. Returns the time, before that start only when the run ends. */
  long await(long intended, RunControl control);

  /**
   * For the collector: how many arrivals of the measurement were due before {@code until}, whatever
   * became of them; empty where nothing says so but the clients' being free. {@code until} must not
   * go back. To be called now and then, for it counts from where it was.
   */
  OptionalLong dueBefore(long until);

  /** For the collector: how many of them no client has taken. */
  long leftBefore(long until);

  /** Whether all events of a plan that limits them have been handed out. */
  boolean usedUp();
}
