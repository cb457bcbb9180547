package io.stallmark.linkbench;

import io.stallmark.linkbench.schema.SocialGraph;
import io.stallmark.spi.Capability;
import io.stallmark.spi.workload.Scenario;
import io.stallmark.spi.workload.Settings;
import io.stallmark.verification.GivenSettings;
import java.util.EnumSet;
import java.util.Set;

/** Settings as a user would give them. */
public final class LinkBenchGiven {

  public static final Set<Capability> ALL = EnumSet.allOf(Capability.class);

  private LinkBenchGiven() {}

  /** The defaults with some settings changed: "ids=10", … */
  public static Settings settings(String... changes) {
    return GivenSettings.of(new LinkBenchWorkload(), changes);
  }

  static LinkBenchOptions options(String... changes) {
    return LinkBenchOptions.resolve(settings(changes), 1, ALL);
  }

  public static SocialGraph graph(String... changes) {
    return options(changes).graph();
  }

  public static Scenario scenario(String... changes) {
    return new LinkBenchWorkload().scenario(settings(changes), 1, ALL);
  }
}
