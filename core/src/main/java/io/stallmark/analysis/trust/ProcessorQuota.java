package io.stallmark.analysis.trust;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Number of processors that this process may use. The quota of a control group is a time per period
 * for all processors together. Java rounds it up to the next integer: 1.5 processors become 2.
 */
final class ProcessorQuota {

  private ProcessorQuota() {}

  static double usable() {
    return usable(Path.of("/"), Runtime.getRuntime().availableProcessors());
  }

  /**
   * Returns the number of processors according to the control groups in a file system.
   *
   * @param root root of the file system
   * @param whole number of processors that Java reports
   */
  static double usable(Path root, int whole) {
    double usable = whole;
    try {
      for (String line : Files.readAllLines(root.resolve("proc/self/cgroup"))) {
        String[] fields = line.split(":", 3); // number, controllers, path
        if (fields[1].isEmpty()) {
          usable = Math.min(usable, least(root.resolve("sys/fs/cgroup"), fields[2]));
        } else if (List.of(fields[1].split(",")).contains("cpu")) {
          Path mount = root.resolve("sys/fs/cgroup").resolve(fields[1]);
          usable = Math.min(usable, least(mount, fields[2]));
        }
      }
    } catch (IOException | RuntimeException e) {
      // not Linux, or an unknown file format: no quota is known
    }
    return usable;
  }

  /**
   * Returns the smallest quota of a group and its parents. In a container, the container's group is
   * the mount point.
   */
  private static double least(Path mount, String path) throws IOException {
    double least = Double.POSITIVE_INFINITY;
    Path group = mount.resolve(path.substring(1)).normalize();
    while (group != null && group.startsWith(mount)) {
      least = Math.min(least, quota(group));
      group = group.getParent();
    }
    return least;
  }

  /**
   * Returns the quota in processors: {@code 150000 100000} in one file in version 2, one file for
   * each number in version 1. Infinite for {@code max} and -1.
   */
  private static double quota(Path group) throws IOException {
    Path both = group.resolve("cpu.max");
    Path first = group.resolve("cpu.cfs_quota_us");
    Path second = group.resolve("cpu.cfs_period_us");
    List<String> words = List.of();
    if (Files.isReadable(both)) {
      words = List.of(Files.readString(both).strip().split(" "));
    } else if (Files.isReadable(first) && Files.isReadable(second)) {
      words = List.of(Files.readString(first).strip(), Files.readString(second).strip());
    }
    return words.size() < 2 || !words.get(0).matches("[0-9]+")
        ? Double.POSITIVE_INFINITY
        : Double.parseDouble(words.get(0)) / Double.parseDouble(words.get(1));
  }
}
