package io.stallmark.analysis.cost.probe;

import io.stallmark.analysis.cost.CostSource;
import io.stallmark.analysis.cost.ResourceProbe;
import io.stallmark.spi.server.Usage;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import oshi.software.os.OSProcess;

/**
 * Adds the operating system's counters of processes and their children: CPU time, and bytes read
 * from and written to disks.
 */
public final class ProcessProbe implements ResourceProbe {

  private final List<OSProcess> processes;
  private final ProcessFamily family;

  /**
   * @param processes at least one
   * @param family these processes with their children
   */
  ProcessProbe(List<OSProcess> processes, ProcessFamily family) {
    this.processes = List.copyOf(processes);
    this.family = family;
  }

  @Override
  public CostSource source() {
    return CostSource.PROCESS;
  }

  @Override
  public String what() {
    return family.isInside() ? CostSource.WITH_GENERATOR : processes();
  }

  private String processes() {
    return (processes.size() == 1 ? "process " : "processes ")
        + processes.stream()
            .map(process -> Integer.toString(process.getProcessID()))
            .collect(Collectors.joining(", "))
        + (family.members().size() > processes.size() ? " with its children, " : ", ")
        + processes.get(0).getName();
  }

  @Override
  public Usage read() throws IOException {
    return family.read();
  }
}
