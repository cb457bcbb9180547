package io.stallmark.analysis.trust;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * How many processors this process may use. A control group's quota is a time in each period, of
 * all processors together, and Java takes the next whole number: of 1.5 processors it makes 2.
 */
final class ProcessorQuota {

  private ProcessorQuota() {}

  static double usable() {
    return usable(Path.of("/"), Runtime.getRuntime().availableProcessors());
  }

  /**
   * The same of some file system.
   *
   * @param whole as Java says
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
      // no Linux, or a file of another form: no quota is known
    }
    return usable;
  }

  /** A group may use no more than any above it; in a container its own is the mount itself. */
  private static double least(Path mount, String path) throws IOException {
    double least = Double.POSITIVE_INFINITY;
    Path group = mount.resolve(path.substring(1)).normalize();
    while (group != null && group.startsWith(mount)) {
      least = Math.min(least, quota(group));
      group = group.getParent();
    }
    return least;
  }

  /** {@code 150000 100000} in version 2, a file for each in version 1; none: {@code max}, -1. */
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
