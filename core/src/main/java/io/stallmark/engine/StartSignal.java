package io.stallmark.engine;

import io.stallmark.engine.arrival.Arrivals;
import io.stallmark.engine.arrival.Clock;
import io.stallmark.spi.DbException;
import java.util.function.BooleanSupplier;

/** Decides when the clients of a run start, and whether they end before the plan does. */
@FunctionalInterface
public interface StartSignal {

  /** Starts the clients as soon as they are connected. */
  StartSignal AT_ONCE = Clock::now;

  /**
   * Returns when the run begins, warm-up included, on its clock: now or in the future. Called when
   * all clients are connected; may block.
   *
   * @throws DbException if the run cannot begin
   * @throws InterruptedException when a stop was requested
   */
  long begin(Clock clock) throws DbException, InterruptedException;

  /**
   * Called when further clients are connected, every few milliseconds at most.
   *
   * @throws DbException if the run cannot begin
   */
  default void connecting() throws DbException {}

  /** Returns the prefix of the names of the clients' threads, at most 11 characters. */
  default String clients() {
    return "client-";
  }

  /**
   * Called by the thread of each client before its first transaction.
   *
   * @param client index of the client
   * @param clients number of clients
   */
  default void starting(int client, int clients) {}

  /** Returns the clock of the run. */
  default Clock clock() {
    return Clock.SYSTEM;
  }

  /**
   * Returns the arrivals of a role as its clients may take them.
   *
   * @param ended whether no further transaction starts
   */
  default Arrivals admitted(Arrivals arrivals, BooleanSupplier ended) {
    return arrivals;
  }

  /** Whether no further transaction starts. Called every few milliseconds. */
  default boolean ended() {
    return false;
  }
}
