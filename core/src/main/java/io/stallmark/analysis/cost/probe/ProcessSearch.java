package io.stallmark.analysis.cost.probe;

import io.stallmark.spi.server.ServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import oshi.software.os.OSProcess;
import oshi.software.os.OperatingSystem;

/**
 * Finds the processes of a server on this machine by what the server reports about itself. A wrong
 * process would be worse than none. For a server with this machine's host name, the program's name
 * and the process id or the start time must match. For a server in a container, the program's name
 * and the container's id must match. A container's default host name is the beginning of that id,
 * which its cgroup path contains.
 */
final class ProcessSearch {

  private static final long NEAR_MILLIS = 3000;
  private static final int SHORTEST_ID = 12;

  private final OperatingSystem system;

  ProcessSearch(OperatingSystem system) {
    this.system = system;
  }

  /**
   * Returns the server's processes; if it does not report them, the one that started when the
   * server did, in a container the one with the lowest id. Empty: they are not on this machine, or
   * several processes started at the same time.
   */
  List<OSProcess> find(ServerProcess said) {
    List<OSProcess> candidates =
        system.getProcesses(p -> said.programs().contains(p.getName()), null, 0).stream()
            .sorted(Comparator.comparingInt(OSProcess::getProcessID))
            .toList();
    if (!isLocal(said)) {
      return candidates.stream()
          .filter(p -> isOf(said.host(), p))
          .limit(Math.max(1, said.pids().size()))
          .toList();
    }
    List<OSProcess> named =
        candidates.stream().filter(p -> said.pids().contains((long) p.getProcessID())).toList();
    return named.isEmpty() ? startedThen(candidates, said) : named;
  }

  private static List<OSProcess> startedThen(List<OSProcess> candidates, ServerProcess said) {
    long start = System.currentTimeMillis() - said.up().toMillis();
    List<OSProcess> near =
        candidates.stream().filter(p -> Math.abs(p.getStartTime() - start) <= NEAR_MILLIS).toList();
    return near.size() == 1 ? near : List.of();
  }

  /** Whether the server's host name equals the name of this machine. */
  boolean isLocal(ServerProcess said) {
    return label(said.host()).equals(label(system.getNetworkParams().getHostName()));
  }

  private static String label(String host) {
    return host.toLowerCase(java.util.Locale.ROOT).split("\\.", 2)[0];
  }

  private static boolean isOf(String host, OSProcess process) {
    if (host.length() < SHORTEST_ID || !host.matches("[0-9a-f]+")) {
      return false;
    }
    try {
      return Files.readString(Path.of("/proc", "" + process.getProcessID(), "cgroup"))
          .contains(host);
    } catch (IOException e) {
      return false; // the process has just ended, or this is not Linux
    }
  }

  /** Returns the reason why no process was found, for readers. */
  String why(ServerProcess said) {
    return isLocal(said)
        ? "none of this machine can be told to be it"
        : "the server runs on " + said.host() + ", where it cannot be seen from here";
  }
}
