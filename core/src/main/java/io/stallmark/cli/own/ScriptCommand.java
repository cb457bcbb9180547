package io.stallmark.cli.own;

import io.stallmark.cli.job.CommandContext;
import io.stallmark.cli.job.DeclaredCommand;
import io.stallmark.cli.job.JobOptions;
import io.stallmark.cli.job.PasswordSource;
import io.stallmark.cli.job.TerminalObserver;
import io.stallmark.plan.RunPlan;
import io.stallmark.run.BenchmarkContext;
import io.stallmark.run.Credentials;
import io.stallmark.run.RunJob;
import io.stallmark.run.RunOptions;
import io.stallmark.spec.NearestWord;
import io.stallmark.spec.SettingsReader;
import io.stallmark.spec.SpecEntries;
import io.stallmark.spec.SpecException;
import io.stallmark.spi.DbException;
import io.stallmark.spi.workload.Scenario;
import io.stallmark.spi.workload.Settings;
import io.stallmark.spi.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Model.OptionSpec;

/** {@code stallmark lua}: executes a command of a script, such as {@code prepare}. */
public final class ScriptCommand extends DeclaredCommand {

  /** Name of this command and of the workload. */
  public static final String LUA = "lua";

  private static final String COMMAND = "action";
  private static final String HELP = "help";

  public ScriptCommand(CommandContext program) {
    super(
        program,
        JobOptions.parameter("ACTION", "0", "1"),
        JobOptions.of(RunOptions.FILE, RunOptions.DEFINE, RunOptions.THREADS),
        JobOptions.ofConnection());
  }

  @Override
  protected int execute(SpecEntries given) throws SpecException, DbException, InterruptedException {
    String name = given.required(COMMAND, "one of the script's");
    SpecEntries entries = given.without(Set.of(COMMAND)).with(SpecEntries.WORKLOAD, LUA);
    if (name.equals(HELP)) {
      help(entries).forEach(program.terminal()::result);
      return CommandContext.WELL;
    }
    given.required("url", "the database that the script works on");
    Credentials credentials = PasswordSource.find(program, entries);
    credentials.warnings().forEach(program.terminal()::warning);
    RunJob job = RunJob.of(program.reader().read(entries), program.registry(), credentials);
    try (BenchmarkContext context =
        BenchmarkContext.open(
            job, true, program.interruption(), new TerminalObserver(program.terminal()))) {
      Scenario scenario = context.workload().scenario();
      Optional<Scenario.OwnCommand> command = scenario.command(name);
      if (command.isEmpty()) {
        throw new SpecException(
            "the script has no command '%s': %s",
            name, NearestWord.hint(name, scenario.commands()));
      }
      context.tables().execute(command.get());
      program.terminal().result("Done.");
      return CommandContext.WELL;
    }
  }

  /** Returns what the script says of its options, without a database. */
  private List<String> help(SpecEntries entries) throws SpecException, DbException {
    Workload workload = program.registry().requiredWorkload(LUA);
    Settings settings = new SettingsReader(workload).read(entries.settings());
    Scenario scenario =
        SpecException.unlessRefused(
            () -> workload.scenario(settings, RunPlan.DEFAULT_SEED, Set.of()));
    return scenario.help();
  }

  /**
   * Returns a command line with the options of a script, if it has one, as {@code -D}. They are
   * those that the command does not have, and all after {@code --}.
   *
   * @param known options of the command by name, with dashes
   * @param line the first word is the command
   */
  public static String[] withDefines(Map<String, OptionSpec> known, String... line) {
    boolean script = line[0].equals(LUA) || workload(known, line).equals(LUA);
    if (!script || !known.containsKey("-D")) {
      return line;
    }
    List<String> words = new ArrayList<>();
    boolean all = false;
    for (String word : line) {
      boolean option = word.startsWith("--") && word.length() > 2;
      if (word.equals("--")) {
        all = true;
      } else if (option && (all || !known.containsKey(word.split("=", 2)[0]))) {
        words.add("-D");
        words.add(word.substring(2) + (word.contains("=") ? "" : "=on"));
      } else {
        words.add(word);
      }
    }
    return words.toArray(String[]::new);
  }

  /** Returns the first word after the command that is neither an option nor the value of one. */
  private static String workload(Map<String, OptionSpec> known, String... line) {
    for (int i = 1; i < line.length; i++) {
      OptionSpec option = known.get(line[i]);
      if (option != null && option.arity().max() > 0) {
        i++; // its value
      } else if (!line[i].startsWith("-")) {
        return line[i];
      }
    }
    return "";
  }
}
