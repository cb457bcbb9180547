package io.stallmark.cli;

import io.stallmark.cli.job.Program;
import io.stallmark.cli.signal.Signals;
import io.stallmark.plan.Registry;
import io.stallmark.report.Terminal;
import java.nio.file.Path;

/** Where the program starts, and the one place where it ends. */
public final class Main {

  private Main() {}

  public static void main(String[] args) {
    Program program =
        new Program(
            Root::execute,
            Registry.load(),
            System.getenv(),
            Terminal.system(),
            Path.of(""),
            Signals::install,
            code -> Runtime.getRuntime().halt(code));
    System.exit(program.run(args));
  }
}
