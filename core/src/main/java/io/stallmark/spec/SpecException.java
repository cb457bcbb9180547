package io.stallmark.spec;

import io.stallmark.text.FileTrouble;
import java.nio.file.InvalidPathException;

/** An invalid or impossible request of the user; the message is one line for the user. */
public final class SpecException extends Exception {

  private static final long serialVersionUID = 1L;

  public SpecException(String message) {
    super(message);
  }

  /** Creates the exception for a refused value, such as one that cannot be a path. */
  public SpecException(IllegalArgumentException refused) {
    this(
        refused instanceof InvalidPathException path
            ? FileTrouble.notAPath(path)
            : String.valueOf(refused.getMessage()));
  }
}
