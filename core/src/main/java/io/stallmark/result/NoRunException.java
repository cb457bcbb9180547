package io.stallmark.result;

import java.io.IOException;

/** Thrown when a directory is not the directory of a run. The message is one line for the user. */
public final class NoRunException extends IOException {

  private static final long serialVersionUID = 1;

  public NoRunException(String message) {
    super(message);
  }
}
