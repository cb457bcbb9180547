package io.stallmark.cli;

import io.stallmark.cli.job.CommandContext;
import io.stallmark.plan.Registry;
import io.stallmark.report.Terminal;
import io.stallmark.run.RunReport;
import io.stallmark.text.FileTrouble;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;

/** Entry point of the program. Only this class ends the process. */
public final class Main {

  /** Character in place of one that the locale lacks. */
  private static final String UNKNOWN = "\uFFFD";

  private Main() {}

  public static void main(String[] args) {
    // Libraries use it: with Arabic digits, JGroups fails and picocli's completion is no script.
    Locale.setDefault(Locale.ROOT);
    Terminal terminal = Terminal.system();
    terminal.color(System.getenv());
    String lost =
        lostCharacters(
            System.getProperty("user.dir", ""), System.getProperty("sun.jnu.encoding", ""), args);
    if (!lost.isEmpty()) {
      terminal.error(lost);
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

  /**
   * Describes characters of the working directory or of arguments that Java has lost; empty: none.
   *
   * @param encoding that of the locale, in which such a character can also be meant
   */
  static String lostCharacters(String directory, String encoding, String[] args) {
    if (directory.contains(UNKNOWN)) {
      return FileTrouble.notInLocale("the path " + directory);
    }
    boolean lost =
        !encoding.equals("UTF-8") && Arrays.stream(args).anyMatch(arg -> arg.contains(UNKNOWN));
    return lost ? FileTrouble.notInLocale("an argument") : "";
  }
}
