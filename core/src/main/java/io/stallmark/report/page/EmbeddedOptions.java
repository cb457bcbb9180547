package io.stallmark.report.page;

import io.stallmark.plan.Registry;
import io.stallmark.result.RunDocument;
import io.stallmark.result.RunParameters;
import io.stallmark.run.RunOptions;
import io.stallmark.run.RunSpec;
import io.stallmark.run.RunSpecReader;
import io.stallmark.spec.SettingsReader;
import io.stallmark.spec.SpecEntries;
import io.stallmark.spec.SpecException;
import io.stallmark.spi.workload.Setting;
import io.stallmark.spi.workload.Workload;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Defaults of a run, by which a page marks what the user changed. They are those of this version of
 * the program.
 *
 * @param defaults default values by the names of {@code spec} in {@code run.json}
 * @param settings settings of the workload by name
 */
record EmbeddedOptions(Map<String, Object> defaults, Map<String, Declared> settings) {

  /**
   * Setting of a workload.
   *
   * @param value default value, as {@code run.json} has values
   * @param help description in one line
   */
  record Declared(Object value, String help) {}

  /** Returns the options of a run's workload; nothing if this program does not know it. */
  static EmbeddedOptions of(RunDocument run) {
    Registry registry = Registry.load();
    Optional<Workload> workload = registry.workload(run.workload());
    return workload
        .map(known -> new EmbeddedOptions(defaults(registry, run), settings(known)))
        .orElse(new EmbeddedOptions(Map.of(), Map.of()));
  }

  private static Map<String, Declared> settings(Workload workload) {
    Map<String, Declared> settings = new LinkedHashMap<>();
    Map<String, Object> values = new SettingsReader(workload).defaults().values();
    for (Setting setting : workload.settings()) {
      Object value = values.get(setting.name());
      settings.put(setting.name(), new Declared(value == null ? "" : value, setting.help()));
    }
    return settings;
  }

  /** Returns the defaults of the options; fewer if they depend on settings that are not valid. */
  private static Map<String, Object> defaults(Registry registry, RunDocument run) {
    @Nullable RunParameters spec = run.spec();
    SpecEntries given = new SpecEntries(List.of()).with(SpecEntries.WORKLOAD, run.workload());
    if (spec != null && !spec.url().isEmpty()) {
      given = given.with("url", spec.url());
    }
    try {
      RunSpec usual = new RunSpecReader(registry, path -> path).read(given);
      Map<String, Object> defaults = usual.stored();
      defaults.put("seed", usual.get(RunOptions.SEED));
      return defaults;
    } catch (SpecException e) {
      return Map.of(); // a setting without a default, such as a file, is missing
    }
  }
}
