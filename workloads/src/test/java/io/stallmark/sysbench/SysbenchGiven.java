package io.stallmark.sysbench;

import io.stallmark.spi.Capability;
import io.stallmark.spi.workload.Scenario;
import io.stallmark.spi.workload.Settings;
import io.stallmark.verification.GivenSettings;
import java.util.EnumSet;
import java.util.Set;

/** Settings as a user would give them. */
final class SysbenchGiven {

  static final Set<Capability> ALL = EnumSet.allOf(Capability.class);

  private SysbenchGiven() {}

  /** The defaults with some settings changed: "rows=100", … */
  static Settings settings(String... changes) {
    return GivenSettings.of(new SysbenchWorkload(), changes);
  }

  static Scenario scenario(String... changes) {
    return scenario(ALL, changes);
  }

  static Scenario scenario(Set<Capability> capabilities, String... changes) {
    return new SysbenchWorkload().scenario(settings(changes), 1, capabilities);
  }
}
