package io.stallmark.plan;

import java.util.List;
import java.util.Map;

/**
 * Segment of the measurement with a load different from that of others.
 *
 * @param name name, unique in the run
 * @param start nanoseconds since the start of the measurement
 * @param length nanoseconds
 * @param roles load of each role, in the order of the run's roles; clients beyond a role's threads
 *     pause
 * @param settings settings of the workload that differ from the run's
 */
public record Phase(
    String name, long start, long length, List<RolePlan> roles, Map<String, String> settings) {

  public Phase {
    roles = List.copyOf(roles);
  }

  /** Creates a phase of a workload with one role, with the settings of the run. */
  public Phase(String name, long start, long length, int threads, Pacing pacing) {
    this(name, start, length, List.of(RolePlan.only(threads, pacing)), Map.of());
  }

  /** Number of active clients of all roles. */
  public int threads() {
    return roles.stream().mapToInt(RolePlan::threads).sum();
  }

  /** Pacing of the first role. */
  public Pacing pacing() {
    return roles.get(0).pacing();
  }

  public long end() {
    return start + length;
  }
}
