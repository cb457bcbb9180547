package io.stallmark.cli.run;

import io.stallmark.cli.job.Complaint;
import io.stallmark.cli.job.Passwords;
import io.stallmark.cli.job.Program;
import io.stallmark.cli.job.Request;
import io.stallmark.spec.DatabaseUrl;
import io.stallmark.spec.SpecException;
import io.stallmark.spi.Secret;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** What a command that makes several runs tells each of them. */
public final class RunArguments {

  /** What comes otherwise to a run, or has come already. */
  private static final Set<String> NEVER =
      Set.of("--out", "--spec", "--url", "--password", "--password-file");

  private RunArguments() {}

  /** Whether {@code run} takes the arguments, as far as that shows without a database. */
  public static void check(Program program, List<String> arguments) throws SpecException {
    parse(program, arguments).check();
  }

  /** The same, and whether the database that they name is one that could do what they say. */
  public static void checkWhole(Program program, List<String> arguments) throws SpecException {
    RunCommand run = parse(program, arguments);
    run.check();
    run.checkDatabase();
  }

  private static RunCommand parse(Program program, List<String> arguments) throws SpecException {
    RunCommand run = new RunCommand(program);
    String[] words = arguments.toArray(String[]::new);
    try {
      new CommandLine(run).setExpandAtFiles(false).parseArgs(words);
    } catch (ParameterException e) {
      throw new SpecException(new Complaint(words).about(e));
    }
    return run;
  }

  /** The workload, pairs of names and values, then flags; without a password. */
  static List<String> of(Request request, ParseResult parsed, Set<String> without)
      throws SpecException {
    String url = DatabaseUrl.parse(request.target().url()).url();
    List<String> pairs = new ArrayList<>(List.of(request.workload().name(), "--url", url));
    List<String> flags = new ArrayList<>();
    for (OptionSpec option : new LinkedHashSet<>(parsed.matchedOptions())) {
      String name = option.longestName();
      if (NEVER.contains(name) || without.contains(name)) {
        continue;
      }
      if (option.arity().max() == 0) {
        flags.add(name);
      } else {
        option.originalStringValues().forEach(value -> pairs.addAll(List.of(name, value)));
      }
    }
    pairs.addAll(flags);
    return pairs;
  }

  /** The program with the password, which is asked for once and never an argument of a run. */
  static Program withPassword(Program program, Request request) {
    Map<String, String> environment = new HashMap<>(program.environment());
    Secret password = request.target().password();
    if (password != null) {
      environment.put(Passwords.VARIABLE, password.reveal());
    }
    return program.within(program.signals(), environment);
  }
}
