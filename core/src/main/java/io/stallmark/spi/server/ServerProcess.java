package io.stallmark.spi.server;

import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;

/**
 * Where a server says that it runs, for those who look for its process.
 *
 * @param host as its machine or container calls itself
 * @param pid as the server sees it, which in a container is another than outside; empty: unsaid
 * @param up since when it runs
 * @param programs one of which it is, as the system names processes
 * @param dataDirectory as the server sees it; empty: unsaid
 */
public record ServerProcess(
    String host, OptionalLong pid, Duration up, List<String> programs, String dataDirectory) {

  public ServerProcess {
    programs = List.copyOf(programs);
  }
}
