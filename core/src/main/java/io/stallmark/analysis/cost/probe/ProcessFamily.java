package io.stallmark.analysis.cost.probe;

import io.stallmark.spi.server.Usage;
import io.stallmark.spi.server.Usage.Resource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * Processes of a server and their children, as of a server with a process for each connection.
 * Their usage never decreases: when a child ends, Linux adds its counters to those of its parent.
 * On other systems, only the processor time of living processes is counted. Thread-safe.
 */
public final class ProcessFamily {

  /** No process: the server's are not on this machine. */
  public static final ProcessFamily NONE = new ProcessFamily(Path.of("/proc"), List.of());

  private static final int ATTEMPTS = 5;
  private static final double KIBIBYTE = 1024;

  /** Unit of proc(5), on all platforms of the JDK. */
  static final long TICK_NANOS = 10_000_000;

  private final Path processes;
  private final List<Long> roots;
  private final boolean seesFiles;
  private Usage last = Usage.NONE;
  private long lastNanos;

  /**
   * @param processes directory with a subdirectory for each process
   */
  ProcessFamily(Path processes, List<Long> roots) {
    this.processes = processes;
    this.roots = List.copyOf(roots);
    seesFiles = roots.stream().allMatch(pid -> Files.isReadable(file(pid, "io")));
  }

  /** Returns the family of processes on this machine. */
  public static ProcessFamily of(List<Long> roots) {
    return new ProcessFamily(Path.of("/proc"), roots);
  }

  /** Returns the family with the processes of another one. */
  public ProcessFamily and(ProcessFamily other) {
    return of(Stream.concat(roots.stream(), other.roots.stream()).distinct().toList());
  }

  /** Whether the database, or one of several, runs in this process. */
  public boolean isInside() {
    return roots.contains(ProcessHandle.current().pid());
  }

  /** Returns the family without this process. */
  public ProcessFamily outside() {
    if (!isInside()) {
      return this;
    }
    long here = ProcessHandle.current().pid();
    return of(roots.stream().filter(pid -> pid != here).toList());
  }

  /** Whether the system reports what processes read and write, but not to this user. */
  boolean hidesFiles() {
    return !seesFiles && roots.stream().anyMatch(pid -> Files.exists(file(pid, "io")));
  }

  /** Returns the ids of the processes that exist now. */
  public List<Long> members() {
    List<Long> all = new ArrayList<>(roots);
    roots.forEach(root -> children(root).forEach(all::add));
    return all;
  }

  /** A server that starts processes does so in its first thread. */
  private Stream<Long> children(long pid) {
    try {
      String ids = Files.readString(file(pid, "task/" + pid + "/children"));
      return Stream.of(ids.split(" ")).filter(id -> !id.isBlank()).map(Long::valueOf);
    } catch (IOException e) { // another system, or a kernel without such files
      return ProcessHandle.of(pid).stream()
          .flatMap(ProcessHandle::children)
          .map(ProcessHandle::pid);
    }
  }

  /**
   * Returns the usage of all members, alive or ended.
   *
   * @throws IOException if a process of the server, not a child, has ended
   */
  public synchronized Usage read() throws IOException {
    Usage now = read(seesFiles);
    last = last.counts().isEmpty() ? now : last.with(now, Math::max);
    return last;
  }

  /**
   * Returns the processor time of all members, alive or ended, in nanoseconds; cheaper than {@link
   * #read}.
   *
   * @throws IOException if a process of the server, not a child, has ended, or there is none
   */
  public synchronized long cpuNanos() throws IOException {
    OptionalLong now = read(false).of(Resource.CPU_NANOS);
    lastNanos = Math.max(lastNanos, now.orElseThrow(() -> new IOException("there is none")));
    return lastNanos;
  }

  private Usage read(boolean files) throws IOException {
    Usage now = Usage.NONE;
    List<Long> members = members();
    for (int i = 0; i < ATTEMPTS; i++) {
      now = sum(members, files);
      List<Long> after = members();
      if (after.equals(members)) {
        break; // no counter has moved from a child to its parent meanwhile
      }
      members = after;
    }
    return now;
  }

  private Usage sum(List<Long> members, boolean files) throws IOException {
    Map<Resource, Long> counts = new EnumMap<>(Resource.class);
    for (long pid : members) {
      try {
        add(counts, pid, files);
      } catch (IOException e) {
        if (roots.contains(pid)) {
          throw e;
        }
      }
    }
    return new Usage(counts);
  }

  private void add(Map<Resource, Long> counts, long pid, boolean files) throws IOException {
    Map<Resource, Long> own = new EnumMap<>(Resource.class);
    own.put(Resource.CPU_NANOS, cpuNanos(pid));
    if (files) {
      for (String line : Files.readString(file(pid, "io")).split("\n")) {
        String[] pair = line.split(": ");
        switch (pair[0]) {
          case "read_bytes" -> own.put(Resource.READ_BYTES, Long.valueOf(pair[1]));
          case "write_bytes" -> own.put(Resource.WRITTEN_BYTES, Long.valueOf(pair[1]));
          default -> {}
        }
      }
    }
    own.forEach((resource, count) -> counts.merge(resource, count, Long::sum));
  }

  /** Processor time of a process and of its children that have ended. */
  private long cpuNanos(long pid) throws IOException {
    if (!Files.isDirectory(processes.resolve("self"))) {
      return ProcessHandle.of(pid)
          .flatMap(process -> process.info().totalCpuDuration())
          .orElseThrow(() -> new IOException("it no longer exists"))
          .toNanos();
    }
    // "8100 (name) S …": fields 14 to 17 are utime, stime, cutime and cstime, see proc(5).
    String stat = Files.readString(file(pid, "stat"));
    String[] fromThird = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
    long ticks = 0;
    for (int field = 14; field <= 17; field++) {
      ticks += Long.parseLong(fromThird[field - 3]);
    }
    return ticks * TICK_NANOS;
  }

  /**
   * Returns the resident memory of the living members, bytes. Memory that they share, such as a
   * database's cache, counts once: as the largest share of a process. NaN: not known.
   */
  public double memory() {
    double own = 0;
    double shared = 0;
    for (long pid : members()) {
      try {
        double common = 0;
        String status = Files.readString(file(pid, "status"));
        int rss = Math.max(0, status.indexOf("RssAnon:")); // few lines of many are split
        for (String line : status.substring(rss).split("\n", 4)) {
          String[] words = line.split("\\s+", 3); // "RssAnon:  1234 kB"
          switch (words[0]) {
            case "RssAnon:" -> own += KIBIBYTE * Long.parseLong(words[1]);
            case "RssFile:", "RssShmem:" -> common += KIBIBYTE * Long.parseLong(words[1]);
            default -> {}
          }
        }
        shared = Math.max(shared, common);
      } catch (IOException e) {
        // It has just ended, or this is another system.
      }
    }
    return own + shared == 0 ? Double.NaN : own + shared;
  }

  private Path file(long pid, String name) {
    return processes.resolve(Long.toString(pid)).resolve(name);
  }
}
