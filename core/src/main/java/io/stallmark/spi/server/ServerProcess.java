package io.stallmark.spi.server;

import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;

/**
 * Host and process of a server as it reports them, used to find its process on this machine.
 *
 * @param host host name as the server's machine or container reports it
 * @param pid process id in the server's own PID namespace, which differs in a container; empty: not
 *     reported
 * @param up time since the server started
 * @param programs possible names of the server's process in the operating system
 * @param dataDirectory data directory in the server's own file system; empty: not reported
 */
public record ServerProcess(
    String host, OptionalLong pid, Duration up, List<String> programs, String dataDirectory) {

  public ServerProcess {
    programs = List.copyOf(programs);
  }
}
