package io.stallmark.spi.server;

import java.time.Duration;
import java.util.List;

/**
 * Host and processes of a server as it reports them, used to find its processes on this machine.
 * Their costs and those of their children are added.
 *
 * @param host host name as the server's machine or container reports it. If it is empty, {@code
 *     pids} are the ids that the binding itself has found on this machine
 * @param pids process ids in the server's own PID namespace, which differs in a container; empty:
 *     not reported
 * @param up time since the server started
 * @param programs possible names of the server's processes in the operating system
 * @param dataDirectory data directory in the server's own file system; empty: not reported
 */
public record ServerProcess(
    String host, List<Long> pids, Duration up, List<String> programs, String dataDirectory) {

  public ServerProcess {
    pids = List.copyOf(pids);
    programs = List.copyOf(programs);
  }

  /**
   * Returns what a database reports that runs in this process, the load generator's.
   *
   * @param dataDirectory directory of its files; empty: it has none
   */
  public static ServerProcess inside(String dataDirectory) {
    return new ServerProcess(
        "", List.of(ProcessHandle.current().pid()), Duration.ZERO, List.of(), dataDirectory);
  }

  /** Whether the database runs in this process. */
  public boolean isInside() {
    return host.isEmpty() && pids.contains(ProcessHandle.current().pid());
  }
}
