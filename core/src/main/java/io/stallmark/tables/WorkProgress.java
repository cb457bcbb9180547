package io.stallmark.tables;

/** Receives the progress of a load, a check or a verification. Thread-safe. */
public interface WorkProgress {

  /**
   * Starts a phase and ends the previous one.
   *
   * @param what a verb and its object: "Loading 4 tables"
   * @param rows number of rows to process; 0: unknown
   */
  void begin(String what, long rows);

  void advance(long rows);

  /** Reports rows that existed before and needed no work. */
  default void found(long rows) {
    advance(rows);
  }

  /** Ends the last phase. */
  void end();
}
