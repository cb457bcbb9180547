package io.stallmark.experiment;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Options and settings of a value of an axis, or of the whole file.
 *
 * @param database name of the database; null: not specified
 * @param options options of {@code stallmark run}, without dashes
 * @param settings settings of the workload ({@code -p})
 */
public record ExperimentPart(
    @Nullable String database, Map<String, String> options, Map<String, String> settings) {

  /** A part that specifies nothing. */
  public static final ExperimentPart NOTHING = new ExperimentPart(null, Map.of(), Map.of());

  static ExperimentPart ofDatabase(String name) {
    return new ExperimentPart(name, Map.of(), Map.of());
  }

  static ExperimentPart ofOption(String name, String value) {
    return new ExperimentPart(null, Map.of(name, value), Map.of());
  }

  static ExperimentPart ofSetting(String name, String value) {
    return new ExperimentPart(null, Map.of(), Map.of(name, value));
  }

  /** The combination of both parts; the other part has precedence. */
  ExperimentPart with(ExperimentPart other) {
    return new ExperimentPart(
        other.database == null ? database : other.database,
        merged(options, other.options),
        merged(settings, other.settings));
  }

  /** Names that both parts specify. On two axes of a matrix, these are contradictions. */
  Set<String> common(ExperimentPart other) {
    Set<String> common = new TreeSet<>(options.keySet());
    common.retainAll(other.options.keySet());
    Set<String> both = new TreeSet<>(settings.keySet());
    both.retainAll(other.settings.keySet());
    common.addAll(both);
    if (database != null && other.database != null) {
      common.add("database");
    }
    return common;
  }

  private static Map<String, String> merged(Map<String, String> first, Map<String, String> last) {
    Map<String, String> all = new LinkedHashMap<>(first);
    all.putAll(last);
    return all;
  }
}
