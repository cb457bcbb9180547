package io.stallmark.analysis.trust;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import oshi.SystemInfo;
import oshi.hardware.CentralProcessor;
import oshi.hardware.CentralProcessor.TickType;
import oshi.hardware.VirtualMemory;
import oshi.software.os.OSProcess;

/**
 * Reads them of this process and this machine, in about two milliseconds. Java knows of itself,
 * OSHI of the machine, on every platform; where it has no native library its figures are NaN.
 */
final class Vitals implements Supplier<Reading> {

  private static final double MILLISECOND = 1e6;

  /** How ZGC and Shenandoah call the work that they do beside the program, and not in a pause. */
  private static final String CONCURRENT = "Cycles";

  private final OperatingSystemMXBean process =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
  private final List<GarbageCollectorMXBean> collectors =
      ManagementFactory.getGarbageCollectorMXBeans().stream()
          .filter(each -> !each.getName().endsWith(CONCURRENT))
          .toList();
  private final RunQueue queue = RunQueue.ofClients();
  private final Optional<ProcessHandle> server;
  private final @Nullable Machine machine = machine();

  /**
   * Of this process.
   *
   * @param server the server's; empty: it is not seen on this machine
   */
  Vitals(Optional<ProcessHandle> server) {
    this.server = server;
  }

  /** OSHI's, which read anew whenever they are asked. */
  private record Machine(CentralProcessor processor, VirtualMemory memory, OSProcess self) {}

  private static @Nullable Machine machine() {
    try {
      SystemInfo system = new SystemInfo();
      return new Machine(
          system.getHardware().getProcessor(),
          system.getHardware().getMemory().getVirtualMemory(),
          system.getOperatingSystem().getCurrentProcess());
    } catch (RuntimeException | LinkageError e) { // no native library for this platform
      return null;
    }
  }

  @Override
  public Reading get() {
    long at = System.nanoTime();
    double wallClock = System.currentTimeMillis() * MILLISECOND;
    double own = process.getProcessCpuTime(); // -1 where it cannot be known
    double pauses =
        collectors.stream().mapToLong(GarbageCollectorMXBean::getCollectionTime).sum()
            * MILLISECOND;
    double[] ticks = ticks();
    boolean known = machine != null && machine.self().updateAttributes();
    return new Reading(
        at,
        wallClock,
        own < 0 ? Double.NaN : own,
        queue.waited(),
        pauses,
        ticks[0],
        ticks[1],
        serverCpu(),
        ticks[2],
        machine == null ? Double.NaN : machine.memory().getSwapPagesIn(),
        known && machine != null ? machine.self().getMajorFaults() : Double.NaN);
  }

  /** A process that has ended, or that the system keeps for others, says nothing. */
  private double serverCpu() {
    return server
        .flatMap(process -> process.info().totalCpuDuration())
        .map(Duration::toNanos)
        .map(Long::doubleValue)
        .orElse(Double.NaN);
  }

  /** All, those that were used here, and the stolen ones, of all processors together. */
  private double[] ticks() {
    if (machine == null) {
      return new double[] {Double.NaN, Double.NaN, Double.NaN};
    }
    return times(machine.processor().getSystemCpuLoadTicks());
  }

  /**
   * The same of OSHI's.
   *
   * @param ticks milliseconds, by {@link TickType}
   */
  static double[] times(long[] ticks) {
    long all = LongStream.of(ticks).sum();
    long idle = ticks[TickType.IDLE.getIndex()] + ticks[TickType.IOWAIT.getIndex()];
    long stolen = ticks[TickType.STEAL.getIndex()]; // neither idle nor used here
    return new double[] {
      all * MILLISECOND, (all - idle - stolen) * MILLISECOND, stolen * MILLISECOND
    };
  }
}
