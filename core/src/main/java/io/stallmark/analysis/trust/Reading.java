package io.stallmark.analysis.trust;

/**
 * What the generator's process and machine have come to at a moment: counts since any beginning. Of
 * use is the difference of two. NaN: nobody says. Times are nanoseconds.
 *
 * @param at on the clock of {@link System#nanoTime}, which never steps
 * @param wallClock since 1970, which is set by people and by time servers
 * @param ownCpu processor time of this process
 * @param queued how long its clients wanted a processor and had none
 * @param gcPauses how long collections of garbage held it
 * @param machineCpu processor time that the machine had to give, of all its processors
 * @param machineBusy what of that was used, by anybody
 * @param serverCpu processor time of the server's process, which is on this machine
 * @param stolen what of that the host of a virtual machine gave to others
 * @param swapIns pages that the machine read back from swap
 * @param majorFaults accesses of this process to memory that first had to be read from a disk
 */
record Reading(
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
    double majorFaults) {}
