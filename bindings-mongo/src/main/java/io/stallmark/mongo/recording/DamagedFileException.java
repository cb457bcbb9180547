package io.stallmark.mongo.recording;

import java.io.IOException;

/** Thrown where a file does not continue in its format. The message is one line for the user. */
final class DamagedFileException extends IOException {

  private static final long serialVersionUID = 1;

  DamagedFileException(String message) {
    super(message);
  }
}
