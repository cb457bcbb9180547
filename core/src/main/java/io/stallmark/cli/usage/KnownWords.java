package io.stallmark.cli.usage;

import io.stallmark.plan.Registry;
import io.stallmark.spi.workload.Workload;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Words that a shell completes: those of the workloads on the class path. */
public final class KnownWords {

  private KnownWords() {}

  /** Names of the workloads. */
  public static Iterable<String> workloads() {
    return () -> Registry.load().workloads().stream().map(Workload::name).iterator();
  }

  /** Returns the names of all workloads' settings, each with its equals sign, sorted. */
  public static List<String> settings() {
    return settingsByWorkload().values().stream()
        .flatMap(List::stream)
        .distinct()
        .sorted()
        .toList();
  }

  /** Returns the names of the settings of each workload, each with its equals sign. */
  public static Map<String, List<String>> settingsByWorkload() {
    Map<String, List<String>> settings = new TreeMap<>();
    for (Workload workload : Registry.load().workloads()) {
      settings.put(
          workload.name(),
          workload.settings().stream().map(setting -> setting.name() + "=").sorted().toList());
    }
    return settings;
  }
}
