package io.stallmark.cli.job;

import io.stallmark.spec.SpecEntries;
import io.stallmark.spec.SpecEntries.Entry;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** Converts the options of a command line to entries. */
public final class OptionEntries {

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
      if (option.arity().max() == 0) {
        entries.add(new Entry(key(option), SpecEntries.SET));
      } else {
        option.originalStringValues().forEach(text -> entries.add(new Entry(key(option), text)));
      }
    }
    return new SpecEntries(entries);
  }

  private static String key(OptionSpec option) {
    return option.longestName().replaceFirst("^--?", "");
  }
}
