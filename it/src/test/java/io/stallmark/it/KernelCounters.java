package io.stallmark.it;

import io.stallmark.spi.server.Usage.Resource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The kernel's own figures of a process in a container, read by other means than the program's.
 * Reads and writes are the system calls that did them, so asynchronous ones are missing.
 *
 * @param disk of a whole disk, whoever used it
 */
public record KernelCounters(Map<Resource, Long> counts, Map<Resource, Long> disk) {

  /** Ethernet 14, IPv4 20, TCP with its time stamps 32. */
  private static final int HEADERS = 66;

  private static final int SECTOR = 512;
  private static final long NANOS_PER_MILLI = 1_000_000;

  public static KernelCounters of(long pid, String disk) throws IOException {
    Map<Resource, Long> counts = new EnumMap<>(Resource.class);
    for (String line : Files.readAllLines(Path.of("/proc/" + pid + "/io"))) {
      String[] pair = line.split(": ");
      switch (pair[0]) {
        case "syscr" -> counts.put(Resource.READS, Long.valueOf(pair[1]));
        case "syscw" -> counts.put(Resource.WRITES, Long.valueOf(pair[1]));
        case "read_bytes" -> counts.put(Resource.READ_BYTES, Long.valueOf(pair[1]));
        case "write_bytes" -> counts.put(Resource.WRITTEN_BYTES, Long.valueOf(pair[1]));
        default -> {}
      }
    }
    counts.put(
        Resource.CPU_NANOS,
        ProcessHandle.of(pid).orElseThrow().info().totalCpuDuration().orElseThrow().toNanos());
    for (String line : Files.readAllLines(Path.of("/proc/" + pid + "/net/dev"))) {
      String[] fields = line.strip().split("\\s+");
      if (fields[0].equals("eth0:")) {
        counts.put(Resource.RECEIVED_BYTES, payload(fields, 1));
        counts.put(Resource.SENT_BYTES, payload(fields, 9));
      }
    }
    return new KernelCounters(counts, disk(disk));
  }

  private static long payload(String[] fields, int at) {
    return Long.parseLong(fields[at]) - HEADERS * Long.parseLong(fields[at + 1]);
  }

  /** By /sys/block/DISK/stat. */
  public static Map<Resource, Long> disk(String disk) throws IOException {
    List<Long> fields =
        List.of(Files.readString(Path.of("/sys/block", disk, "stat")).strip().split("\\s+"))
            .stream()
            .map(Long::valueOf)
            .toList();
    return Map.of(
        Resource.READS, fields.get(0),
        Resource.READ_BYTES, SECTOR * fields.get(2),
        Resource.WRITES, fields.get(4),
        Resource.WRITTEN_BYTES, SECTOR * fields.get(6),
        Resource.DISK_BUSY_NANOS, NANOS_PER_MILLI * fields.get(9));
  }

  /** The disk that files of a directory are on; a partition's is the whole one. */
  public static String diskUnder(Path directory) throws IOException {
    long device = ((Number) Files.getAttribute(directory, "unix:dev")).longValue();
    String numbers = (device >> 8 & 0xfff) + ":" + (device & 0xff | device >> 12 & 0xfff00);
    Path block = Path.of("/sys/dev/block", numbers).toRealPath();
    Path whole = Files.exists(block.resolve("partition")) ? block.getParent() : block;
    return whole.getFileName().toString();
  }
}
