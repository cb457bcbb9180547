package io.stallmark.tables;

/** Receives the progress of a load, a check or a verification. Thread-safe. */
public interface WorkProgress {

  /**
   * Starts a phase and ends the previous one.
   *
   * @param what a verb and its object: "Loading 4 tables"
   * @param rows number of rows to process; 0: unknown
   */
  void workStarted(String what, long rows);

  /**
   * As {@link #workStarted(String, long)}, of what is not rows.
   *
   * @param unit of the number, in the singular
   */
  default void workStarted(String what, long number, String unit) {
    workStarted(what, number);
  }

  void workAdvanced(long rows);

  /** Reports rows that existed before and needed no work. */
  default void workFound(long rows) {
    workAdvanced(rows);
  }

  /**
   * Reports that the server does not answer.
   *
   * @param seconds time since its last answer
   */
  default void workSilent(long seconds) {}

  /**
   * Reports that code of the user's has not returned.
   *
   * @param what what it is: {@code event() of a.lua}
   */
  default void workUnreturned(String what, long seconds) {}

  /**
   * Reports that the connection was lost, and that the work is repeated.
   *
   * @param what the cause and what follows, without a period
   */
  default void workLost(String what) {}

  /** Ends the last phase. */
  void workEnded();
}
