package io.stallmark.report.compare;

import io.stallmark.result.DatabaseName;
import io.stallmark.result.RunDocument;
import io.stallmark.result.RunFile;
import io.stallmark.result.RunParameters;
import io.stallmark.result.RunParameters.PlannedPhase;
import io.stallmark.text.Text;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Configuration and environment of a run, and the differences between those of several runs. */
public final class RunConfiguration {

  /** Name of the product and its storage engine among the values of a history. */
  static final String DATABASE = "database";

  private static final String NONE = "–";

  /** Names that do not affect the measurement: other names of the same value, or a location. */
  private static final Set<String> NO_MATTER =
      Set.of("spec.tls", "spec.tlsCa", "spec.flags", "database.data", "host.heapBytes");

  /** Flags that affect the measurement. */
  private static final List<String> TELLING = List.of("fresh", "verify");

  /** Values of what a run was not given; a URL may say otherwise. */
  private static final Map<String, String> DEFAULTS = Map.of("spec.protocol", "prepared");

  /** Names in which repetitions of a run may differ. */
  private static final Set<String> OF_A_REPETITION = Set.of("seed");

  /** Names that do not identify a history: what it shows, and consequences of other options. */
  private static final String PASSING =
      "seed|versions\\..*|database\\.(server|version|driver)|host\\.operatingSystem"
          + "|spec\\.(pacing|minStartedPercent)";

  private RunConfiguration() {}

  /**
   * Returns names and values of {@code run.json}, in its order. Settings have their resolved
   * values: a run that was given the same value explicitly is equal.
   */
  static Map<String, String> of(RunDocument run) {
    Map<String, String> values = new LinkedHashMap<>();
    values.put("workload", run.workload());
    values.put("binding", run.binding());
    values.put("seed", Long.toString(run.seed()));
    @Nullable RunParameters spec = run.spec();
    if (spec != null) {
      flatten("spec", RunFile.tree(spec), values);
      values.keySet().removeIf(name -> name.startsWith("spec.resolved."));
      flatten("spec.settings", RunFile.tree(spec.resolved()), values);
      if (!spec.phases().isEmpty()) {
        List<PlannedPhase> phases = spec.phases().stream().map(RunConfiguration::resolved).toList();
        values.put("spec.phases", RunFile.tree(phases).toString());
      }
    }
    flatten("database", RunFile.tree(run.database()), values);
    flatten("versions", RunFile.tree(run.versions()), values);
    flatten("host", RunFile.tree(run.host()), values);
    if (spec != null) {
      TELLING.stream()
          .filter(spec.flags()::contains)
          .forEach(flag -> values.put("spec." + flag, "yes"));
    }
    values.keySet().removeAll(NO_MATTER);
    return values;
  }

  private static PlannedPhase resolved(PlannedPhase phase) {
    Map<String, String> settings = new LinkedHashMap<>(phase.settings());
    phase.resolved().forEach((name, value) -> settings.put(name, "" + value));
    return new PlannedPhase(
        phase.name(),
        phase.startSeconds(),
        phase.durationSeconds(),
        phase.threads(),
        phase.load(),
        phase.rateSchedule(),
        phase.thinkTimeSeconds(),
        settings,
        Map.of());
  }

  private static void flatten(String name, JsonNode node, Map<String, String> into) {
    if (node.isObject()) {
      node.properties().forEach(each -> flatten(name + "." + each.getKey(), each.getValue(), into));
    } else if (!node.isNull()) {
      into.put(name, text(node) + unit(name));
    }
  }

  private static String unit(String name) {
    return name.endsWith("PerSecond")
        ? "/s"
        : name.endsWith("Seconds") ? " s" : name.endsWith("Percent") ? " %" : "";
  }

  private static String text(JsonNode node) {
    return node.isArray() && node.valueStream().allMatch(JsonNode::isValueNode)
        ? node.valueStream().map(each -> each.asString("")).collect(Collectors.joining(" "))
        : node.isNumber()
            ? Text.plain(node.decimalValue())
            : node.isValueNode() ? node.asString("") : node.toString();
  }

  /**
   * Returns a line for each name with different values: {@code threads: 4 → 8}. If workloads or
   * bindings differ, names that only one of them has are not listed.
   */
  static List<String> differences(
      Collection<Map<String, String>> a, Collection<Map<String, String>> b) {
    List<String> lines = new ArrayList<>();
    Set<String> names = names(a);
    names.addAll(names(b));
    boolean otherWorld =
        !values("workload", a).equals(values("workload", b))
            || !values("binding", a).equals(values("binding", b));
    for (String name : names) {
      String ofA = values(name, a);
      String ofB = values(name, b);
      boolean foreign = !names(a).contains(name) || !names(b).contains(name);
      if (!(otherWorld && foreign) && !ofA.equals(ofB)) {
        lines.add(label(name) + ": " + ofA + " → " + ofB);
      }
    }
    return lines;
  }

  private static Set<String> names(Collection<Map<String, String>> runs) {
    Set<String> names = new LinkedHashSet<>();
    runs.forEach(run -> names.addAll(run.keySet()));
    return names;
  }

  private static String values(String name, Collection<Map<String, String>> runs) {
    Set<String> values = new LinkedHashSet<>();
    runs.forEach(run -> values.add(run.getOrDefault(name, DEFAULTS.getOrDefault(name, NONE))));
    return String.join(", ", values);
  }

  /** Returns a name without its path in run.json and without its unit, for readers. */
  private static String label(String name) {
    return name.replaceFirst("^(spec\\.settings\\.|spec\\.|database\\.)", "")
        .replaceFirst("(PerSecond|Seconds|Percent)$", "");
  }

  /**
   * Returns the configuration that identifies a history: all values except versions, the seed, and
   * other values whose effect a history shows.
   */
  static Map<String, String> lasting(RunDocument run) {
    Map<String, String> values = of(run);
    values.keySet().removeIf(name -> name.matches(PASSING));
    values.put(DATABASE, DatabaseName.anyVersion(run));
    return values;
  }

  /**
   * Returns the values that distinguish a configuration from others, a few words each: {@code
   * threads 4}; {@code defaults} if only others have such values. Returns only as many as are
   * necessary to distinguish all, the first names of {@code run.json} first.
   */
  static List<String> differences(Map<String, String> one, Collection<Map<String, String>> others) {
    List<String> telling = new ArrayList<>();
    for (String name : names(others)) {
      int before = distinct(telling, others);
      telling.add(name);
      if (distinct(telling, others) == before) {
        telling.remove(name);
      }
    }
    List<String> own =
        telling.stream()
            .filter(one::containsKey)
            .map(name -> label(name) + " " + one.get(name))
            .toList();
    return own.isEmpty() && !telling.isEmpty() ? List.of("defaults") : own;
  }

  private static int distinct(List<String> names, Collection<Map<String, String>> runs) {
    Set<List<String>> values = new HashSet<>();
    for (Map<String, String> run : runs) {
      values.add(names.stream().map(name -> run.getOrDefault(name, NONE)).toList());
    }
    return values.size();
  }

  /**
   * Returns the names with different values in the runs, except those in which repetitions may
   * differ.
   */
  public static List<String> differingNames(Collection<StoredRun> stored) {
    List<Map<String, String>> runs = stored.stream().map(StoredRun::configuration).toList();
    return names(runs).stream()
        .filter(name -> !OF_A_REPETITION.contains(name) && !name.startsWith("host."))
        .filter(
            name -> runs.stream().map(run -> run.getOrDefault(name, NONE)).distinct().count() > 1)
        .map(RunConfiguration::label)
        .toList();
  }
}
