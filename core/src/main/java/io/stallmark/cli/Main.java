package io.stallmark.cli;

import io.stallmark.cli.job.CommandContext;
import io.stallmark.cli.job.SignalHandlers;
import io.stallmark.plan.Registry;
import io.stallmark.report.Terminal;
import java.nio.file.Path;

/** Entry point of the program. Only this class ends the process. */
public final class Main {

  private Main() {}

  public static void main(String[] args) {
    Terminal terminal = Terminal.system();
    terminal.color(System.getenv());
    CommandContext program =
        new CommandContext(
            Registry.load(),
            System.getenv(),
            terminal,
            Path.of(""),
            SignalHandlers::install,
            code -> Runtime.getRuntime().halt(code));
    System.exit(RootCommand.execute(program, args));
  }
}
