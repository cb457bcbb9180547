package io.stallmark.spi.workload;

import java.util.List;

/** A workload whose name, summary and settings are constants. */
public abstract class DeclaredWorkload implements Workload {

  private final String name;
  private final String summary;
  private final List<Setting> settings;

  protected DeclaredWorkload(String name, String summary, List<Setting> settings) {
    this.name = name;
    this.summary = summary;
    this.settings = List.copyOf(settings);
  }

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final String summary() {
    return summary;
  }

  @Override
  public final List<Setting> settings() {
    return settings;
  }
}
