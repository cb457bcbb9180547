package io.stallmark.tables;

/** Told how a load, a check or a verification goes on. Thread-safe. */
public interface WorkProgress {

  /**
   * A piece of work begins; the one before it is over.
   *
   * @param what a verb and its object: "Loading 4 tables"
   * @param rows that it will handle; 0: unknown
   */
  void begin(String what, long rows);

  void advance(long rows);

  /** So many of the rows were there already: nothing had to be done. */
  default void found(long rows) {
    advance(rows);
  }

  /** The last piece is over. */
  void end();
}
