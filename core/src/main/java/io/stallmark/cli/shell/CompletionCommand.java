package io.stallmark.cli.shell;

import io.stallmark.report.Terminal;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code stallmark completion}. */
@Command(
    name = "completion",
    header = "Prints a script that lets bash and zsh complete commands and options.",
    description = {
      "",
      "Evaluate it in a shell, or in ~/.bashrc or ~/.zshrc for every one to come. In zsh 'compinit'"
          + " must have been called before. It completes 'stallmark', wherever that lies."
    },
    footer = {
      "",
      "Examples:",
      "  eval \"$(stallmark completion)\"",
      "  stallmark completion > /etc/bash_completion.d/stallmark",
      ""
    })
public final class CompletionCommand implements Callable<Integer> {

  private final Terminal terminal;
  private final Supplier<CommandLine> whole;

  /**
   * Creates the command.
   *
   * @param whole supplies the program's command line with all options of every command
   */
  public CompletionCommand(Terminal terminal, Supplier<CommandLine> whole) {
    this.terminal = terminal;
    this.whole = whole;
  }

  @Override
  public Integer call() {
    CommandLine all = whole.get();
    terminal.result(AutoComplete.bash(all.getCommandName(), all));
    return 0;
  }
}
