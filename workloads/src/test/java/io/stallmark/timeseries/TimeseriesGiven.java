package io.stallmark.timeseries;

import io.stallmark.spi.Capability;
import io.stallmark.spi.workload.Scenario;
import io.stallmark.spi.workload.Settings;
import io.stallmark.verification.GivenSettings;
import java.util.EnumSet;
import java.util.Set;

/** Settings as a user would give them. */
public final class TimeseriesGiven {

  static final Set<Capability> ALL = EnumSet.allOf(Capability.class);

  private TimeseriesGiven() {}

  /** The defaults with some settings changed: "sensors=10", … */
  static Settings settings(String... changes) {
    return GivenSettings.of(new TimeseriesWorkload(), changes);
  }

  public static Scenario scenario(String... changes) {
    return new TimeseriesWorkload().scenario(settings(changes), 1, ALL);
  }
}
