package io.stallmark.analysis.cost.probe;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Control groups of a process on Linux, of version 1 and 2, which a machine can have both. */
public final class ControlGroup {

  /** Name of all controllers of version 2 together. */
  public static final String VERSION_2 = "";

  private final Map<String, Path> mounts = new LinkedHashMap<>();
  private final Map<String, Path> groups = new LinkedHashMap<>();

  private ControlGroup() {}

  /**
   * Returns the groups of a process.
   *
   * @param root root of the file system
   * @param process its directory below {@code /proc}
   * @throws IOException if the process has ended, or this is not Linux
   */
  public static ControlGroup of(Path root, String process) throws IOException {
    ControlGroup found = new ControlGroup();
    Path all = root.resolve("sys/fs/cgroup");
    for (String line :
        Files.readAllLines(root.resolve("proc").resolve(process).resolve("cgroup"))) {
      String[] fields = line.split(":", 3); // number, controllers, path
      Path unified = all.resolve("unified");
      Path mount =
          fields[1].isEmpty() && !Files.isDirectory(unified)
              ? all
              : fields[1].isEmpty() ? unified : all.resolve(fields[1]);
      for (String controller : fields[1].split(",", -1)) {
        found.mounts.put(controller, mount);
        found.groups.put(controller, mount.resolve(fields[2].substring(1)).normalize());
      }
    }
    return found;
  }

  /** Whether the process is in a group that it does not share with the whole machine. */
  boolean isSeparate() {
    return Stream.of(VERSION_2, "cpuacct")
        .allMatch(each -> !groups.containsKey(each) || !groups.get(each).equals(mounts.get(each)));
  }

  /** Returns the lines of a file of the process's group; empty: there is no such file. */
  List<String> lines(String controller, String file) throws IOException {
    Path group = groups.get(controller);
    return group == null ? List.of() : lines(group.resolve(file));
  }

  /** Returns the lines of a file; empty: it cannot be read. */
  public static List<String> lines(Path file) throws IOException {
    return Files.isReadable(file) ? Files.readAllLines(file) : List.of();
  }

  /**
   * Returns the directories of the process's group and its parents. In a container, the container's
   * group is the mount point.
   */
  public List<Path> withParents(String controller) {
    List<Path> all = new ArrayList<>();
    Path mount = mounts.get(controller);
    Path group = groups.get(controller);
    while (mount != null && group != null && group.startsWith(mount)) {
      all.add(group);
      group = group.getParent();
    }
    return all;
  }
}
