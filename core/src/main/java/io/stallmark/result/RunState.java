package io.stallmark.result;

import java.util.Locale;

/** State of a run: still running, or how it ended. */
public enum RunState {
  /** The run is still running, or its process was killed. */
  RUNNING,
  COMPLETED,
  /** More transactions failed than allowed, or the run could not continue. */
  FAILED,
  /** The user interrupted the run. */
  INTERRUPTED;

  /** Returns the name in files. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
