package io.stallmark.cli;

import io.stallmark.cli.compare.CompareCommand;
import io.stallmark.cli.compare.HistoryCommand;
import io.stallmark.cli.job.CommandContext;
import io.stallmark.cli.run.RunCommand;
import io.stallmark.cli.shell.CompletionCommand;
import io.stallmark.report.StallmarkVersion;
import io.stallmark.spec.SpecException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.function.Predicate;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Help.ColorScheme;
import picocli.CommandLine.Help.IParamLabelRenderer;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParseResult;

/** The command {@code stallmark}: its subcommands and the common parts of their manual pages. */
@Command(
    name = "stallmark",
    header = "Stallmark, the database benchmark that shows the stalls.",
    description = {
      "",
      "Runs workloads against databases and measures them.",
      "'stallmark COMMAND --help' is the manual page of a command."
    },
    footer = {
      "",
      "Examples:",
      "  stallmark run sysbench                     on a server that comes with it",
      "  stallmark run sysbench --url mysql://user@host:3306/db --threads 16 --seconds 60",
      "  stallmark list                             workloads, settings, databases",
      ""
    })
final class RootCommand {

  private static final int WIDTH = 100;

  private static final Map<String, String> EXIT_CODES =
      ordered(
          List.of("0", "All went well."),
          List.of(
              "1",
              "The run failed: too many errors, a finding, tables of another shape or row count,"
                  + " results that cannot be written."),
          List.of("2", "Wrong usage."),
          List.of("3", "The database could not be reached or refused."),
          List.of("130", "Interrupted; the results up to then are saved."));

  private static final List<String> ENVIRONMENT =
      List.of(
          "Environment:",
          "  STALLMARK_PASSWORD   the database's password",
          "  STALLMARK_DEBUG      set it to see the stack trace of a defect",
          "  JAVA_OPTS            options for the Java machine, read by ./stallmark",
          "");

  /** A subcommand's class and constructor. */
  private record Entry(Class<?> type, Function<CommandContext, Object> maker) {}

  private static final List<Entry> COMMANDS =
      List.of(
          new Entry(RunCommand.class, RunCommand::new),
          new Entry(ExperimentCommand.class, ExperimentCommand::new),
          new Entry(TableCommands.Load.class, TableCommands.Load::new),
          new Entry(TableCommands.Verify.class, TableCommands.Verify::new),
          new Entry(TableCommands.Drop.class, TableCommands.Drop::new),
          new Entry(ExplainCommand.class, ExplainCommand::new),
          new Entry(ListCommand.class, ListCommand::new),
          new Entry(ReportCommand.class, ReportCommand::new),
          new Entry(
              CompareCommand.class,
              program -> new CompareCommand(program.terminal(), program.directory())),
          new Entry(
              HistoryCommand.class,
              program -> new HistoryCommand(program.terminal(), program.directory())),
          new Entry(
              CompletionCommand.class,
              program -> new CompletionCommand(program.terminal(), () -> commandLine(program))));

  private RootCommand() {}

  /** Executes the subcommand that the arguments name. Returns its exit code. */
  static int execute(CommandContext program, String... args) throws Exception {
    CommandLine commands = commandLine(program, List.of(args)::contains);
    ParseResult parsed = commands.parseArgs(args);
    Integer helped = CommandLine.executeHelpRequest(parsed);
    if (helped != null) {
      return helped;
    }
    if (!parsed.hasSubcommand()) {
      throw new SpecException(
          "Give a command: "
              + String.join(", ", commands.getSubcommands().keySet())
              + "; 'stallmark --help' explains them");
    }
    refuseRepetitions(parsed.subcommand());
    Callable<?> command = (Callable<?>) parsed.subcommand().commandSpec().userObject();
    return (Integer) command.call();
  }

  /**
   * Refuses options that are given twice. For an option in a group, the parser would take the last
   * value silently.
   */
  private static void refuseRepetitions(ParseResult parsed) throws SpecException {
    for (OptionSpec option : parsed.matchedOptions()) {
      if (!option.isMultiValue() && option.originalStringValues().size() > 1) {
        throw new SpecException(option.longestName() + " is given twice");
      }
    }
  }

  /** Creates the command line with all options of every subcommand. */
  static CommandLine commandLine(CommandContext program) {
    return commandLine(program, name -> true);
  }

  /**
   * Creates the command line with the options of the requested subcommands. The others only have
   * their header in the list of commands. Analyzing the options of all subcommands would take
   * longer than the rest of the program's start.
   */
  private static CommandLine commandLine(CommandContext program, Predicate<String> asked) {
    CommandLine commands = new CommandLine(new RootCommand());
    for (Entry entry : COMMANDS) {
      Command about = entry.type.getAnnotation(Command.class);
      boolean whole = asked.test(about.name());
      commands.addSubcommand(
          about.name(), whole ? entry.maker.apply(program) : listed(about.header()));
    }
    commands.setExpandAtFiles(false);
    commands.setHelpFactory(ManualPage::new);
    page(commands.getCommandSpec());
    commands.getSubcommands().values().forEach(command -> page(command.getCommandSpec()));
    commands.setOut(new PrintWriter(program.terminal().out(), true, StandardCharsets.UTF_8));
    commands.setColorScheme(Help.defaultColorScheme(Ansi.OFF));
    return commands;
  }

  private static CommandSpec listed(String... header) {
    CommandSpec command = CommandSpec.create();
    command.usageMessage().header(header);
    return command;
  }

  /** Sets the common parts of all manual pages. */
  private static void page(CommandSpec command) {
    command.mixinStandardHelpOptions(true);
    command.version("stallmark " + StallmarkVersion.stallmark(), "java " + StallmarkVersion.java());
    UsageMessageSpec page = command.usageMessage();
    page.width(WIDTH);
    page.synopsisHeading("%nSynopsis:%n  ");
    page.abbreviateSynopsis(true);
    page.sortOptions(false);
    page.parameterListHeading("%n");
    page.optionListHeading("%nOptions:%n");
    page.commandListHeading("%nCommands:%n");
    page.exitCodeListHeading("%nExit codes:%n");
    page.exitCodeList(EXIT_CODES);
    String[] footer = page.footer();
    String[] longer = java.util.Arrays.copyOf(footer, footer.length + ENVIRONMENT.size());
    for (int i = 0; i < ENVIRONMENT.size(); i++) {
      longer[footer.length + i] = ENVIRONMENT.get(i);
    }
    page.footer(longer);
  }

  @SafeVarargs
  private static Map<String, String> ordered(List<String>... pairs) {
    Map<String, String> map = new LinkedHashMap<>();
    for (List<String> pair : pairs) {
      map.put(pair.get(0), pair.get(1));
    }
    return map;
  }

  /** Help that prints {@code -p KEY=VALUE}, where the library would print {@code -p=KEY=VALUE}. */
  private static final class ManualPage extends Help {

    ManualPage(CommandSpec command, ColorScheme colors) {
      super(command, colors);
    }

    @Override
    public IParamLabelRenderer parameterLabelRenderer() {
      return new IParamLabelRenderer() {
        @Override
        public Ansi.Text renderParameterLabel(ArgSpec arg, Ansi ansi, List<Ansi.IStyle> styles) {
          boolean flag = arg.arity().max() == 0;
          String gap = arg.isOption() ? " " : "";
          return ansi.new Text(flag ? "" : gap + arg.paramLabel());
        }

        @Override
        public String separator() {
          return " ";
        }
      };
    }
  }
}
