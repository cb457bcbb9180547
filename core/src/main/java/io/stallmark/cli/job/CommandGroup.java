package io.stallmark.cli.job;

import io.stallmark.spec.SpecException;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** A command that only has other commands. */
public final class CommandGroup implements Callable<Integer> {

  private final CommandSpec spec = CommandSpec.wrapWithoutInspection(this);

  private CommandGroup() {}

  /**
   * Creates a command.
   *
   * @param commands its commands by name
   */
  public static CommandSpec of(Map<String, Supplier<CommandSpec>> commands) {
    CommandGroup group = new CommandGroup();
    commands.forEach(
        (name, command) -> group.spec.addSubcommand(name, new CommandLine(command.get())));
    return group.spec;
  }

  @Override
  public Integer call() throws SpecException {
    Set<String> names = spec.subcommands().keySet();
    throw new SpecException(
        "Give a command: %s; '%s --help' explains %s",
        String.join(", ", names), spec.qualifiedName(), names.size() == 1 ? "it" : "them");
  }
}
