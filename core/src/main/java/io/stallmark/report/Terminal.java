package io.stallmark.report;

import io.stallmark.spec.Redactor;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Where lines go: results to one stream, all else to the other. No known password passes. Nothing
 * is coloured or overwritten, except a progress bar where the user looks at a terminal.
 * Thread-safe.
 */
public final class Terminal {

  private static final int STANDARD_INPUT = 0;
  private static final int STANDARD_ERROR = 2;

  /** System property with the digits of the descriptors that are terminals. */
  private static final String TERMINALS = "stallmark.terminals";

  private final WatchedOutput written;
  private final PrintStream out;
  private final PrintStream err;
  private final boolean interactive;
  private volatile Redactor redactor = Redactor.NONE;
  private volatile boolean silent;

  /**
   * @param out takes the results in UTF-8
   * @param interactive whether {@code err} is shown on a terminal
   */
  public Terminal(OutputStream out, PrintStream err, boolean interactive) {
    this.written = new WatchedOutput(out);
    this.out = new PrintStream(written, true, StandardCharsets.UTF_8);
    this.err = err;
    this.interactive = interactive;
  }

  /** The process's own streams, in UTF-8 whatever the locale says. */
  public static Terminal system() {
    return new Terminal(
        new FileOutputStream(FileDescriptor.out),
        new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8),
        isTerminal(STANDARD_ERROR));
  }

  /** From now on these passwords stay inside. */
  public void keep(Redactor secrets) {
    redactor = secrets;
  }

  public Redactor redactor() {
    return redactor;
  }

  /** For long texts without secrets, such as a manual page. */
  public PrintStream out() {
    return out;
  }

  PrintStream err() {
    return err;
  }

  boolean interactive() {
    return interactive;
  }

  /** Returns why results could not be written; null: they were, or the reader closed the pipe. */
  public @Nullable IOException lost() {
    out.flush();
    return written.failure();
  }

  /** Says no more. */
  public void fallSilent() {
    silent = true;
  }

  /** A line of the results. */
  public void result(String line) {
    print(out, line);
  }

  /** A line about how things go. */
  public void notice(String line) {
    print(err, line);
  }

  public void warning(String sentence) {
    notice("Warning: " + sentence);
  }

  /** The one line that a failure gets. */
  public void error(String message) {
    notice("stallmark: " + message.strip().replaceAll("\\s*[\\r\\n]+\\s*", " "));
  }

  private void print(PrintStream stream, String line) {
    if (!silent) {
      stream.println(redactor.redact(line));
    }
  }

  /** Whether a password can be asked for without showing it. */
  public static boolean canAsk() {
    return isTerminal(STANDARD_INPUT);
  }

  /** Java does not report it of each stream; Linux does, elsewhere the launcher says it. */
  private static boolean isTerminal(int descriptor) {
    if (System.getProperty(TERMINALS, "").contains(Integer.toString(descriptor))) {
      return true;
    }
    try {
      return Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor))
          .toString()
          .matches("/dev/(pts/.*|tty.*|console)");
    } catch (IOException | UnsupportedOperationException e) {
      return false;
    }
  }
}
