package io.stallmark.it;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Processor time of this test run: of a process and its descendants, of its containers, and of what
 * works for everybody: Docker's daemons and the threads of the kernel. Who was once part of it
 * remains so, although its parent ended. Not thread-safe.
 */
final class OwnTime {

  private static final int KERNEL = 2; // the parent of its threads
  private static final Set<String> DAEMONS =
      Set.of("dockerd", "containerd", "containerd-shim", "docker-proxy", "runc");

  private final int root;
  private final IntPredicate inContainer;
  private Map<Integer, ProcessTime> before = Map.of();
  private long ended; // used by those that have ended and whose parents do not count it

  /**
   * @param root number of the process
   * @param inContainer whether a process runs in a container of this test run
   */
  OwnTime(int root, IntPredicate inContainer) {
    this.root = root;
    this.inContainer = inContainer;
  }

  /** The ticks so far, by the processes that there are now. */
  long ticks(List<ProcessTime> all) {
    Map<Integer, ProcessTime> byPid = new HashMap<>();
    all.forEach(process -> byPid.put(process.pid(), process));
    Map<Integer, ProcessTime> now = new HashMap<>();
    all.stream().filter(process -> isOwn(process, byPid)).forEach(p -> now.put(p.pid(), p));
    for (ProcessTime each : before.values()) {
      if (!isIn(now, each) && !isReaped(each, now)) {
        ended += counted(each);
      }
    }
    before = now;
    return ended + now.values().stream().mapToLong(OwnTime::counted).sum();
  }

  private static boolean isIn(Map<Integer, ProcessTime> processes, ProcessTime process) {
    ProcessTime found = processes.get(process.pid());
    return found != null && found.isSame(process);
  }

  /** Whether an ancestor that is still there counts what an ended process used. */
  private boolean isReaped(ProcessTime process, Map<Integer, ProcessTime> now) {
    @Nullable ProcessTime ancestor = before.get(process.parent());
    while (ancestor != null && !isIn(now, ancestor)) {
      ancestor = before.get(ancestor.parent());
    }
    return ancestor != null && !isForAll(ancestor);
  }

  /** Of a daemon without what it reaped: containers of others too. */
  private static long counted(ProcessTime process) {
    return process.own() + (isForAll(process) ? 0 : process.reaped());
  }

  private static boolean isForAll(ProcessTime process) {
    return process.parent() == KERNEL
        || process.pid() == KERNEL
        || DAEMONS.contains(process.name());
  }

  private boolean isOwn(ProcessTime process, Map<Integer, ProcessTime> all) {
    if (isForAll(process)) {
      return true;
    }
    @Nullable ProcessTime each = process;
    while (each != null && !isForAll(each)) {
      if (each.pid() == root || isIn(before, each)) {
        return true;
      }
      each = all.get(each.parent());
    }
    return inContainer.test(process.pid());
  }
}
