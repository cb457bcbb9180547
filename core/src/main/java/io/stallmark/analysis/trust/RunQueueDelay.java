package io.stallmark.analysis.trust;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * How long the clients' threads have wanted a processor and had none. Linux tells, for each thread:
 * {@code /proc/self/task/…/schedstat} is the time on a processor, the time waiting for one, both in
 * nanoseconds, and the number of time slices (Documentation/scheduler/sched-stats.rst in the
 * kernel's sources). No library has it. Used by one thread.
 */
final class RunQueueDelay {

  /** What the engine calls their threads. */
  private static final String CLIENTS = "client-";

  private static final String FILE = "schedstat";

  private final Path tasks;
  private final Map<Path, Boolean> clients = new HashMap<>(); // whether a thread is one
  private final Map<Path, Long> waits = new HashMap<>(); // of clients, the ended ones as well

  /**
   * @param tasks a directory with one for each thread
   */
  RunQueueDelay(Path tasks) {
    this.tasks = tasks;
  }

  static RunQueueDelay ofClients() {
    return new RunQueueDelay(Path.of("/proc/self/task"));
  }

  /**
   * Nanoseconds, of all clients; NaN: this system does not say. Of those that have ended, as they
   * do with the run, it has what they had waited when it was last asked: they waited no less.
   */
  double waited() {
    if (!Files.isReadable(tasks.resolveSibling(FILE))) {
      return Double.NaN;
    }
    try (DirectoryStream<Path> threads = Files.newDirectoryStream(tasks)) {
      for (Path thread : threads) {
        if (clients.computeIfAbsent(thread, RunQueueDelay::isClient)) {
          waits.merge(thread, wait(thread), Math::max);
        }
      }
      return waits.values().stream().mapToLong(Long::longValue).sum();
    } catch (IOException | DirectoryIteratorException | NumberFormatException e) {
      return Double.NaN;
    }
  }

  /** 0: it has just ended. */
  private static long wait(Path thread) {
    try {
      return Long.parseLong(Files.readString(thread.resolve(FILE)).split(" ", -1)[1]);
    } catch (IOException e) {
      return 0;
    }
  }

  private static boolean isClient(Path thread) {
    try {
      return Files.readString(thread.resolve("comm")).startsWith(CLIENTS);
    } catch (IOException e) {
      return false;
    }
  }
}
