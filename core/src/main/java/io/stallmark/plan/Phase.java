package io.stallmark.plan;

import java.util.List;
import java.util.Map;

/**
 * A segment of the measurement with a load different from that of others.
 *
 * @param name unique in the run
 * @param start nanoseconds since the measurement started
 * @param length nanoseconds
 * @param roles the load of each role, in the order of the run's; clients beyond a role's threads
 *     pause
 * @param settings of the workload where they differ from the run's
 */
public record Phase(
    String name, long start, long length, List<RolePlan> roles, Map<String, String> settings) {

  public Phase {
    roles = List.copyOf(roles);
  }

  /** A phase of a workload with one role, with the settings of the run. */
  public Phase(String name, long start, long length, int threads, Pacing pacing) {
    this(name, start, length, List.of(RolePlan.only(threads, pacing)), Map.of());
  }

  /** The clients that work, of all roles. */
  public int threads() {
    return roles.stream().mapToInt(RolePlan::threads).sum();
  }

  /** The pacing of the first role. */
  public Pacing pacing() {
    return roles.get(0).pacing();
  }

  public long end() {
    return start + length;
  }
}
