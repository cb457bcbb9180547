package io.stallmark.spec;

/** An invalid or impossible request of the user; the message is one line for the user. */
public final class SpecException extends Exception {

  private static final long serialVersionUID = 1L;

  public SpecException(String message) {
    super(message);
  }
}
