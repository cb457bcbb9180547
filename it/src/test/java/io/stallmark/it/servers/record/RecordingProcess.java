package io.stallmark.it.servers.record;

import io.stallmark.it.Program;
import io.stallmark.it.Server;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The command {@code record} as a process, whose proxy accepts clients.
 *
 * @param port of the proxy
 */
record RecordingProcess(Program.Running running, int port) {

  private static final Pattern LISTENS = Pattern.compile("Clients connect to \\S+:(\\d+)\n");

  /**
   * Starts it, and returns when it listens, at a port that it chose.
   *
   * @param host at which the proxy listens
   */
  static RecordingProcess start(
      Program program, Server server, Path trace, String host, List<String> options)
      throws Exception {
    List<String> record = new ArrayList<>(List.of("record", "--url", server.url()));
    record.addAll(List.of("--to", trace.toString(), "--listen", host + ":0"));
    record.addAll(options);
    Program.Running running = program.start(record.toArray(String[]::new));
    AtomicInteger port = new AtomicInteger();
    running.until(
        () -> {
          Matcher line = LISTENS.matcher(running.out());
          if (line.find()) {
            port.set(Integer.parseInt(line.group(1)));
          }
          return port.get() != 0;
        });
    return new RecordingProcess(running, port.get());
  }

  /** Ends the recording as a user does. */
  Program.Result end() {
    running.process().toHandle().destroy(); // SIGTERM; the streams stay open
    return Program.finish(running);
  }

  /** The same, when nothing went wrong. */
  Program.Result succeeds() {
    Program.Result result = end().well();
    return result;
  }
}
