package io.stallmark.transfer.format;

/** Thrown when a file has another content than it must have. The message is one line. */
public final class BadInput extends Exception {

  private static final long serialVersionUID = 1;

  /**
   * @param what the file, the place in it and what is wrong there, without a full stop
   */
  public BadInput(String what) {
    super(what);
  }
}
