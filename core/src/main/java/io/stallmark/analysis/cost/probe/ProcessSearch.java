package io.stallmark.analysis.cost.probe;

import io.stallmark.spi.server.ServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import oshi.software.os.OSProcess;
import oshi.software.os.OperatingSystem;

/**
 * Finds the processes of a server on this machine by what the server reports about itself. A wrong
 * process would be worse than none. For a server with this machine's host name, the program's name
 * and the process id or the start time must match. For a server in a container, the program's name,
 * the container's id, and the process id in the container or the start time must match. A
 * container's default host name is the beginning of its id, which its cgroup path contains.
 *
 * @param processes directory with a subdirectory for each process
 */
record ProcessSearch(OperatingSystem system, Path processes) {

  private static final long NEAR_MILLIS = 3000;
  private static final int SHORTEST_ID = 12;

  /**
   * Returns the server's processes; if it does not report them, the one that started when the
   * server did. Empty: they are not on this machine, or several processes started at the same time.
   */
  List<OSProcess> find(ServerProcess said) {
    if (said.host().isEmpty()) {
      return system.getProcesses(
          p ->
              said.programs().contains(p.getName())
                  && said.pids().contains((long) p.getProcessID()),
          null,
          0);
    }
    boolean local = isLocal(said);
    List<OSProcess> candidates =
        system.getProcesses(
            p -> said.programs().contains(p.getName()) && (local || isIn(said.host(), p)), null, 0);
    List<OSProcess> named =
        candidates.stream()
            .filter(p -> said.pids().contains(local ? p.getProcessID() : idInContainer(p)))
            .toList();
    boolean only = !local && candidates.size() == 1;
    return !named.isEmpty() ? named : only ? candidates : startedThen(candidates, said);
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

  private boolean isIn(String host, OSProcess process) {
    return host.length() >= SHORTEST_ID
        && host.matches("[0-9a-f]+")
        && lines(process, "cgroup").anyMatch(line -> line.contains(host));
  }

  /** Returns the id in the innermost PID namespace; -1: not reported. */
  private long idInContainer(OSProcess process) {
    return lines(process, "status")
        .filter(line -> line.startsWith("NSpid:"))
        .mapToLong(line -> Long.parseLong(line.substring(line.lastIndexOf('\t') + 1)))
        .findFirst()
        .orElse(-1);
  }

  private Stream<String> lines(OSProcess process, String file) {
    try {
      return Files.readAllLines(processes.resolve("" + process.getProcessID()).resolve(file))
          .stream();
    } catch (IOException e) {
      return Stream.empty(); // the process has just ended, or this is not Linux
    }
  }

  /** Returns the reason why no process was found, for readers. */
  String why(ServerProcess said) {
    if (said.host().isEmpty()) {
      return "no process on this machine has the connection";
    }
    return isLocal(said)
        ? "the server's process cannot be identified"
        : "the server runs on " + said.host() + ", which cannot be observed from here";
  }
}
