package io.stallmark.verification;

import io.stallmark.spi.Capability;
import io.stallmark.spi.workload.Scenario;
import io.stallmark.spi.workload.Workload;
import java.util.EnumSet;

/** A workload with settings as a user would give them. */
record GivenScenario(Workload workload, String... settings) {

  static final long SEED = 5;

  Scenario scenario() {
    return workload.scenario(
        GivenSettings.of(workload, settings), SEED, EnumSet.allOf(Capability.class));
  }

  @Override
  public String toString() {
    return workload.name();
  }
}
