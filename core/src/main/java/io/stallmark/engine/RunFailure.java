package io.stallmark.engine;

import io.stallmark.text.Text;
import org.jspecify.annotations.Nullable;

/**
 * Reports that a run cannot continue for a reason other than a database error. The message is one
 * line for the user.
 */
public final class RunFailure extends Exception {

  private static final long serialVersionUID = 1L;

  public RunFailure(String message) {
    super(message);
  }

  /** Creates a failure with a message that is formatted as by {@link Text#format}. */
  public RunFailure(String format, @Nullable Object... values) {
    this(Text.format(format, values));
  }
}
