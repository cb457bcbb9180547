package io.stallmark.plan;

import io.stallmark.spi.workload.Role;

/**
 * Load of one role of a workload, in a whole run or in a phase.
 *
 * @param name the role's name
 * @param threads number of clients; each has a separate connection and thread
 */
public record RolePlan(String name, int threads, Pacing pacing) {

  /** Creates the plan of a workload's only role. */
  public static RolePlan only(int threads, Pacing pacing) {
    return new RolePlan(Role.ONLY, threads, pacing);
  }

  /** Think time of the clients; none in an open loop. */
  public ThinkTime thinkTime() {
    return pacing instanceof Pacing.ClosedLoop closed ? closed.thinkTime() : ThinkTime.NONE;
  }
}
