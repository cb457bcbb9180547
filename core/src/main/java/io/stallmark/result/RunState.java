package io.stallmark.result;

import java.util.Locale;

/** How far a run is, or how it ended. */
public enum RunState {
  /** The run is still running, or its process was killed. */
  RUNNING,
  COMPLETED,
  /** More transactions failed than are allowed, or the run could not continue. */
  FAILED,
  /** Ended by the user. */
  INTERRUPTED;

  /** The name in files. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
