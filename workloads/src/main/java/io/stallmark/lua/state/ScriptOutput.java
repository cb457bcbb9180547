package io.stallmark.lua.state;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;

/** Where a script prints: to the stream of errors, so that documents stay whole. */
final class ScriptOutput {

  private static final PrintStream SHOWN =
      new PrintStream(new FileOutputStream(FileDescriptor.err), true);

  private static final PrintStream HIDDEN = new PrintStream(OutputStream.nullOutputStream());

  private ScriptOutput() {}

  /**
   * Returns the stream of a state.
   *
   * @param reads whether the file is only read for its options: it is executed again later
   */
  static PrintStream of(boolean reads) {
    return reads ? HIDDEN : SHOWN;
  }
}
