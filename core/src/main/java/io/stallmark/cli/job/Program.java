package io.stallmark.cli.job;

import io.stallmark.cli.signal.Interruption;
import io.stallmark.engine.RunFailure;
import io.stallmark.plan.Registry;
import io.stallmark.report.Terminal;
import io.stallmark.spec.SpecException;
import io.stallmark.spi.DbException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ParameterException;

/**
 * One call of {@code stallmark}, less the exit itself.
 *
 * @param commands runs the command that arguments name
 * @param directory what relative paths start from
 * @param signals takes what is to happen when the user wants to end
 * @param halt ends the process at once with a code
 */
public record Program(
    Commands commands,
    Registry registry,
    Map<String, String> environment,
    Terminal terminal,
    Path directory,
    Consumer<Runnable> signals,
    IntConsumer halt) {

  public static final int WELL = 0;
  public static final int FAILED = 1;
  public static final int USAGE = 2;
  public static final int REFUSED = 3;
  public static final int INTERRUPTED = Interruption.EXIT_CODE;

  private static final String DEBUG = "STALLMARK_DEBUG";

  /**
   * How a command ended.
   *
   * @param complaint the line that the user got; null: none
   * @param unreachable whether it is the database that was not there
   */
  public record Ended(int code, @Nullable String complaint, boolean unreachable) {}

  /** The commands that there are. */
  public interface Commands {
    /** Runs the command that the arguments name. Returns its exit code. */
    int execute(Program program, String... args) throws Exception;
  }

  /** Runs the command. Returns the exit code; all has been said by then. */
  public int run(String... args) {
    Ended ended = attempt(args);
    return ended.complaint() == null ? unlessLost(ended.code()) : ended.code();
  }

  /** Runs the command, as one of several. */
  public Ended attempt(String... args) {
    try {
      int code = commands.execute(this, args);
      return new Ended(code, null, code == REFUSED);
    } catch (ParameterException e) {
      return end(USAGE, new Complaint(args).about(e));
    } catch (SpecException e) {
      return end(USAGE, e.getMessage());
    } catch (DbException e) {
      Ended ended = end(e.kind() == DbException.Kind.UNFIT ? FAILED : REFUSED, e.getMessage());
      return new Ended(ended.code(), ended.complaint(), e.kind() == DbException.Kind.CONNECTION);
    } catch (RunFailure | IOException e) {
      return end(FAILED, e.getMessage());
    } catch (InterruptedException e) {
      return end(INTERRUPTED, e.getMessage());
    } catch (Exception | Error e) {
      return end(FAILED, defect(e) + "; " + trace(e));
    }
  }

  /** Results that nobody can read are no success. */
  private int unlessLost(int code) {
    IOException lost = terminal.lost();
    if (lost == null) {
      return code;
    }
    terminal.error("standard output could not be written: " + lost.getMessage());
    return code == WELL ? FAILED : code;
  }

  /** What is unexpected, driver included, in one line. */
  public static String defect(Throwable e) {
    return "A defect of Stallmark itself: "
        + e.toString().strip().replaceAll("\\s*[\\r\\n]+\\s*", " ");
  }

  private Ended end(int code, @Nullable String message) {
    String complaint = message == null ? "ended" : message;
    terminal.error(complaint);
    return new Ended(code, terminal.redactor().redact(complaint), false);
  }

  /** Keeps the stack trace off the terminal. Returns where it is. */
  private String trace(Throwable e) {
    StringWriter trace = new StringWriter();
    e.printStackTrace(new PrintWriter(trace));
    if (environment.containsKey(DEBUG)) {
      terminal.notice(trace.toString());
      return "its trace is above";
    }
    try {
      Path file = Files.createTempFile("stallmark-defect-", ".txt");
      Files.writeString(file, terminal.redactor().redact(trace.toString()));
      return "its trace is in " + file;
    } catch (IOException unwritten) {
      return "set " + DEBUG + "=1 to see its trace";
    }
  }

  public Path resolve(Path path) {
    return directory.resolve(path);
  }

  /** The same with signals from elsewhere and another password. */
  public Program within(Consumer<Runnable> otherSignals, Map<String, String> otherEnvironment) {
    return new Program(
        commands, registry, otherEnvironment, terminal, directory, otherSignals, halt);
  }

  /** From now on signals end the command in good order. */
  public Interruption interruption() {
    Interruption interruption = new Interruption(terminal, halt);
    signals.accept(interruption::signal);
    return interruption;
  }
}
