package io.stallmark.plan;

import io.stallmark.spi.workload.Role;

/**
 * How one role of a workload is driven, in a whole run or in a phase of it.
 *
 * @param name the role's
 * @param threads clients, each with a connection and a thread
 */
public record RolePlan(String name, int threads, Pacing pacing) {

  /** The plan of a workload's only role. */
  public static RolePlan only(int threads, Pacing pacing) {
    return new RolePlan(Role.ONLY, threads, pacing);
  }

  /** How long a client waits between transactions; none in an open loop. */
  public ThinkTime thinkTime() {
    return pacing instanceof Pacing.ClosedLoop closed ? closed.thinkTime() : ThinkTime.NONE;
  }
}
