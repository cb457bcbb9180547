package io.stallmark.cli.usage;

import io.stallmark.spec.NearestWord;
import io.stallmark.text.FileTrouble;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.OverwrittenOptionException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Creates a one-line message about an invalid command line, with the nearest valid name. */
public record CommandError(List<String> args) {

  private static final String PASSWORD = "--password";

  public String about(ParameterException e) {
    if (args.stream().anyMatch(arg -> arg.startsWith(PASSWORD + "="))) {
      return "--password takes no value: it prompts; use --password-file or STALLMARK_PASSWORD";
    }
    String command = e.getCommandLine().getCommandSpec().qualifiedName();
    return message(e) + " ('" + command + " --help' has all)";
  }

  private String message(ParameterException e) {
    if (e instanceof UnmatchedArgumentException unmatched) {
      return unmatched(unmatched.getCommandLine(), unmatched.getUnmatched());
    }
    if (e instanceof MissingParameterException missing && !missing.getMissing().isEmpty()) {
      return missing(missing.getMissing().get(0));
    }
    if (e instanceof OverwrittenOptionException overwritten) {
      return name(overwritten.getOverwritten()) + " is given twice";
    }
    try {
      Objects.requireNonNull(Path.of(String.valueOf(e.getValue())));
    } catch (InvalidPathException path) {
      return FileTrouble.notAPath(path);
    }
    return e.getArgSpec() instanceof OptionSpec option && option.arity().max() == 0
        ? option.longestName() + " takes no value"
        : String.valueOf(e.getMessage());
  }

  private String unmatched(CommandLine command, List<String> all) {
    String given = all.get(0);
    if (given.startsWith("-")) {
      Stream<String> options =
          all.stream()
              .filter(each -> each.startsWith("-"))
              .map(each -> option(command, each.split("=", 2)[0]));
      return Stream.concat(new ForeignWords(args).misnamed().stream(), options)
          .distinct()
          .collect(Collectors.joining("; "))
          .replace("?; ", "? ");
    }
    if (given.contains("://") || given.contains("@")) {
      return "A URL is given as --url URL"; // not repeated, because it may contain a password
    }
    Set<String> commands = command.getSubcommands().keySet();
    if (!commands.isEmpty()) {
      return "No command '"
          + given
          + "': "
          + new ForeignWords(args)
              .command(given, commands)
              .map(name -> "did you mean " + name + "?")
              .orElseGet(() -> NearestWord.hint(given, commands));
    }
    if (args.contains(PASSWORD)) {
      return "One argument too many; --password takes none, it prompts";
    }
    return given.contains("=")
        ? "One argument too many: '" + given + "'; settings are given as -p " + given
        : "One argument too many: '" + given + "'";
  }

  private String option(CommandLine command, String option) {
    List<String> options = new ArrayList<>();
    for (OptionSpec spec : command.getCommandSpec().options()) {
      options.addAll(List.of(spec.names()));
    }
    return "No option '"
        + option
        + "'"
        + (options.contains(option) ? " after --" : "")
        + new ForeignWords(args)
            .option(option, options)
            .or(() -> NearestWord.of(option, options))
            .filter(name -> !name.equals(option) && name.length() > 2)
            .map(name -> ": did you mean " + name + "?")
            .orElse("");
  }

  private static String missing(ArgSpec missing) {
    return missing.isPositional()
        ? "Argument " + missing.paramLabel() + " is missing"
        : name(missing) + " needs a value: " + missing.paramLabel();
  }

  private static String name(ArgSpec arg) {
    return arg instanceof OptionSpec option ? option.longestName() : arg.paramLabel();
  }
}
