package io.stallmark.analysis.stall;

import io.stallmark.spi.workload.ProgressUnit;
import io.stallmark.spi.workload.Role;
import java.util.List;

/**
 * Role whose progress is watched for stalls.
 *
 * @param unit unit of its progress, and of the rates of its stalls and dips
 */
public record StalledRole(String name, ProgressUnit unit) {

  /** Creates one for each role of a workload, in order. */
  public static List<StalledRole> of(List<Role> roles) {
    return roles.stream().map(role -> new StalledRole(role.name(), role.unit())).toList();
  }

  /** Only role of a workload, which counts transactions. */
  public static final StalledRole ONLY = new StalledRole(Role.ONLY, ProgressUnit.TRANSACTIONS);
}
