package io.stallmark.cli;

import io.stallmark.cli.job.CommandContext;
import io.stallmark.plan.Registry;
import io.stallmark.report.Terminal;
import io.stallmark.run.RunReport;
import io.stallmark.text.FileTrouble;
import java.nio.file.Path;
import java.util.Locale;

/** Entry point of the program. Only this class ends the process. */
public final class Main {

  /** Character in place of one that the locale lacks. */
  private static final char UNKNOWN = '\uFFFD';

  private Main() {}

  public static void main(String[] args) {
    // Libraries use it: with Arabic digits, JGroups fails and picocli's completion is no script.
    Locale.setDefault(Locale.ROOT);
    Terminal terminal = Terminal.system();
    terminal.color(System.getenv());
    String directory = System.getProperty("user.dir", "");
    if (directory.indexOf(UNKNOWN) >= 0) {
      terminal.error(FileTrouble.notInLocale(directory));
      System.exit(RunReport.Exit.USAGE.code());
    }
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
