package io.stallmark.report;

import io.stallmark.spec.Redactor;
import io.stallmark.spi.DbException;
import io.stallmark.text.Text;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Output of the program: results to one stream, all other lines to the other. Removes known
 * passwords from every line. On a terminal, important words may have colours, and progress is
 * overwritten. Thread-safe.
 */
public final class Terminal {

  /** Characters by which a text from outside could change the terminal or hide other text. */
  private static final Pattern CONTROLS =
      Pattern.compile("[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f\\u202a-\\u202e\\u2066-\\u2069]");

  private static final String RED = "\u001b[31m";
  private static final String YELLOW = "\u001b[33m";
  private static final String GREEN = "\u001b[32m";
  private static final String NORMAL = "\u001b[0m";

  private static final Pattern BAD = Pattern.compile("^(FAILED|stallmark:)|\\b(MISSED|STALL)\\b");
  private static final Pattern DOUBTFUL =
      Pattern.compile("^(UNTRUSTED|Warning:)|  (?:generator )?(starved)\\b");
  private static final Pattern GOOD = Pattern.compile("^Trusted:");

  private static final int STANDARD_INPUT = 0;
  static final int STANDARD_OUTPUT = 1;
  private static final int STANDARD_ERROR = 2;

  /** System property that lists the numbers of the file descriptors that are terminals. */
  private static final String TERMINALS = "stallmark.terminals";

  private final WatchedOutput written;
  private final PrintStream out;
  private final PrintStream err;
  private final boolean interactive;
  private final @Nullable BufferedReader answers;
  private volatile Redactor redactor = Redactor.NONE;
  private volatile boolean silent;
  private volatile boolean quiet;
  private volatile boolean diverted;
  private volatile boolean coloredOut;
  private volatile boolean coloredErr;
  private final Set<String> findings = ConcurrentHashMap.newKeySet();

  /** Whether both streams are shown on one terminal. */
  volatile boolean shared;

  private String status = ""; // on the last line of an interactive terminal

  /**
   * Writes to the given streams.
   *
   * @param out stream for the results, in UTF-8
   * @param err stream for all other lines
   * @param interactive whether {@code err} is shown on a terminal
   * @param answers what the user types; null: there is no terminal to ask on
   */
  public Terminal(
      OutputStream out, PrintStream err, boolean interactive, @Nullable BufferedReader answers) {
    this.written = new WatchedOutput(out);
    this.out = new PrintStream(written, true, StandardCharsets.UTF_8);
    this.err = err;
    this.interactive = interactive;
    this.answers = answers;
  }

  /** Returns the terminal of the process's own streams, in UTF-8 in every locale. */
  public static Terminal system() {
    Terminal terminal =
        new Terminal(
            new FileOutputStream(FileDescriptor.out),
            new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8),
            isTerminal(STANDARD_ERROR),
            canAsk()
                ? new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))
                : null);
    terminal.shared = isTerminal(STANDARD_OUTPUT) && isTerminal(STANDARD_ERROR);
    return terminal;
  }

  /** Colours what is shown on a terminal, unless the environment has {@code NO_COLOR}. */
  public void color(Map<String, String> environment) {
    boolean wanted =
        environment.getOrDefault("NO_COLOR", "").isEmpty()
            && !environment.getOrDefault("TERM", "dumb").equals("dumb");
    color(wanted && isTerminal(STANDARD_OUTPUT), wanted && interactive);
  }

  /** Colours the lines of the given streams. */
  void color(boolean ofResults, boolean ofOthers) {
    coloredOut = ofResults;
    coloredErr = ofOthers;
  }

  /** Sets the passwords to remove from all further lines. */
  public void keep(Redactor secrets) {
    redactor = secrets;
  }

  public Redactor redactor() {
    return redactor;
  }

  /** Returns the stream for long texts without passwords, such as a manual page. */
  public PrintStream out() {
    return out;
  }

  PrintStream err() {
    return err;
  }

  public boolean interactive() {
    return interactive && !quiet;
  }

  /** Suppresses all further lines but documents and errors. */
  public void quiet() {
    quiet = true;
  }

  /** Writes all further lines but documents to the stream of errors. */
  public void divert() {
    diverted = true;
  }

  /** Writes a document to the stream of results, whatever happens to lines. */
  public void document(String text) {
    print(out, text, false);
  }

  /**
   * Shows a line about the progress on an interactive terminal, until the next line of any kind.
   */
  public synchronized void status(String line) {
    if (interactive() && !silent) {
      clearStatus();
      status = line;
      err.print(line);
      err.flush();
    }
  }

  private void clearStatus() {
    if (!status.isEmpty()) {
      err.print("\r" + " ".repeat(status.length()) + "\r");
      err.flush();
      status = "";
    }
  }

  /**
   * Returns the error on writing the results; null: they were written, or the reader closed the
   * pipe.
   */
  public @Nullable IOException lost() {
    out.flush();
    return written.failure();
  }

  /** Suppresses all further lines. */
  public void fallSilent() {
    silent = true;
  }

  /** Writes a line of the results. */
  public void result(String line) {
    if (!quiet) {
      print(diverted ? err : out, line);
    }
  }

  /** Writes a line of the results that is formatted as by {@link Text#format}. */
  public void result(String format, @Nullable Object... values) {
    result(Text.format(format, values));
  }

  /** Writes a line of the results that an error on the same terminal does not repeat. */
  public void finding(String sentence) {
    said(sentence);
    result(sentence);
  }

  /** Has errors on the same terminal leave out an ending that the results contain. */
  public void said(String ending) {
    if (shared && !quiet) {
      findings.add(": " + ending);
    }
  }

  /** Writes a line about the progress. */
  public void notice(String line) {
    if (!quiet) {
      print(err, line);
    }
  }

  /** Writes a line about the progress that is formatted as by {@link Text#format}. */
  public void notice(String format, @Nullable Object... values) {
    notice(Text.format(format, values));
  }

  /** Writes a warning, wrapped on a terminal. */
  public void warning(String sentence) {
    TextLines.within(width(), "Warning: " + sentence, 0).forEach(this::notice);
  }

  private int width() {
    return interactive ? TextLines.WIDTH : Integer.MAX_VALUE;
  }

  /** Writes the error message of a failure as one line, wrapped on a terminal. */
  public void error(String message) {
    String line = "stallmark: " + DbException.oneLine(message);
    String said = findings.stream().filter(line::endsWith).findFirst().orElse("");
    TextLines.within(width(), line.substring(0, line.length() - said.length()), 0)
        .forEach(each -> print(err, each));
  }

  private void print(PrintStream stream, String line) {
    print(stream, line, stream == err ? coloredErr : coloredOut);
  }

  private synchronized void print(PrintStream stream, String line, boolean colored) {
    if (!silent) {
      clearStatus();
      String shown = CONTROLS.matcher(redactor.redact(line)).replaceAll("?");
      stream.println(colored ? painted(shown) : shown);
    }
  }

  /** Whether there is a terminal on which {@link #agreed} can ask. */
  public boolean asks() {
    return answers != null;
  }

  /** Asks a question, and returns whether the answer is yes; false without a terminal. */
  public boolean agreed(String question) throws IOException {
    if (answers == null) {
      return false;
    }
    err.print(CONTROLS.matcher(redactor.redact(question)).replaceAll("?") + " [y/N] ");
    err.flush();
    @Nullable String answer = answers.readLine();
    return answer != null && answer.strip().toLowerCase(Locale.ROOT).matches("y(es)?");
  }

  /** Whether standard input is a terminal, where a password can be read without echo. */
  public static boolean canAsk() {
    return isTerminal(STANDARD_INPUT);
  }

  /**
   * Whether a file descriptor is a terminal. Java does not report it for each stream. Linux does;
   * on other systems the launcher sets the system property.
   */
  static boolean isTerminal(int descriptor) {
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

  /** Returns a line of the program with colours. */
  private static String painted(String line) {
    String painted = BAD.matcher(line).replaceAll(RED + "$0" + NORMAL);
    painted = DOUBTFUL.matcher(painted).replaceAll(YELLOW + "$0" + NORMAL);
    return GOOD.matcher(painted).replaceAll(GREEN + "$0" + NORMAL);
  }

  /** Stream that stores its first error, which a print stream discards. Thread-safe. */
  private static final class WatchedOutput extends FilterOutputStream {

    private volatile @Nullable IOException failure;

    WatchedOutput(OutputStream out) {
      super(out);
    }

    /**
     * Returns the first error, or null. A pipe closed by its reader, as head does, is not an error.
     */
    @Nullable IOException failure() {
      return failure;
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      try {
        out.write(bytes, from, length);
      } catch (IOException e) {
        throw remembered(e);
      }
    }

    @Override
    public void flush() throws IOException {
      try {
        out.flush();
      } catch (IOException e) {
        throw remembered(e);
      }
    }

    private IOException remembered(IOException e) {
      if (failure == null && !closedByItsReader(e)) {
        failure = e;
      }
      return e;
    }

    /**
     * Whether the reader closed the pipe. Java has no exception type for it; messages of operating
     * systems are "Broken pipe" and "The pipe is being closed".
     */
    private static boolean closedByItsReader(IOException e) {
      return String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT).contains("pipe");
    }
  }
}
