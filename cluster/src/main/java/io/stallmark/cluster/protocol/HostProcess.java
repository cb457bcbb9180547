package io.stallmark.cluster.protocol;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A process of a machine.
 *
 * @param host the machine and its namespace of process ids; empty: not known
 * @param pid id of the process there
 */
public record HostProcess(String host, long pid) {

  /** Returns this process. */
  public static HostProcess here() {
    return new HostProcess(thisHost(), ProcessHandle.current().pid());
  }

  /** Returns the ids of the others on this machine, which this process can see. */
  public List<Long> neighbours(List<HostProcess> all) {
    return all.stream()
        .filter(other -> !host.isEmpty() && host.equals(other.host) && pid != other.pid)
        .map(HostProcess::pid)
        .distinct()
        .toList();
  }

  private static String thisHost() {
    try {
      return Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip()
          + " "
          + Files.readSymbolicLink(Path.of("/proc/self/ns/pid"));
    } catch (IOException e) {
      return ""; // not Linux
    }
  }
}
