package io.stallmark.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Settings with another value than the one given: what was left to the workload, and what its other
 * settings or the database decide.
 *
 * @param all of the whole run, by the setting's name: Long, Double or String
 * @param phases what else is so in each phase; empty: there are no phases
 */
public record ResolvedSettings(Map<String, Object> all, List<Map<String, Object>> phases) {

  /** All settings have the value that was given. */
  public static final ResolvedSettings NOTHING = new ResolvedSettings(Map.of(), List.of());

  /** Of a run without phases. */
  public static ResolvedSettings of(Map<String, Object> all) {
    return new ResolvedSettings(all, List.of());
  }

  /** Of phases: what is so in every one of them is of the whole run. */
  public static ResolvedSettings of(List<Map<String, Object>> phases) {
    Map<String, Object> all = new LinkedHashMap<>(phases.get(0));
    phases.forEach(phase -> all.entrySet().retainAll(phase.entrySet()));
    List<Map<String, Object>> rest = new ArrayList<>();
    for (Map<String, Object> phase : phases) {
      Map<String, Object> own = new LinkedHashMap<>(phase);
      own.entrySet().removeAll(all.entrySet());
      rest.add(own);
    }
    return new ResolvedSettings(all, rest);
  }
}
