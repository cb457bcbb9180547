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
import java.util.Optional;

/**
 * Reads the kernel's counters of a container from its control group, version 1 or 2; machines with
 * version 1 are still in use. If the disk controller is off, reads and writes are not counted.
 */
final class CgroupProbe implements ResourceProbe {

  private static final long NANOS_PER_MICRO = 1000;

  private final Path root;
  private final int pid;
  private final List<String> groups;

  private CgroupProbe(Path root, int pid, List<String> groups) {
    this.root = root;
    this.pid = pid;
    this.groups = groups;
  }

  /**
   * Returns the probe of a process's control group.
   *
   * @param root root of the file system
   * @return empty if the process is in no separate group, or the group cannot be read
   */
  static Optional<CgroupProbe> of(Path root, int pid) {
    try {
      List<String> groups = Files.readAllLines(root.resolve("proc/" + pid + "/cgroup"));
      CgroupProbe probe = new CgroupProbe(root, pid, groups);
      boolean own = groups.stream().noneMatch(group -> group.matches("0::/|.*:cpuacct[^:]*:/"));
      return own && !probe.read().counts().isEmpty() ? Optional.of(probe) : Optional.empty();
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
    for (String group : groups) {
      String[] fields = group.split(":", 3); // number, controllers, path
      String below = fields[2].substring(1);
      if (fields[1].isEmpty()) {
        Path unified = Files.isDirectory(mount("unified")) ? mount("unified") : mount("");
        version2(unified.resolve(below), counts);
      } else if (List.of(fields[1].split(",")).contains("cpuacct")) {
        cpu(mount(fields[1]).resolve(below), counts);
      } else if (fields[1].equals("blkio")) {
        version1(mount(fields[1]).resolve(below), counts);
      }
    }
    if (counts.isEmpty()) {
      throw new IOException("it is there no more");
    }
    return new Usage(counts);
  }

  private Path mount(String controller) {
    return root.resolve("sys/fs/cgroup").resolve(controller);
  }

  /** Parses {@code 8:0 rbytes=1 wbytes=2 rios=3 wios=4 dbytes=0 dios=0}, a line for each device. */
  private static void version2(Path group, Map<Resource, Long> counts) throws IOException {
    for (String line : lines(group.resolve("cpu.stat"))) {
      if (line.startsWith("usage_usec ")) {
        counts.putIfAbsent(
            Resource.CPU_NANOS, NANOS_PER_MICRO * Long.parseLong(line.split(" ")[1]));
      }
    }
    for (String line : lines(group.resolve("io.stat"))) {
      for (String pair : line.split(" ")) {
        String[] parts = pair.split("=");
        switch (parts[0]) {
          case "rbytes" -> add(counts, Resource.READ_BYTES, parts[1]);
          case "wbytes" -> add(counts, Resource.WRITTEN_BYTES, parts[1]);
          case "rios" -> add(counts, Resource.READS, parts[1]);
          case "wios" -> add(counts, Resource.WRITES, parts[1]);
          default -> {}
        }
      }
    }
  }

  private static void cpu(Path group, Map<Resource, Long> counts) throws IOException {
    for (String line : lines(group.resolve("cpuacct.usage"))) {
      counts.put(Resource.CPU_NANOS, Long.parseLong(line.strip()));
    }
  }

  /** Parses {@code 8:0 Read 1}, a line for each device and kind. */
  private static void version1(Path group, Map<Resource, Long> counts) throws IOException {
    for (String line : lines(group.resolve("blkio.throttle.io_service_bytes_recursive"))) {
      if (line.contains(" Read ")) {
        add(counts, Resource.READ_BYTES, line.split(" ")[2]);
      } else if (line.contains(" Write ")) {
        add(counts, Resource.WRITTEN_BYTES, line.split(" ")[2]);
      }
    }
    for (String line : lines(group.resolve("blkio.throttle.io_serviced_recursive"))) {
      if (line.contains(" Read ")) {
        add(counts, Resource.READS, line.split(" ")[2]);
      } else if (line.contains(" Write ")) {
        add(counts, Resource.WRITES, line.split(" ")[2]);
      }
    }
  }

  private static void add(Map<Resource, Long> counts, Resource resource, String count) {
    counts.merge(resource, Long.parseLong(count), Long::sum);
  }

  private static List<String> lines(Path file) throws IOException {
    return Files.isReadable(file) ? Files.readAllLines(file) : List.of();
  }
}
