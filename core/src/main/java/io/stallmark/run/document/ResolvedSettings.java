package io.stallmark.run.document;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Settings whose value differs from the given one: chosen by the workload, or decided by other
 * settings or the database.
 *
 * @param all settings of the whole run, by name: Long, Double or String
 * @param phases additional settings of each phase; empty: there are no phases
 */
public record ResolvedSettings(Map<String, Object> all, List<Map<String, Object>> phases) {

  /** No setting: all have the given value. */
  public static final ResolvedSettings NOTHING = new ResolvedSettings(Map.of(), List.of());

  /** Returns the settings of a run without phases. */
  public static ResolvedSettings of(Map<String, Object> all) {
    return new ResolvedSettings(all, List.of());
  }

  /**
   * Returns the settings of a run with phases. A setting with the same value in every phase is one
   * of the whole run.
   */
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
