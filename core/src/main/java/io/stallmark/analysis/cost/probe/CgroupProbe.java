package io.stallmark.analysis.cost.probe;

import io.stallmark.analysis.cost.CostSource;
import io.stallmark.analysis.cost.ResourceProbe;
import io.stallmark.spi.server.Usage;
import io.stallmark.spi.server.Usage.Resource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the kernel's counters of a container from its control group, version 1 or 2; machines with
 * version 1 are still in use. If the disk controller is off, reads and writes are not counted.
 */
record CgroupProbe(int pid, ControlGroup group) implements ResourceProbe {

  private static final long NANOS_PER_MICRO = 1000;
  private static final String BLOCKS = "blkio";

  /**
   * Returns the probe of a process's control group.
   *
   * @param root root of the file system
   * @return empty if the process is in no separate group, or the group cannot be read
   */
  static Optional<CgroupProbe> of(Path root, int pid) {
    try {
      ControlGroup group = ControlGroup.of(root, Integer.toString(pid));
      CgroupProbe probe = new CgroupProbe(pid, group);
      return group.isSeparate() && !probe.read().counts().isEmpty()
          ? Optional.of(probe)
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty(); // not Linux, or this process runs in another container
    }
  }

  @Override
  public CostSource source() {
    return CostSource.CGROUP;
  }

  @Override
  public String what() {
    return "the container of process " + pid;
  }

  @Override
  public Usage read() throws IOException {
    Map<Resource, Long> counts = new EnumMap<>(Resource.class);
    for (String line : group.lines("cpuacct", "cpuacct.usage")) {
      counts.put(Resource.CPU_NANOS, Long.parseLong(line.strip()));
    }
    for (String line : group.lines(ControlGroup.VERSION_2, "cpu.stat")) {
      if (line.startsWith("usage_usec ")) {
        counts.putIfAbsent(
            Resource.CPU_NANOS, NANOS_PER_MICRO * Long.parseLong(line.split(" ")[1]));
      }
    }
    // Version 2 writes "8:0 rbytes=1 wbytes=2 rios=3 wios=4", a line for each device.
    add(
        counts,
        group.lines(ControlGroup.VERSION_2, "io.stat"),
        Map.of(
            "rbytes=", Resource.READ_BYTES,
            "wbytes=", Resource.WRITTEN_BYTES,
            "rios=", Resource.READS,
            "wios=", Resource.WRITES));
    // Version 1 writes "8:0 Read 1", a line for each device and kind.
    add(
        counts,
        group.lines(BLOCKS, "blkio.throttle.io_service_bytes_recursive"),
        Map.of("Read ", Resource.READ_BYTES, "Write ", Resource.WRITTEN_BYTES));
    add(
        counts,
        group.lines(BLOCKS, "blkio.throttle.io_serviced_recursive"),
        Map.of("Read ", Resource.READS, "Write ", Resource.WRITES));
    if (counts.isEmpty()) {
      throw new IOException("it no longer exists");
    }
    return new Usage(counts);
  }

  /** Adds the numbers that follow names in the lines of a file. */
  private static void add(
      Map<Resource, Long> counts, List<String> lines, Map<String, Resource> names) {
    for (String line : lines) {
      names.forEach(
          (name, resource) -> {
            int at = line.indexOf(" " + name);
            if (at >= 0) {
              String number = line.substring(at + 1 + name.length()).split(" ", 2)[0];
              counts.merge(resource, Long.parseLong(number), Long::sum);
            }
          });
    }
  }
}
