package io.stallmark.result;

import java.io.IOException;

/** Thrown where a directory is not that of a run; the message is one line for the user. */
public final class NoRunException extends IOException {

  private static final long serialVersionUID = 1;

  NoRunException(String message) {
    super(message);
  }
}
