package io.stallmark.analysis.trust;

/**
 * What the generator and its machine did between two readings, per second of real time. NaN: nobody
 * says.
 *
 * @param ownCpu processors that this process kept busy, on average
 * @param queued clients that wanted a processor and had none, on average
 * @param gc the share of the time in which a collection of garbage held this process
 * @param machine the share of the machine's processor time that was used, by anybody
 * @param server the share of it that the server's process used; NaN: it is not seen on this machine
 * @param others the share of it that everybody else used, the server as well where it is not seen
 * @param stolen the share of it that the host of a virtual machine gave to others
 * @param swapIns pages read back from swap, a second
 * @param majorFaults of this process, a second
 * @param clockStep how much further the wall clock went than the time did; nanoseconds, not per
 *     second
 */
record Usage(
    double ownCpu,
    double queued,
    double gc,
    double machine,
    double server,
    double others,
    double stolen,
    double swapIns,
    double majorFaults,
    double clockStep) {

  private static final double SECOND = 1e9;

  static Usage between(Reading before, Reading after) {
    double time = after.at() - before.at();
    double machine = after.machineCpu() - before.machineCpu();
    double own = after.ownCpu() - before.ownCpu();
    double busy = after.machineBusy() - before.machineBusy();
    double server = after.serverCpu() - before.serverCpu();
    double others = busy - own - (Double.isNaN(server) ? 0 : server);
    return new Usage(
        own / time,
        Math.max(0, after.queued() - before.queued()) / time,
        (after.gcPauses() - before.gcPauses()) / time,
        busy / machine,
        server / machine,
        Math.max(0, others) / machine,
        (after.stolen() - before.stolen()) / machine,
        (after.swapIns() - before.swapIns()) * SECOND / time,
        (after.majorFaults() - before.majorFaults()) * SECOND / time,
        after.wallClock() - before.wallClock() - time);
  }

  /**
   * Of a further interval for which this stands: its rates hold there too, but no step is twice.
   */
  Usage onceMore() {
    return new Usage(
        ownCpu, queued, gc, machine, server, others, stolen, swapIns, majorFaults, Double.NaN);
  }
}
