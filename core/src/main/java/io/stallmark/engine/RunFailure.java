package io.stallmark.engine;

import org.jspecify.annotations.Nullable;

/** A run that cannot go on for a reason of its own, in one line for the user. */
public final class RunFailure extends Exception {

  private static final long serialVersionUID = 1L;

  public RunFailure(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  public RunFailure(String message) {
    this(message, null);
  }
}
