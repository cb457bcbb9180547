package io.stallmark.engine;

import io.stallmark.spi.workload.ProgressUnit;
import io.stallmark.spi.workload.Role;

/**
 * The transactions of one role in a run. {@code scheduled = started + neverStarted} and {@code
 * started = succeeded + failed + inFlight}.
 *
 * @param threads the most clients at a time
 * @param unit of its progress
 * @param scheduled by the schedule of an open loop, whatever the clients did; in a closed loop,
 *     what clients were free to start
 * @param inFlight transactions that had not come back when the run stopped waiting for them
 */
public record RoleResult(
    String name,
    int threads,
    ProgressUnit unit,
    long scheduled,
    long started,
    long succeeded,
    long failed,
    long inFlight,
    long neverStarted) {

  /** The result of a workload's only role, which counts transactions. */
  public static RoleResult only(
      int threads, long scheduled, long started, long succeeded, long failed, long inFlight) {
    return new RoleResult(
        Role.ONLY,
        threads,
        ProgressUnit.TRANSACTIONS,
        scheduled,
        started,
        succeeded,
        failed,
        inFlight,
        scheduled - started);
  }

  boolean balanced() {
    return scheduled == started + neverStarted && started == succeeded + failed + inFlight;
  }
}
