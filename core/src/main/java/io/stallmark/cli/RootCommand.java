package io.stallmark.cli;

import io.stallmark.cli.compare.CompareCommand;
import io.stallmark.cli.compare.DuetCommand;
import io.stallmark.cli.compare.HistoryCommand;
import io.stallmark.cli.job.CommandContext;
import io.stallmark.cli.job.CommandGroup;
import io.stallmark.cli.job.DeclaredCommand;
import io.stallmark.cli.own.OwnInitCommand;
import io.stallmark.cli.own.ScriptCommand;
import io.stallmark.cli.trace.TraceWork;
import io.stallmark.cli.usage.CommandError;
import io.stallmark.cli.usage.KnownWords;
import io.stallmark.report.TextLines;
import io.stallmark.result.StallmarkVersion;
import io.stallmark.run.RunReport.Exit;
import io.stallmark.spec.Redactor;
import io.stallmark.spec.SpecEntries;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.ResourceBundle;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Help.ColorScheme;
import picocli.CommandLine.Help.IOptionRenderer;
import picocli.CommandLine.Help.IParamLabelRenderer;
import picocli.CommandLine.Help.IParameterRenderer;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.OverwrittenOptionException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;

/**
 * The command {@code stallmark} and its subcommands. The texts of all manual pages are in {@code
 * texts.properties}.
 */
final class RootCommand {

  /** Columns of names and parameters of options, as the library lays them out. */
  private static final int NAMES = 31;

  private static final String COMPLETION = "completion";

  /** Options of CSV: a tab, or the empty text for NULL. */
  private static final Set<String> MAY_BE_BLANK = Set.of("--delimiter", "--null");

  private RootCommand() {}

  /** Executes a command line. Returns the exit code, after reporting any failure. */
  static int execute(CommandContext program, String... given) {
    try {
      String[] args = withoutHelpCommand(subcommands(program).keySet(), given);
      List<String> words = List.of(args);
      program.keep(Redactor.suspecting(words));
      CommandLine commands =
          commandLine(program, name -> words.contains(name) || words.contains(COMPLETION));
      commands.setExecutionStrategy(RootCommand::executeChecked);
      commands.setExecutionExceptionHandler((e, c, parsed) -> program.failed(e).exit().code());
      commands.setParameterExceptionHandler(
          (e, refused) -> {
            program.terminal().error(new CommandError(List.of(refused)).about(e));
            return Exit.USAGE.code();
          });
      return program.unlessLost(commands.execute(withDefines(commands, args)));
    } catch (RuntimeException | Error e) {
      return program.failed(e).exit().code();
    }
  }

  /**
   * Returns {@code run --help} for {@code help run}; {@code help rnu} is refused as {@code rnu}.
   */
  private static String[] withoutHelpCommand(Set<String> known, String... given) {
    if (given.length == 0 || !given[0].equals("help")) {
      return given;
    }
    List<String> args = new ArrayList<>(List.of(given).subList(1, given.length));
    if (args.isEmpty() || known.contains(args.get(0)) || args.get(0).startsWith("-")) {
      args.add("--help");
    }
    return args.toArray(String[]::new);
  }

  /** Returns the command line in which options of a script are {@code -D}. */
  static String[] withDefines(CommandLine commands, String... args) {
    CommandLine command = args.length == 0 ? null : commands.getSubcommands().get(args[0]);
    return command == null
        ? args
        : ScriptCommand.withDefines(command.getCommandSpec().optionsMap(), args);
  }

  /**
   * Refuses empty values, values of flags, and options that are given twice. For an option in a
   * group, the parser would take the last value silently.
   */
  private static int executeChecked(ParseResult parsed) {
    for (ParseResult above = parsed; above.hasSubcommand(); above = above.subcommand()) {
      ParseResult given = above.subcommand();
      CommandLine command = given.commandSpec().commandLine();
      for (ArgSpec arg : given.matchedArgs()) {
        List<String> values = arg.originalStringValues();
        boolean flag = arg.arity().max() == 0;
        if (flag && values.contains("false")) {
          throw new ParameterException(command, "", arg, "false");
        }
        boolean blank = values.stream().anyMatch(String::isBlank);
        if (blank && !flag && !MAY_BE_BLANK.contains(name(arg))) {
          throw new MissingParameterException(command, arg, "");
        }
        if (arg.isOption() && !arg.isMultiValue() && values.size() > 1) {
          throw new OverwrittenOptionException(command, arg, "");
        }
      }
    }
    return new RunLast().execute(parsed);
  }

  private static String name(ArgSpec arg) {
    return arg instanceof OptionSpec option ? option.longestName() : "";
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
    Map<String, Supplier<CommandSpec>> all = subcommands(program);
    all.replaceAll((name, maker) -> asked.test(name) ? maker : CommandSpec::create);
    CommandLine commands = new CommandLine(CommandGroup.of(all).name("stallmark"));
    commands.setResourceBundle(ResourceBundle.getBundle("io.stallmark.cli.texts", Locale.ROOT));
    commands.setExpandAtFiles(false);
    commands.setHelpFactory(ManualPage::new);
    page(commands.getCommandSpec());
    commands.setOut(new PrintWriter(program.terminal().out(), true, StandardCharsets.UTF_8));
    commands.setColorScheme(Help.defaultColorScheme(Ansi.OFF));
    return commands;
  }

  private static Map<String, Supplier<CommandSpec>> subcommands(CommandContext program) {
    Map<String, Supplier<CommandSpec>> commands = new LinkedHashMap<>();
    commands.put("run", () -> new RunCommand(program).spec());
    commands.put("experiment", () -> new ExperimentCommand(program).spec());
    commands.put("load", () -> new TableCommands.Load(program).spec());
    commands.put("verify", () -> new TableCommands.Verify(program).spec());
    commands.put("drop", () -> new TableCommands.Drop(program).spec());
    commands.put("explain", () -> new ExplainCommand(program).spec());
    commands.put("list", () -> new ListCommand(program).spec());
    commands.put("report", () -> new ReportCommand(program).spec());
    commands.put("compare", () -> new CompareCommand(program).spec());
    commands.put("duet", () -> new DuetCommand(program).spec());
    commands.put("history", () -> new HistoryCommand(program).spec());
    commands.put("import", () -> FileCommand.ofImport(program));
    commands.put("export", () -> FileCommand.ofExport(program));
    commands.put("record", () -> new RecordCommand(program).spec());
    commands.put("agent", () -> new AgentCommand(program).spec());
    commands.put(
        "own", () -> CommandGroup.of(Map.of("init", () -> new OwnInitCommand(program).spec())));
    commands.put(ScriptCommand.LUA, () -> new ScriptCommand(program).spec());
    commands.put("trace", () -> TraceWork.commands(program));
    commands.put(COMPLETION, () -> new Completion(program).spec());
    return commands;
  }

  /** Sets the common parts of the manual pages of a command and its subcommands. */
  private static void page(CommandSpec command) {
    command.mixinStandardHelpOptions(true);
    command.version("stallmark " + StallmarkVersion.stallmark(), "java " + StallmarkVersion.java());
    command.usageMessage().width(TextLines.PAGE).abbreviateSynopsis(true).sortOptions(false);
    command.subcommands().forEach((name, each) -> page(each.getCommandSpec().name(name)));
  }

  /** {@code stallmark completion}. */
  private static final class Completion extends DeclaredCommand {

    /** Function of the script that prints the keys after {@code -p}. */
    private static final String KEYS = "_stallmark_keys";

    Completion(CommandContext program) {
      super(program);
    }

    @Override
    protected int execute(SpecEntries given) {
      String script = AutoComplete.bash("stallmark", spec().root().commandLine());
      // The library only knows words that are independent of the other words of the command line.
      String values = "KEYVALUE_option_args=(";
      String any = values + quoted(KnownWords.settings(), "\"") + ")";
      program.terminal().result(script.replace(any, values + " $( " + KEYS + " ) )"));
      program.terminal().result(keys());
      return CommandContext.WELL;
    }

    /** Returns the function: it prints the keys of the workload that the command line names. */
    private static String keys() {
      StringBuilder function = new StringBuilder(KEYS + "() {\n  local word\n");
      function.append("  for word in \"${COMP_WORDS[@]}\"; do\n    case $word in\n");
      for (Map.Entry<String, List<String>> workload : KnownWords.settingsByWorkload().entrySet()) {
        function.append("      ").append(workload.getKey());
        function.append(") echo ").append(quoted(workload.getValue(), "'")).append("; return ;;\n");
      }
      function.append("    esac\n  done\n  echo ");
      return function.append(quoted(KnownWords.settings(), "'")).append("\n}").toString();
    }

    private static String quoted(List<String> words, String quote) {
      return words.stream().map(word -> quote + word + quote).collect(Collectors.joining(" "));
    }
  }

  /**
   * Help that prints {@code -p KEY=VALUE}, where the library would print {@code -p=KEY=VALUE}, and
   * breaks lines between words only: the library also breaks file names at their dots.
   */
  private static final class ManualPage extends Help {

    ManualPage(CommandSpec command, ColorScheme colors) {
      super(command, colors);
    }

    @Override
    public Layout createDefaultLayout(
        List<OptionSpec> options, List<PositionalParamSpec> parameters, ColorScheme colors) {
      IOptionRenderer option = createDefaultOptionRenderer();
      IParameterRenderer parameter = createDefaultParameterRenderer();
      return new Layout(
          colors,
          TextTable.forDefaultColumns(
              colors, calcLongOptionColumnWidth(options, parameters, colors), TextLines.PAGE),
          (each, labels, scheme) -> lines(option.render(each, labels, scheme), scheme),
          (each, labels, scheme) -> lines(parameter.render(each, labels, scheme), scheme));
    }

    /** Returns rows of which each has one line of the description, its last cell. */
    private static Ansi.Text[][] lines(Ansi.Text[][] rows, ColorScheme colors) {
      List<Ansi.Text[]> lines = new ArrayList<>();
      for (Ansi.Text[] row : rows) {
        Ansi.Text[] cells = row.clone();
        String indent = "";
        String text = " ".repeat(NAMES) + row[row.length - 1].plainString();
        for (String line : TextLines.within(TextLines.PAGE, text, NAMES)) {
          cells[cells.length - 1] = colors.text(indent + line.strip());
          lines.add(cells);
          cells = cells.clone();
          Arrays.fill(cells, colors.text(""));
          indent = "  ";
        }
      }
      return lines.toArray(Ansi.Text[][]::new);
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
