package io.stallmark.record;

/** Result of an attempt. Failures never count as throughput. */
public enum Ending {
  SUCCESS,
  /** A statement succeeded with fewer rows than the workload expects. Counts as a success too. */
  UNEXPECTED,
  /** The database asked for a retry: deadlock, lock wait timeout, write conflict. */
  RETRY,
  FAILURE;

  boolean succeeded() {
    return this == SUCCESS || this == UNEXPECTED;
  }
}
