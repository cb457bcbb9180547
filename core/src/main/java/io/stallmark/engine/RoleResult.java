package io.stallmark.engine;

import io.stallmark.spi.workload.ProgressUnit;

/**
 * Transaction counts of one role in a run. {@code scheduled = started + neverStarted} and {@code
 * started = succeeded + failed + inFlight}.
 *
 * @param threads the largest number of concurrent clients
 * @param paced whether transactions arrive on a schedule (open loop)
 * @param unit unit of the role's progress
 * @param scheduled transactions due by the schedule of an open loop, started or not; in a closed
 *     loop, transactions that clients were ready to start
 * @param inFlight transactions that had not ended when the run stopped waiting for them
 * @param neverStarted scheduled transactions that no client started
 */
public record RoleResult(
    String name,
    int threads,
    boolean paced,
    ProgressUnit unit,
    long scheduled,
    long started,
    long succeeded,
    long failed,
    long inFlight,
    long neverStarted) {

  boolean balanced() {
    return scheduled == started + neverStarted && started == succeeded + failed + inFlight;
  }
}
