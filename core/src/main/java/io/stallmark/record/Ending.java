package io.stallmark.record;

/** Result of an attempt. Each result has separate series: failures never count as throughput. */
public enum Ending {
  SUCCESS,
  /** The database asked for a retry: deadlock, lock wait timeout, write conflict. */
  RETRY,
  FAILURE
}
