package io.stallmark.cli.job;

import io.stallmark.run.SpecFile;
import io.stallmark.spec.SpecEntries;
import io.stallmark.spec.SpecEntries.Entry;
import io.stallmark.spec.SpecException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** Converts the options of a command line, and of a file that it names, to entries. */
public final class OptionEntries {

  private static final String FILE = "spec";
  private static final String SETTINGS = "settings";
  private static final Set<String> NO_KEYS = Set.of("help", "version", FILE);

  private OptionEntries() {}

  /** Returns the entries of a command's command line. */
  public static SpecEntries of(CommandSpec command) {
    ParseResult parsed = command.commandLine().getParseResult();
    List<Entry> entries = new ArrayList<>();
    parsed
        .matchedPositionals()
        .forEach(
            workload ->
                workload
                    .originalStringValues()
                    .forEach(text -> entries.add(new Entry(SpecEntries.WORKLOAD, text))));
    for (OptionSpec option : new LinkedHashSet<>(parsed.matchedOptions())) {
      if (isNoKey(key(option))) {
        continue;
      }
      if (isFlag(option)) {
        entries.add(new Entry(key(option), SpecEntries.SET));
      } else {
        option.originalStringValues().forEach(text -> entries.add(new Entry(key(option), text)));
      }
    }
    return new SpecEntries(entries);
  }

  /**
   * Returns the entries of a command line and of the file that {@code --spec} names. The command
   * line has precedence.
   */
  public static SpecEntries withFile(
      CommandSpec command, UnaryOperator<Path> files, SpecFile.Check check) throws SpecException {
    SpecEntries given = of(command);
    String file = given.text(FILE);
    if (file == null) {
      return given;
    }
    List<String> keys = new ArrayList<>(List.of(SpecEntries.WORKLOAD));
    command.options().stream()
        .map(OptionEntries::key)
        .filter(key -> !NO_KEYS.contains(key) && !isNoKey(key))
        .map(key -> key.equals(SpecEntries.SETTING) ? SETTINGS : key)
        .forEach(keys::add);
    return new SpecFile(keys, flags(command), check)
        .read(Path.of(file), files.apply(Path.of(file)), given.without(Set.of(FILE)));
  }

  /** The keys of options without a value. */
  public static Set<String> flags(CommandSpec command) {
    return command.options().stream()
        .filter(OptionEntries::isFlag)
        .map(OptionEntries::key)
        .collect(Collectors.toSet());
  }

  private static boolean isFlag(OptionSpec option) {
    return option.arity().max() == 0;
  }

  private static boolean isNoKey(String key) {
    return OutputOptions.KEYS.contains(key) || ClusterOptions.KEYS.contains(key);
  }

  private static String key(OptionSpec option) {
    return option.longestName().replaceFirst("^--?", "");
  }
}
