package io.stallmark.analysis.trust;

import io.stallmark.analysis.cost.probe.ProcessFamily;
import io.stallmark.analysis.cost.probe.SystemFigures;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import oshi.SystemInfo;
import oshi.hardware.CentralProcessor;
import oshi.hardware.CentralProcessor.TickType;
import oshi.hardware.VirtualMemory;
import oshi.software.os.OSProcess;

/**
 * Takes samples of this process and this machine, each in about two milliseconds. Java reports the
 * values of the process, OSHI those of the machine on every platform. Without OSHI's native
 * library, the machine's values are NaN.
 */
final class HostSampler implements Supplier<HostSample> {

  private static final double MILLISECOND = 1e6;

  /**
   * Suffix of the names of the beans of ZGC and Shenandoah that count concurrent work, not pauses.
   */
  private static final String CONCURRENT = "Cycles";

  private final List<GarbageCollectorMXBean> collectors =
      ManagementFactory.getGarbageCollectorMXBeans().stream()
          .filter(each -> !each.getName().endsWith(CONCURRENT))
          .toList();
  private final RunQueueDelay queue;
  private final GeneratorProcesses generator;
  private final Supplier<ProcessFamily> server;
  private final Map<Long, RunQueueDelay> serverQueue = new HashMap<>(); // of ended processes too
  private final ProcessorQuota quota;
  private final @Nullable Machine machine = machine();

  /**
   * Opens the sources of the samples.
   *
   * @param server returns the processes of the server; empty: not found on this machine
   * @param quota quota of this process
   */
  HostSampler(GeneratorProcesses generator, Supplier<ProcessFamily> server, ProcessorQuota quota) {
    this.generator = generator;
    queue = RunQueueDelay.ofClients(generator.clients());
    this.server = server;
    this.quota = quota;
  }

  /** OSHI's objects, which read the current values at each call. */
  private record Machine(CentralProcessor processor, VirtualMemory memory, OSProcess self) {}

  private static @Nullable Machine machine() {
    try {
      SystemInfo system = SystemFigures.open();
      return new Machine(
          system.getHardware().getProcessor(),
          system.getHardware().getMemory().getVirtualMemory(),
          system.getOperatingSystem().getCurrentProcess());
    } catch (RuntimeException | LinkageError e) { // no native library for this platform
      return null;
    }
  }

  @Override
  public HostSample get() {
    long at = System.nanoTime();
    double wallClock = System.currentTimeMillis() * MILLISECOND;
    double own = generator.cpuNanos();
    double pauses =
        collectors.stream().mapToLong(GarbageCollectorMXBean::getCollectionTime).sum()
            * MILLISECOND;
    double[] ticks = ticks();
    boolean known = machine != null && machine.self().updateAttributes();
    return new HostSample(
        at,
        wallClock,
        own,
        queue.waited(),
        pauses,
        ticks[0],
        ticks[1],
        serverCpu(),
        ticks[2],
        machine == null ? Double.NaN : machine.memory().getSwapPagesIn(),
        known && machine != null ? machine.self().getMajorFaults() : Double.NaN,
        quota.periods(),
        quota.throttledPeriods(),
        serverWaited(),
        machine == null ? Double.NaN : machine.processor().getContextSwitches(),
        server.get().memory());
  }

  /**
   * Returns the server's processor time in nanoseconds; NaN: a process has ended, or this user may
   * not read it.
   */
  private double serverCpu() {
    try {
      return server.get().cpuNanos();
    } catch (IOException e) {
      return Double.NaN;
    }
  }

  /** Returns the time that the server waited for a processor, nanoseconds; NaN: not known. */
  private double serverWaited() {
    server.get().members().forEach(pid -> serverQueue.computeIfAbsent(pid, RunQueueDelay::of));
    return serverQueue.values().stream()
        .mapToDouble(RunQueueDelay::waited)
        .filter(waited -> !Double.isNaN(waited)) // ended at the first look
        .reduce(Double::sum)
        .orElse(Double.NaN);
  }

  /** Returns the total, busy and stolen time of all processors together, nanoseconds. */
  private double[] ticks() {
    if (machine == null) {
      return new double[] {Double.NaN, Double.NaN, Double.NaN};
    }
    return times(machine.processor().getSystemCpuLoadTicks());
  }

  /**
   * Converts OSHI's ticks to total, busy and stolen time, nanoseconds.
   *
   * @param ticks milliseconds of all processors, by {@link TickType}
   */
  static double[] times(long[] ticks) {
    long all = LongStream.of(ticks).sum();
    long idle = ticks[TickType.IDLE.getIndex()] + ticks[TickType.IOWAIT.getIndex()];
    long stolen = ticks[TickType.STEAL.getIndex()]; // neither idle nor busy on this machine
    return new double[] {
      all * MILLISECOND, (all - idle - stolen) * MILLISECOND, stolen * MILLISECOND
    };
  }
}
