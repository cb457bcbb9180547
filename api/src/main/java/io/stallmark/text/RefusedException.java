package io.stallmark.text;

import org.jspecify.annotations.Nullable;

/**
 * A setting, an option, a URL or a file that a workload or a binding refuses. The user can mend it:
 * the message is one line that says how, and the program ends with the exit code of wrong usage.
 * Any other exception at the same place counts as a defect.
 */
public final class RefusedException extends IllegalArgumentException {

  private static final long serialVersionUID = 1;

  public RefusedException(@Nullable String message) {
    super(message);
  }

  /** Creates an exception with a message that is formatted as by {@link Text#format}. */
  public RefusedException(String format, @Nullable Object... values) {
    this(Text.format(format, values));
  }

  public RefusedException(@Nullable String message, Throwable cause) {
    super(message, cause);
  }
}
