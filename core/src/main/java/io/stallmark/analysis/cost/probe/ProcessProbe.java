package io.stallmark.analysis.cost.probe;

import io.stallmark.analysis.cost.CostSource;
import io.stallmark.analysis.cost.ResourceProbe;
import io.stallmark.spi.server.Usage;
import io.stallmark.spi.server.Usage.Resource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import oshi.software.os.OSProcess;

/**
 * Adds the operating system's counters of processes: CPU time, and bytes read from and written to
 * disks.
 */
public final class ProcessProbe implements ResourceProbe {

  private static final long NANOS_PER_MILLI = 1_000_000;

  private final List<OSProcess> processes;
  private final boolean seesFiles;

  /**
   * @param processes at least one
   */
  ProcessProbe(List<OSProcess> processes) {
    this.processes = List.copyOf(processes);
    seesFiles = processes.stream().allMatch(ProcessProbe::seesFiles);
  }

  private static boolean seesFiles(OSProcess process) {
    Path io = Path.of("/proc", Integer.toString(process.getProcessID()), "io");
    return !Files.exists(io) || Files.isReadable(io); // the file exists on Linux only
  }

  @Override
  public CostSource source() {
    return CostSource.PROCESS;
  }

  @Override
  public String what() {
    return (processes.size() == 1 ? "process " : "processes ")
        + processes.stream()
            .map(process -> Integer.toString(process.getProcessID()))
            .collect(Collectors.joining(", "))
        + ", "
        + processes.get(0).getName();
  }

  /** Whether this user may read how much the processes read and write. */
  boolean seesFiles() {
    return seesFiles;
  }

  @Override
  public Usage read() throws IOException {
    if (!processes.stream().allMatch(OSProcess::updateAttributes)) {
      throw new IOException("it no longer exists");
    }
    Map<Resource, Long> counts = new EnumMap<>(Resource.class);
    long cpu = sum(OSProcess::getUserTime) + sum(OSProcess::getKernelTime);
    counts.put(Resource.CPU_NANOS, cpu * NANOS_PER_MILLI);
    if (seesFiles) {
      counts.put(Resource.READ_BYTES, sum(OSProcess::getBytesRead));
      counts.put(Resource.WRITTEN_BYTES, sum(OSProcess::getBytesWritten));
    }
    return new Usage(counts);
  }

  private long sum(ToLongFunction<OSProcess> counter) {
    return processes.stream().mapToLong(counter).sum();
  }
}
