package io.stallmark.engine;

import org.jspecify.annotations.Nullable;

/**
 * Reports that a run cannot continue for a reason other than a database error. The message is one
 * line for the user.
 */
public final class RunFailure extends Exception {

  private static final long serialVersionUID = 1L;

  public RunFailure(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  public RunFailure(String message) {
    this(message, null);
  }
}
