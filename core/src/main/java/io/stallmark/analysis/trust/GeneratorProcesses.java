package io.stallmark.analysis.trust;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The load generator on this machine: this process, and those of other agents of the same run. Used
 * by one thread.
 */
public final class GeneratorProcesses {

  private final OperatingSystemMXBean self =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
  private final List<Long> others;
  private final String clients;
  private final Map<Long, Long> last = new HashMap<>(); // a process that has ended keeps its time

  /**
   * @param others ids of the other processes
   * @param clients prefix of the names of the clients' threads
   */
  public GeneratorProcesses(List<Long> others, String clients) {
    this.others = List.copyOf(others);
    this.clients = clients;
  }

  /** Returns this process alone, with the clients of one of its runs. */
  public static GeneratorProcesses alone(String clients) {
    return new GeneratorProcesses(List.of(), clients);
  }

  /** Prefix of the names of the clients' threads. */
  String clients() {
    return clients;
  }

  /** Returns the processor time of all since their start, in nanoseconds; NaN: not reported. */
  double cpuNanos() {
    double own = self.getProcessCpuTime(); // -1 where it cannot be known
    if (own < 0) {
      return Double.NaN;
    }
    for (long pid : others) {
      ProcessHandle.of(pid)
          .flatMap(process -> process.info().totalCpuDuration())
          .map(Duration::toNanos)
          .ifPresent(nanos -> last.merge(pid, nanos, Math::max));
    }
    return own + last.values().stream().mapToLong(Long::longValue).sum();
  }
}
