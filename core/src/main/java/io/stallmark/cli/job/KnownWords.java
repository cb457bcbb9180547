package io.stallmark.cli.job;

import io.stallmark.plan.Registry;
import io.stallmark.spi.workload.Setting;
import io.stallmark.spi.workload.Workload;
import java.util.Iterator;

/** Words that a shell completes: those of the workloads on the class path. */
public final class KnownWords {

  private KnownWords() {}

  /** Names of the workloads. */
  public static final class Workloads implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Registry.load().workloads().stream().map(Workload::name).iterator();
    }
  }

  /** Names of all workloads' settings, each with its equals sign. */
  public static final class Settings implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Registry.load().workloads().stream()
          .flatMap(workload -> workload.settings().stream())
          .map(Setting::name)
          .distinct()
          .sorted()
          .map(name -> name + "=")
          .iterator();
    }
  }
}
