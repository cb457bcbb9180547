package io.stallmark.cli.trace;

import io.stallmark.cli.job.CommandContext;
import io.stallmark.spec.SpecException;
import io.stallmark.trace.TraceException;
import io.stallmark.trace.TraceException.Kind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code stallmark trace}. */
@Command(name = "trace")
public final class TraceCommand implements Callable<Integer> {

  @Spec private CommandSpec command = CommandSpec.create();

  private TraceCommand() {}

  /** Creates the command with its subcommands. */
  public static CommandLine commandLine(CommandContext program) {
    return new CommandLine(new TraceCommand())
        .addSubcommand("info", new TraceInfoCommand(program))
        .addSubcommand("check", new TraceCheckCommand(program))
        .addSubcommand("convert", new TraceConvertCommand(program))
        .addSubcommand("cut", new TraceCutCommand(program))
        .addSubcommand("filter", new TraceFilterCommand(program))
        .addSubcommand("redact", new TraceRedactCommand(program));
  }

  @Override
  public Integer call() throws SpecException {
    throw new SpecException(
        "Give a command: %s; 'stallmark trace --help' explains them",
        String.join(", ", command.subcommands().keySet()));
  }

  /** Work on a trace. */
  interface Work {
    int execute() throws SpecException, IOException;
  }

  /** Executes work. Reports a path that is no trace as wrong usage. */
  static int execute(Work work) throws SpecException, IOException {
    try {
      return work.execute();
    } catch (TraceException e) {
      throw usageOr(e);
    } catch (UncheckedIOException e) {
      throw e.getCause() instanceof TraceException trace ? usageOr(trace) : e.getCause();
    }
  }

  private static TraceException usageOr(TraceException e) throws SpecException {
    if (e.kind() == Kind.UNUSABLE) {
      throw new SpecException(String.valueOf(e.getMessage()));
    }
    return e;
  }
}
