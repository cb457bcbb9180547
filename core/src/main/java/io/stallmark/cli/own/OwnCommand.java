package io.stallmark.cli.own;

import io.stallmark.cli.job.CommandContext;
import io.stallmark.spec.SpecException;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code stallmark own}. */
@Command(name = "own")
public final class OwnCommand implements Callable<Integer> {

  private OwnCommand() {}

  /** Creates the command with its subcommands. */
  public static CommandLine commandLine(CommandContext program) {
    return new CommandLine(new OwnCommand()).addSubcommand("init", new OwnInitCommand(program));
  }

  @Override
  public Integer call() throws SpecException {
    throw new SpecException("Give a command: init; 'stallmark own --help' explains it");
  }
}
