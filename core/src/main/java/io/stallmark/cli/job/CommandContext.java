package io.stallmark.cli.job;

import io.stallmark.plan.Registry;
import io.stallmark.report.Terminal;
import io.stallmark.run.RunReport;
import io.stallmark.run.RunReport.Exit;
import io.stallmark.run.RunSpecReader;
import io.stallmark.spec.Redactor;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

/**
 * The environment of one call of {@code stallmark}. It does not end the process itself.
 *
 * @param registry the workloads and bindings to choose from
 * @param environment environment variables
 * @param terminal standard output and standard error
 * @param directory base directory of relative paths
 * @param signals installs the action for signals that ask the process to end
 * @param halt ends the process at once with an exit code
 */
public record CommandContext(
    Registry registry,
    Map<String, String> environment,
    Terminal terminal,
    Path directory,
    Consumer<Runnable> signals,
    IntConsumer halt) {

  public static final int WELL = 0;

  private static final String DEBUG = "STALLMARK_DEBUG";

  /** Removes secrets from all further output, in addition to those already known. */
  public void keep(Redactor secrets) {
    terminal.keep(terminal.redactor().and(secrets));
  }

  /** Reports the failure of a command, or of one of several runs, on the terminal. */
  public RunReport failed(Throwable e) {
    RunReport report = RunReport.of(e);
    terminal.error(report.complaint() + (RunReport.isDefect(e) ? "; " + trace(e) : ""));
    return report;
  }

  /** Changes the exit code to a failure if standard output could not be written. */
  public int unlessLost(int code) {
    IOException lost = terminal.lost();
    if (lost == null) {
      return code;
    }
    terminal.error("standard output could not be written: " + lost.getMessage());
    return code == WELL ? Exit.FAILED.code() : code;
  }

  /**
   * Writes the stack trace to a file instead of the terminal. Returns a clause with its location.
   */
  private String trace(Throwable e) {
    StringWriter trace = new StringWriter();
    e.printStackTrace(new PrintWriter(trace));
    if (environment.containsKey(DEBUG)) {
      terminal.notice(trace.toString());
      return "its stack trace is above";
    }
    try {
      Path file = Files.createTempFile("stallmark-defect-", ".txt");
      Files.writeString(file, terminal.redactor().redact(trace.toString()));
      return "its stack trace is in " + file;
    } catch (IOException unwritten) {
      return "set " + DEBUG + "=1 to see its stack trace";
    }
  }

  public Path resolve(Path path) {
    return directory.resolve(path);
  }

  public RunSpecReader reader() {
    return new RunSpecReader(registry, this::resolve);
  }

  /**
   * Installs a handler, so that signals stop the command's runs gracefully. Returns the handler.
   */
  public InterruptHandler interruption() {
    InterruptHandler interruption = new InterruptHandler(terminal, halt);
    signals.accept(interruption::signal);
    return interruption;
  }
}
