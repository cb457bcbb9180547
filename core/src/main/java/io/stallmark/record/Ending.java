package io.stallmark.record;

/** How an attempt ended. Each has series of its own: failures never count as throughput. */
public enum Ending {
  SUCCESS,
  /** The database asked for another attempt: deadlock, lock wait, write conflict. */
  RETRY,
  FAILURE
}
