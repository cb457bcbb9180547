package io.stallmark.cli.job;

import io.stallmark.engine.RunFailure;
import io.stallmark.spec.SpecEntries;
import io.stallmark.spec.SpecEntries.Entry;
import io.stallmark.spec.SpecException;
import io.stallmark.spi.DbException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** A command that reads its declared options and parameters as entries. */
public abstract class DeclaredCommand implements Callable<Integer> {

  protected final CommandContext program;
  private final CommandSpec spec = CommandSpec.wrapWithoutInspection(this);

  /**
   * Creates the command.
   *
   * @param parts parameters and options, in the order of the manual page
   */
  protected DeclaredCommand(CommandContext program, CommandSpec... parts) {
    this.program = program;
    for (CommandSpec part : parts) {
      spec.addMixin("part " + spec.mixins().size(), part);
    }
  }

  /** Returns the command for the parser. */
  public final CommandSpec spec() {
    return spec;
  }

  @Override
  public final Integer call()
      throws SpecException, DbException, RunFailure, IOException, InterruptedException {
    return execute(given());
  }

  /**
   * Executes the command. Returns its exit code.
   *
   * @param given the command line; a parameter has the key of its name in lower case
   */
  protected abstract int execute(SpecEntries given)
      throws SpecException, DbException, RunFailure, IOException, InterruptedException;

  /** Returns the command line that was parsed. */
  public final SpecEntries given() {
    ParseResult parsed = spec.commandLine().getParseResult();
    List<Entry> entries = new ArrayList<>();
    parsed
        .matchedPositionals()
        .forEach(each -> add(each.paramLabel().toLowerCase(Locale.ROOT), each, entries));
    for (OptionSpec option : new LinkedHashSet<>(parsed.matchedOptions())) {
      add(option.longestName().replaceFirst("^--?", ""), option, entries);
    }
    return new SpecEntries(entries);
  }

  private static void add(String key, ArgSpec given, List<Entry> entries) {
    if (given.arity().max() == 0) {
      entries.add(new Entry(key, SpecEntries.SET));
    } else {
      given.originalStringValues().forEach(text -> entries.add(new Entry(key, text)));
    }
  }
}
