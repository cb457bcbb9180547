package io.stallmark.analysis.trust;

import io.stallmark.result.metric.HealthMetric;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.DoubleStream;

/**
 * Counters of the generator's process and machine at one time. Only the difference of two samples
 * is meaningful. NaN: not reported. Times are nanoseconds.
 *
 * @param at time on the clock of {@link System#nanoTime}, which never steps
 * @param wallClock time since 1970, which users and time servers can set
 * @param ownCpu processor time of the generator on this machine
 * @param queued time that its clients waited for a processor
 * @param gcPauses length of its garbage collection pauses
 * @param machineCpu processor time of all the machine's processors, busy or idle
 * @param machineBusy busy part of it, for all processes
 * @param serverCpu processor time of the server's process on this machine
 * @param stolen processor time that the host of this virtual machine gave to others
 * @param swapIns number of pages that the machine read back from swap
 * @param majorFaults number of major page faults of this process
 * @param quotaPeriods number of periods of a quota of its processor time
 * @param throttledPeriods number of these periods in which the quota was used up
 * @param serverQueued time that the server's threads waited for a processor
 * @param contextSwitches number of context switches of the machine
 * @param serverMemory resident memory of the server's processes at this time, bytes
 */
record HostSample(
    long at,
    double wallClock,
    double ownCpu,
    double queued,
    double gcPauses,
    double machineCpu,
    double machineBusy,
    double serverCpu,
    double stolen,
    double swapIns,
    double majorFaults,
    double quotaPeriods,
    double throttledPeriods,
    double serverQueued,
    double contextSwitches,
    double serverMemory) {

  private static final double SECOND = 1e9;
  private static final double MILLISECOND = 1e6;
  private static final double PERCENT = 100;
  private static final double KILOBYTE = 1000;

  /**
   * Returns how many threads of the generator and its server ran, or waited for a processor, on
   * average since an earlier sample.
   */
  double demand(HostSample before) {
    return DoubleStream.of(
                ownCpu - before.ownCpu,
                queued - before.queued,
                serverCpu - before.serverCpu,
                serverQueued - before.serverQueued)
            .filter(Double::isFinite)
            .sum()
        / (at - before.at);
  }

  /**
   * Returns the values of the time since an earlier sample, in the metrics' units. Exceptions:
   * {@link HealthMetric#GC_PAUSE} is in milliseconds per nanosecond, and {@link
   * HealthMetric#CPU_QUEUE} in percent of one client.
   *
   * @param processors number of processors that this process may use
   */
  Map<HealthMetric, Double> since(HostSample before, double processors) {
    double time = at - before.at;
    double machine = machineCpu - before.machineCpu;
    double own = ownCpu - before.ownCpu;
    double server = serverCpu - before.serverCpu;
    double busy = machineBusy - before.machineBusy;
    double others = busy - own - (Double.isNaN(server) ? 0 : server);
    Map<HealthMetric, Double> figures = new EnumMap<>(HealthMetric.class);
    // no more than all: the times of other agents on this machine are read a little later
    figures.put(HealthMetric.OWN_CPU, Math.min(PERCENT, PERCENT * own / time / processors));
    figures.put(HealthMetric.MACHINE_CPU, PERCENT * busy / machine);
    figures.put(HealthMetric.SERVER_CPU, PERCENT * server / machine);
    figures.put(HealthMetric.OTHER_CPU, PERCENT * Math.max(0, others) / machine);
    figures.put(HealthMetric.STOLEN_CPU, PERCENT * (stolen - before.stolen) / machine);
    figures.put(HealthMetric.CPU_QUEUE, PERCENT * Math.max(0, queued - before.queued) / time);
    figures.put(HealthMetric.GC_PAUSE, (gcPauses - before.gcPauses) / time / MILLISECOND);
    figures.put(HealthMetric.CLOCK_STEP, (wallClock - before.wallClock - time) / MILLISECOND);
    figures.put(HealthMetric.SWAP_IN_PAGES, (swapIns - before.swapIns) * SECOND / time);
    figures.put(HealthMetric.MAJOR_FAULTS, (majorFaults - before.majorFaults) * SECOND / time);
    double periods = quotaPeriods - before.quotaPeriods;
    double throttled = throttledPeriods - before.throttledPeriods;
    figures.put(HealthMetric.THROTTLED, Math.min(PERCENT, PERCENT * throttled / periods));
    double serverWait = Math.max(0, serverQueued - before.serverQueued);
    figures.put(HealthMetric.SERVER_QUEUE, PERCENT * serverWait / Math.max(1, serverWait + server));
    figures.put(
        HealthMetric.CONTEXT_SWITCHES, (contextSwitches - before.contextSwitches) * SECOND / time);
    figures.put(HealthMetric.SERVER_MEMORY, serverMemory / KILOBYTE);
    figures.values().removeIf(figure -> !Double.isFinite(figure));
    return figures;
  }
}
