package io.stallmark.analysis.trust;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * Time that threads of a process waited for a processor. Linux reports it for each thread: {@code
 * /proc/self/task/…/schedstat} contains the time on a processor and the time waiting for one, both
 * in nanoseconds, and the number of time slices (Documentation/scheduler/sched-stats.rst in the
 * kernel's sources). No library reads it. Used by one thread.
 */
final class RunQueueDelay {

  private static final String FILE = "schedstat";

  private final Path tasks;
  private final String prefix;
  private final Map<Path, Boolean> counted = new HashMap<>();
  private final Map<Path, Long> waits = new HashMap<>(); // of ended threads too

  /**
   * Reads from a directory.
   *
   * @param tasks directory with a subdirectory for each thread
   * @param prefix prefix of the names of the threads to count
   */
  RunQueueDelay(Path tasks, String prefix) {
    this.tasks = tasks;
    this.prefix = prefix;
  }

  /** Returns the delay of the threads of this process whose names have a prefix. */
  static RunQueueDelay ofClients(String prefix) {
    return new RunQueueDelay(Path.of("/proc/self/task"), prefix);
  }

  /** Returns the delay of all threads of another process. */
  static RunQueueDelay of(long pid) {
    return new RunQueueDelay(Path.of("/proc", Long.toString(pid), "task"), "");
  }

  /**
   * Returns the waiting time of these threads, nanoseconds; NaN: not reported by this system. For
   * threads that have ended, it is their last known time, a lower bound.
   */
  double waited() {
    if (!Files.isReadable(tasks.resolveSibling(FILE))) {
      return waits.isEmpty() ? Double.NaN : sum();
    }
    try (DirectoryStream<Path> threads = Files.newDirectoryStream(tasks)) {
      for (Path thread : threads) {
        if (counted.computeIfAbsent(thread, this::isCounted)) {
          waits.merge(thread, wait(thread), Math::max);
        }
      }
      return sum();
    } catch (IOException | DirectoryIteratorException | NumberFormatException e) {
      return Double.NaN;
    }
  }

  private double sum() {
    return waits.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Returns the waiting time of a thread, nanoseconds; 0: the thread has just ended. */
  private static long wait(Path thread) {
    try {
      return Long.parseLong(Files.readString(thread.resolve(FILE)).split(" ", -1)[1]);
    } catch (IOException e) {
      return 0;
    }
  }

  private boolean isCounted(Path thread) {
    try {
      return Files.readString(thread.resolve("comm")).startsWith(prefix);
    } catch (IOException e) {
      return false;
    }
  }
}
