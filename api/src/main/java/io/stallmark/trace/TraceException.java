package io.stallmark.trace;

import java.io.IOException;

/** Thrown when a trace cannot be read or written. The message is one line for the user. */
public final class TraceException extends IOException {

  private static final long serialVersionUID = 1;

  private final Kind kind;

  /** What is wrong with the trace. */
  public enum Kind {
    /** The path is no trace, or no place for one, or the trace has another version. */
    UNUSABLE,
    /** A file of the trace is missing or was changed after it was written. */
    DAMAGED,
    /** A file of the trace could not be written. */
    UNWRITTEN
  }

  TraceException(Kind kind, String message) {
    super(message);
    this.kind = kind;
  }

  public Kind kind() {
    return kind;
  }

  static TraceException damaged(String message) {
    return new TraceException(Kind.DAMAGED, message);
  }

  static TraceException unusable(String message) {
    return new TraceException(Kind.UNUSABLE, message);
  }
}
