package io.stallmark.insertbench;

import io.stallmark.spi.Capability;
import io.stallmark.spi.workload.Role;
import io.stallmark.spi.workload.Scenario;
import io.stallmark.spi.workload.Settings;
import io.stallmark.verification.GivenSettings;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Settings as a user would give them. */
final class InsertBenchGiven {

  static final InsertBenchWorkload WORKLOAD = new InsertBenchWorkload();
  static final Set<Capability> ALL = EnumSet.allOf(Capability.class);

  private InsertBenchGiven() {}

  /** The defaults with some settings changed: "step=l.i1", … */
  static Settings settings(String... changes) {
    return GivenSettings.of(WORKLOAD, changes);
  }

  static Scenario scenario(String... changes) {
    return WORKLOAD.scenario(settings(changes), 1, ALL);
  }

  static List<Role.Size> sizes(String... changes) {
    return WORKLOAD.roles(settings(changes));
  }
}
