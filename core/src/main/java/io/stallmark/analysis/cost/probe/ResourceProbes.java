package io.stallmark.analysis.cost.probe;

import io.stallmark.analysis.cost.ResourceProbe;
import io.stallmark.analysis.cost.ServerProbe;
import io.stallmark.spi.Database;
import io.stallmark.spi.DbException;
import io.stallmark.spi.server.ServerProcess;
import io.stallmark.text.Text;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import oshi.SystemInfo;
import oshi.software.os.OSProcess;

/**
 * Probes of all available sources of a server's cost.
 *
 * @param list the probes, at least that of the server's own counters
 * @param notes reasons why other sources are absent, whole sentences
 * @param server processes of the server; empty: not found on this machine
 */
public record ResourceProbes(List<ResourceProbe> list, List<String> notes, ProcessFamily server) {

  public ResourceProbes {
    list = List.copyOf(list);
    notes = List.copyOf(notes);
  }

  /**
   * Opens the probes. Looks for the server's processes on this machine.
   *
   * @param nodeExporter URL of the node exporter on the server's machine; null: none
   */
  public static ResourceProbes of(Database database, @Nullable URI nodeExporter) {
    List<ResourceProbe> list = new ArrayList<>();
    List<String> notes = new ArrayList<>();
    ProcessFamily server = ProcessFamily.NONE;
    list.add(new ServerProbe(database));
    try {
      Optional<ServerProcess> said = database.serverProcess();
      if (said.isPresent()) {
        server = local(said.get(), list, notes);
      }
    } catch (DbException | RuntimeException | LinkageError e) { // such as no native library
      notes.add("No cost by the server's process: " + e.getMessage());
    }
    if (nodeExporter != null) {
      list.add(new NodeExporterProbe(nodeExporter));
    }
    return new ResourceProbes(list, notes, server);
  }

  private static ProcessFamily local(
      ServerProcess said, List<ResourceProbe> list, List<String> notes) {
    SystemInfo system = SystemFigures.open();
    ProcessSearch search = new ProcessSearch(system.getOperatingSystem(), Path.of("/proc"));
    List<OSProcess> processes =
        said.isInside()
            ? List.of(system.getOperatingSystem().getCurrentProcess())
            : search.find(said);
    if (processes.isEmpty()) {
      notes.add("No cost by the server's process: " + search.why(said));
      return ProcessFamily.NONE;
    }
    int pid = processes.get(0).getProcessID();
    ProcessFamily family =
        ProcessFamily.of(processes.stream().map(p -> (long) p.getProcessID()).toList());
    list.add(new ProcessProbe(processes, family));
    if (family.hidesFiles()) {
      notes.add(
          Text.format("This user cannot read the I/O counters of process %d; root can.", pid));
    }
    if (said.isInside() || search.isLocal(said)) {
      DiskProbe.under(said.dataDirectory(), system).ifPresent(list::add);
    } else {
      CgroupProbe.of(Path.of("/"), pid).ifPresent(list::add);
      DiskProbe.under(pid, said.dataDirectory(), system).ifPresent(list::add);
    }
    return family;
  }
}
