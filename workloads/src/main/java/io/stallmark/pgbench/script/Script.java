package io.stallmark.pgbench.script;

import java.util.List;

/**
 * A file of commands.
 *
 * @param file as the user has named it
 * @param weight its share among the transactions
 * @param hash of its content
 */
public record Script(String file, long weight, List<Command> commands, String hash) {

  public Script {
    commands = List.copyOf(commands);
  }

  /** Position of a command, for messages. */
  public String place(Command command) {
    return file + ", line " + command.line();
  }
}
