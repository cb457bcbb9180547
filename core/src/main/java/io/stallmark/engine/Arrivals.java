package io.stallmark.engine;

/**
 * When transactions are meant to start. Shared by all clients; thread-safe. Times are on the run's
 * {@link Clock}.
 */
interface Arrivals {

  /** No more of them. */
  long OVER = Long.MIN_VALUE;

  /**
   * The intended start of the caller's next transaction, which may lie ahead or behind; or {@link
   * #OVER}.
   */
  long take();

  /** Whether arrivals come from outside, so that an intended start may lie ahead. */
  boolean paced();

  /**
   * After the run: the arrivals of the measurement that were due before {@code until} and that no
   * client has taken. Call it once.
   */
  long leftBefore(long until);
}
