package io.stallmark.engine.arrival;

import java.util.OptionalLong;

/**
 * Source of the intended starts of transactions. Shared by all clients of a role; thread-safe,
 * except for the methods that only the collector calls. Times are nanoseconds on the run's {@link
 * Clock}.
 */
public interface Arrivals {

  /** Result of {@link #take} when there are no more arrivals. */
  long OVER = Long.MIN_VALUE;

  /**
   * Returns the intended start of the caller's next transaction, in the past or in the future, or
   * {@link #OVER}.
   *
   * @param free time from which the caller is ready to start a transaction
   */
  long take(long free);

  /** Whether arrivals follow a schedule that is independent of the clients (open loop). */
  boolean paced();

  /** Whether an intended start may be in the future. */
  boolean waits();

  /**
   * Waits for an intended start. Returns the time at which the transaction may start, which is
   * before {@code intended} only when the run ends.
   */
  long await(long intended);

  /**
   * Number of arrivals of the measurement that were due before {@code until}, started or not. Empty
   * when no schedule and no limit of events determines it. Called only by the collector, regularly,
   * because each call counts from the previous one. {@code until} must not decrease.
   */
  OptionalLong dueBefore(long until);

  /** Number of those arrivals that no client has taken. Called only by the collector. */
  long leftBefore(long until);

  /** Reports that the transaction of a taken arrival starts. */
  void started(long intended);

  /** Reports that the transaction of a taken arrival has ended. */
  default void ended() {}

  /** Whether the plan limits the number of events and all of them have started. */
  boolean usedUp();
}
