package io.stallmark.it.servers.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.stallmark.it.Program;
import io.stallmark.it.Server;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

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
    return of(program, server, trace, List.of(), command);
  }

  /** The same, with further options of the recording. */
  public static RecordedTraffic of(
      Program program, Server server, Path trace, List<String> options, String... command)
      throws Exception {
    int port = freePort();
    List<String> record = new ArrayList<>(List.of("record", "--url", server.url()));
    record.addAll(List.of("--to", trace.toString(), "--listen", "127.0.0.1:" + port));
    record.addAll(options);
    Program.Running recording = program.start(record.toArray(String[]::new));
    await().forever().until(() -> Files.exists(trace.resolve("trace.json")));
    List<String> arguments = new ArrayList<>(List.of(command));
    arguments.addAll(List.of("--url", proxied(server, port)));
    Program.Result result = succeeds(program, arguments.toArray(String[]::new));
    recording.process().toHandle().destroy(); // SIGTERM; the streams stay open
    Program.Result recorded = Program.finish(recording);
    assertThat(recorded.exit()).as(recorded.out() + recorded.err()).isZero();
    return new RecordedTraffic(result, recorded);
  }

  /** Calls a command that succeeds. */
  static Program.Result succeeds(Program program, String... arguments) throws Exception {
    Program.Result result = program.call(arguments);
    assertThat(result.exit()).as(result.out() + result.err()).isZero();
    return result;
  }

  static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
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
