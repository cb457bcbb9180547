package io.stallmark.analysis.trust;

/**
 * What the generator and its machine did between two readings, per second of real time. NaN: nobody
 * says.
 *
 * @param ownCpu processors that this process kept busy, on average
 * @param queued clients that wanted a processor and had none, on average
 * @param gc the share of the time in which a collection of garbage held this process
 * @param machine the share of the machine's processor time that was used, by anybody
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
    double stolen,
    double swapIns,
    double majorFaults,
    double clockStep) {

  private static final double SECOND = 1e9;

  static Usage between(Reading before, Reading after) {
    double time = after.at() - before.at();
    double machine = after.machineCpu() - before.machineCpu();
    return new Usage(
        (after.ownCpu() - before.ownCpu()) / time,
        Math.max(0, after.queued() - before.queued()) / time,
        (after.gcPauses() - before.gcPauses()) / time,
        (after.machineBusy() - before.machineBusy()) / machine,
        (after.stolen() - before.stolen()) / machine,
        (after.swapIns() - before.swapIns()) * SECOND / time,
        (after.majorFaults() - before.majorFaults()) * SECOND / time,
        after.wallClock() - before.wallClock() - time);
  }
}
