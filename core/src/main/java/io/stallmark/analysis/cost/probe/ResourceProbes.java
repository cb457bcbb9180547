package io.stallmark.analysis.cost.probe;

import io.stallmark.analysis.cost.ResourceProbe;
import io.stallmark.analysis.cost.ServerProbe;
import io.stallmark.spi.Database;
import io.stallmark.spi.DbException;
import io.stallmark.spi.server.ServerProcess;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import oshi.SystemInfo;
import oshi.software.os.OSProcess;

/**
 * All that can tell what a server's work costs.
 *
 * @param list at least the server itself
 * @param notes why others are not there, whole sentences
 * @param server its process; empty: it is not seen on this machine
 */
public record ResourceProbes(
    List<ResourceProbe> list, List<String> notes, Optional<ProcessHandle> server) {

  public ResourceProbes {
    list = List.copyOf(list);
    notes = List.copyOf(notes);
  }

  /**
   * Looks for the server on this machine.
   *
   * @param nodeExporter of the server's machine; null: there is none
   */
  public static ResourceProbes of(Database database, @Nullable URI nodeExporter) {
    List<ResourceProbe> list = new ArrayList<>();
    List<String> notes = new ArrayList<>();
    Optional<ProcessHandle> server = Optional.empty();
    list.add(new ServerProbe(database));
    try {
      Optional<ServerProcess> said = database.serverProcess();
      if (said.isPresent()) {
        server = local(said.get(), list, notes);
      }
    } catch (DbException | RuntimeException | LinkageError e) { // no native library here, for one
      notes.add("No cost by the server's process: " + e.getMessage());
    }
    if (nodeExporter != null) {
      list.add(new NodeExporterProbe(nodeExporter));
    }
    return new ResourceProbes(list, notes, server);
  }

  private static Optional<ProcessHandle> local(
      ServerProcess said, List<ResourceProbe> list, List<String> notes) {
    SystemInfo system = new SystemInfo();
    ProcessSearch search = new ProcessSearch(system.getOperatingSystem());
    Optional<OSProcess> process = search.find(said);
    if (process.isEmpty()) {
      notes.add("No cost by the server's process: " + search.why(said));
      return Optional.empty();
    }
    int pid = process.get().getProcessID();
    ProcessProbe probe = new ProcessProbe(process.get());
    list.add(probe);
    if (!probe.seesFiles()) {
      notes.add(
          "What process %d reads and writes is not for this user to see; root can.".formatted(pid));
    }
    if (search.isLocal(said)) {
      DiskProbe.under(said.dataDirectory(), system).ifPresent(list::add);
    } else {
      CgroupProbe.of(Path.of("/"), pid).ifPresent(list::add);
      DiskProbe.under(pid, said.dataDirectory(), system).ifPresent(list::add);
    }
    return ProcessHandle.of(pid);
  }
}
