package io.stallmark.analysis.cost.probe;

import io.stallmark.analysis.cost.CostSource;
import io.stallmark.analysis.cost.ResourceProbe;
import io.stallmark.spi.server.Usage;
import io.stallmark.spi.server.Usage.Resource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import oshi.software.os.OSProcess;

/**
 * Reads the operating system's counters of a process: CPU time, and bytes read from and written to
 * disks.
 */
public final class ProcessProbe implements ResourceProbe {

  private static final long NANOS_PER_MILLI = 1_000_000;

  private final OSProcess process;
  private final boolean seesFiles;

  ProcessProbe(OSProcess process) {
    this.process = process;
    Path io = Path.of("/proc", Integer.toString(process.getProcessID()), "io");
    seesFiles = !Files.exists(io) || Files.isReadable(io); // the file exists on Linux only
  }

  @Override
  public CostSource source() {
    return CostSource.PROCESS;
  }

  @Override
  public String what() {
    return "process " + process.getProcessID() + ", " + process.getName();
  }

  /** Whether this user may read how much the process reads and writes. */
  boolean seesFiles() {
    return seesFiles;
  }

  @Override
  public Usage read() throws IOException {
    if (!process.updateAttributes()) {
      throw new IOException("it is there no more");
    }
    Map<Resource, Long> counts = new EnumMap<>(Resource.class);
    counts.put(
        Resource.CPU_NANOS, (process.getUserTime() + process.getKernelTime()) * NANOS_PER_MILLI);
    if (seesFiles) {
      counts.put(Resource.READ_BYTES, process.getBytesRead());
      counts.put(Resource.WRITTEN_BYTES, process.getBytesWritten());
    }
    return new Usage(counts);
  }
}
