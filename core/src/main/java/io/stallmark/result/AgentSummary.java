package io.stallmark.result;

import org.jspecify.annotations.Nullable;

/**
 * One load machine of several in a run. {@code scheduled = started + neverStarted} and {@code
 * started = succeeded + failed + inFlight} hold for each that was not lost.
 *
 * @param index number of the machine, from 0
 * @param threads number of its clients
 * @param processors number of processors that it may use
 * @param scheduled transactions that were due on it, see {@link RunSummary}
 * @param unknown transactions that a lost machine had started and whose end is unknown
 * @param clockErrorNanoseconds largest error of the agreed start on this machine
 * @param skewNanoseconds largest change of its clock during the run
 * @param lostAtSeconds when it was lost, since the start of the measurement; null: it was not
 */
public record AgentSummary(
    int index,
    String name,
    int threads,
    int processors,
    long scheduled,
    long started,
    long succeeded,
    long failed,
    long inFlight,
    long neverStarted,
    long unknown,
    long clockErrorNanoseconds,
    long skewNanoseconds,
    @Nullable Double lostAtSeconds) {}
