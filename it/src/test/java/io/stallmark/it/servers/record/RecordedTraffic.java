package io.stallmark.it.servers.record;

import io.stallmark.it.Program;
import io.stallmark.it.Server;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Traffic of a command, called within this JVM, recorded by a process of the program.
 *
 * @param command result of the command
 * @param recording result of the recording
 */
public record RecordedTraffic(Program.Result command, Program.Result recording) {

  /** Runs a command that accepts {@code --url} through a proxy; both succeed. */
  static RecordedTraffic of(Program program, Server server, Path trace, String... command)
      throws Exception {
    return of(program, server, trace, List.of(), List.of(command));
  }

  /** The same, with further options of the recording. */
  public static RecordedTraffic of(
      Program program, Server server, Path trace, List<String> options, String... command)
      throws Exception {
    return of(program, server, trace, options, List.of(command));
  }

  /** Runs several commands, one after the other. The last one's result is the result. */
  @SafeVarargs
  static RecordedTraffic of(
      Program program, Server server, Path trace, List<String> options, List<String>... commands)
      throws Exception {
    RecordingProcess recording =
        RecordingProcess.start(program, server, trace, "127.0.0.1", options);
    Program.Result result = null;
    for (List<String> command : commands) {
      List<String> arguments = new ArrayList<>(command);
      arguments.addAll(List.of("--url", proxied(server, recording.port())));
      result = succeeds(program, arguments.toArray(String[]::new));
    }
    return new RecordedTraffic(Objects.requireNonNull(result), recording.succeeds());
  }

  /** Calls a command that succeeds. */
  static Program.Result succeeds(Program program, String... arguments) throws Exception {
    Program.Result result = program.call(arguments).well();
    return result;
  }

  private static String proxied(Server server, int port) {
    int mapped = server.container().getFirstMappedPort();
    return server.url().replace(server.host() + ":" + mapped, "127.0.0.1:" + port);
  }

  /** Everything that both commands printed. */
  public String output() {
    return command.out() + command.err() + recording.out() + recording.err();
  }
}
