package io.stallmark.engine;

import io.stallmark.spi.workload.ProgressUnit;
import io.stallmark.spi.workload.Role;

/** Results of roles for tests. */
public final class SampleRole {

  private SampleRole() {}

  /** Returns the result of a workload's only role, which counts transactions. */
  public static RoleResult only(
      int threads, long scheduled, long started, long succeeded, long failed, long inFlight) {
    return new RoleResult(
        Role.ONLY,
        threads,
        false,
        ProgressUnit.TRANSACTIONS,
        scheduled,
        started,
        succeeded,
        failed,
        inFlight,
        scheduled - started);
  }
}
