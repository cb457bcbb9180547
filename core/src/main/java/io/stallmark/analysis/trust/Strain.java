package io.stallmark.analysis.trust;

import java.util.EnumSet;
import java.util.Set;

/**
 * What the generator was short of in an interval. Times are nanoseconds; shares are 0 to 1; NaN:
 * nobody says.
 *
 * @param start of the interval, since the measurement started, as its {@code end} is
 * @param ownCpu the share of the processors that this process may use, which it used
 * @param machineCpu the share of the machine's processors that was used, by anybody
 * @param serverCpu the share of them that the server used; NaN: it is not seen on this machine
 * @param othersCpu the share of them that neither the generator nor a server that is seen used
 * @param stolenCpu the share of them that the host of a virtual machine gave to others
 * @param queued the share of the time clients were at work in which they wanted a processor and had
 *     none
 * @param gcPauses how long collections of garbage held this process
 * @param held how long this process did not get to run at all, in pieces of 50 ms or more
 * @param wokenLate how late the collector, which wants to wake every 20 ms, did so at the worst
 * @param startedLate how late clients that stood waiting for an arrival were let go, the 99th
 *     percentile; NaN: none did
 * @param startedLateShare of the response time; NaN: none did
 * @param missed the most arrivals that were due and had no client to start them
 * @param clockStep how much further the wall clock went than the time did
 * @param swapIns pages that the machine read back from swap, a second
 * @param majorFaults accesses of this process to memory that first had to be read from a disk, a
 *     second
 * @param reasons why the generator was the bottleneck; empty: it was not
 */
public record Strain(
    long start,
    long end,
    double ownCpu,
    double machineCpu,
    double serverCpu,
    double othersCpu,
    double stolenCpu,
    double queued,
    double gcPauses,
    double held,
    double wokenLate,
    double startedLate,
    double startedLateShare,
    long missed,
    double clockStep,
    double swapIns,
    double majorFaults,
    Set<Reason> reasons) {

  public Strain {
    reasons = Set.copyOf(reasons);
  }

  /** Whether the generator was the bottleneck, not the database. */
  public boolean bound() {
    return !reasons.isEmpty();
  }

  long length() {
    return end - start;
  }

  /**
   * The same, judged.
   *
   * @param excused what is no reason here, whatever its figure
   */
  Strain judged(Set<Reason> excused) {
    EnumSet<Reason> found = EnumSet.noneOf(Reason.class);
    for (Reason reason : Reason.values()) { // a figure that nobody says is at no limit
      if (!excused.contains(reason) && reason.figure(this) >= reason.limit()) {
        found.add(reason);
      }
    }
    return new Strain(
        start,
        end,
        ownCpu,
        machineCpu,
        serverCpu,
        othersCpu,
        stolenCpu,
        queued,
        gcPauses,
        held,
        wokenLate,
        startedLate,
        startedLateShare,
        missed,
        clockStep,
        swapIns,
        majorFaults,
        found);
  }
}
