package io.stallmark.experiment;

import io.stallmark.plan.Registry;
import io.stallmark.run.RunSpecReader;
import io.stallmark.spec.DatabaseUrl;
import io.stallmark.spec.NearestWord;
import io.stallmark.spec.Quantity;
import io.stallmark.spec.SpecException;
import io.stallmark.spec.YamlNode;
import io.stallmark.spi.workload.Setting;
import io.stallmark.spi.workload.Workload;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads an experiment's file. Every error message contains file, line and key. */
public record ExperimentReader(Registry registry, RunSpecReader reader) {

  private static final List<String> KEYS =
      List.of(
          """
          name description workload databases database options settings matrix scale order pairs mode
          repeat tables steps verify x
          """
              .split("\\s+"));

  private static final List<String> ADDRESS = List.of("driver", "tls", "tls-ca", "password-file");

  private static final Pattern LABEL = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,60}");
  private static final String DUET = "duet";
  private static final int MOST_REPETITIONS = 1000;

  /**
   * Reads a file.
   *
   * @param shown the file name as the user gave it, for messages
   * @param file path of the file
   * @param urls addresses of databases that the user gives instead, in the form {@code NAME=URL}
   * @throws SpecException with one line about the first error
   */
  public Experiment read(Path shown, Path file, List<String> urls) throws SpecException {
    YamlNode root = YamlNode.read(shown, file);
    Map<String, YamlNode> keys = root.mapping(KEYS);
    Workload workload = root.required(keys, "workload").parsed(registry::requiredWorkload);
    Map<String, ExperimentDatabase> databases = databases(root.required(keys, "databases"));
    ExperimentPartReader parts = new ExperimentPartReader(workload, databases.keySet(), reader);
    YamlNode matrix = root.required(keys, "matrix");
    List<Experiment.Axis> axes = axes(matrix, parts);
    ExperimentPart common = parts.common(keys);
    Experiment.Execution execution = execution(keys, axes);
    YamlNode x = keys.get("x");
    String varied = x == null ? null : x.text();
    if (x != null && axes.stream().noneMatch(axis -> axis.sets(varied))) {
      throw x.complaint("no axis of the matrix sets " + varied + " in all of its values");
    }
    YamlNode scale = keys.get("scale");
    YamlNode description = keys.get("description");
    return new Experiment(
        label(root.required(keys, "name")),
        description == null ? "" : description.text().replaceAll("\\s+", " "),
        workload,
        DatabaseAddresses.given(urls, databases),
        databases.size() == 1
            ? ExperimentPart.ofDatabase(databases.keySet().iterator().next()).with(common)
            : common,
        axes,
        scale == null ? Map.of() : scaled(scale, workload),
        execution,
        varied);
  }

  private static Experiment.Execution execution(
      Map<String, YamlNode> keys, List<Experiment.Axis> axes) throws SpecException {
    YamlNode repeat = keys.get("repeat");
    YamlNode tables = keys.get("tables");
    YamlNode steps = keys.get("steps");
    String order = word(keys.get("order"), List.of("stated", "interleaved", DUET));
    boolean interleaved = order.equals("interleaved");
    boolean kept = isSecond(tables, "own", "kept");
    if (tables != null && kept && interleaved) {
      throw tables.complaint("kept tables are those of the run before, which order: stated has");
    }
    if (steps != null) {
      checkSteps(steps, kept, repeat, axes);
    }
    return new Experiment.Execution(
        interleaved,
        pairs(keys, order.equals(DUET), axes),
        mode(keys.get("mode"), order.equals(DUET)),
        repeat == null ? 1 : (int) count(repeat, 1, MOST_REPETITIONS),
        kept,
        steps == null ? null : steps.text(),
        isSecond(keys.get("verify"), "no", "yes"));
  }

  /** Returns the axis whose neighbouring values are the sides of duets; null: there are none. */
  private static @Nullable String pairs(
      Map<String, YamlNode> keys, boolean duet, List<Experiment.Axis> axes) throws SpecException {
    YamlNode pairs = keys.get("pairs");
    YamlNode order = keys.get("order");
    if (!duet || order == null) {
      if (pairs != null) {
        throw pairs.complaint("pairs are the sides of duets: add order: duet");
      }
      return null;
    }
    for (String other : List.of("repeat", "tables", "steps", "x")) {
      YamlNode given = keys.get(other);
      if (given != null) {
        throw given.complaint("duets have no " + other + ": remove it, or order: duet");
      }
    }
    String name = pairs == null ? axes.get(0).name() : pairs.text();
    YamlNode where = pairs == null ? order : pairs;
    Experiment.Axis axis =
        axes.stream().filter(each -> each.name().equals(name)).findFirst().orElse(null);
    if (axis == null) {
      throw where.complaint(
          "the matrix has no axis '"
              + name
              + "': "
              + NearestWord.hint(name, axes.stream().map(Experiment.Axis::name).toList()));
    }
    if (axis.values().size() < 2) {
      throw where.complaint("the axis " + name + " has one value, and a duet has two sides");
    }
    return name;
  }

  /** Returns how the sides of duets share the time; null: not given. */
  private static @Nullable String mode(@Nullable YamlNode mode, boolean duet) throws SpecException {
    if (mode == null) {
      return null;
    }
    if (!duet) {
      throw mode.complaint("mode is that of duets: add order: duet");
    }
    return word(mode, List.of("together", "alternating"));
  }

  private static void checkSteps(
      YamlNode steps, boolean kept, @Nullable YamlNode repeat, List<Experiment.Axis> axes)
      throws SpecException {
    if (!kept) {
      throw steps.complaint("steps follow each other on the same tables: add tables: kept");
    }
    Experiment.Axis last = axes.get(axes.size() - 1);
    if (last.values().values().stream()
        .anyMatch(part -> part.database() != null || part.options().containsKey("storage"))) {
      throw steps.complaint("steps have one database and storage: set them on another axis");
    }
    if (repeat != null) {
      throw steps.complaint("steps cannot be repeated: remove repeat");
    }
    if (!last.name().equals(steps.text())) {
      throw steps.complaint(steps.text() + " is not the last axis of the matrix");
    }
  }

  /** Returns a name that is valid as a directory name on every platform. */
  private static String label(YamlNode node) throws SpecException {
    String text = node.text();
    requireLabel(node, text);
    return text;
  }

  static void requireLabel(YamlNode node, String text) throws SpecException {
    if (!isLabel(text)) {
      throw node.complaint(
          "'" + text + "' is part of a directory's name: letters, digits, '.', '_' and '-' only");
    }
  }

  /** Whether a text is a valid name of a database or a run. */
  public static boolean isLabel(String text) {
    return LABEL.matcher(text).matches();
  }

  private static Map<String, ExperimentDatabase> databases(YamlNode node) throws SpecException {
    Map<String, ExperimentDatabase> databases = new LinkedHashMap<>();
    List<String> valid = new ArrayList<>(ADDRESS);
    valid.add("url");
    for (Map.Entry<String, YamlNode> entry : node.mapping().entrySet()) {
      YamlNode value = entry.getValue();
      requireLabel(value, entry.getKey());
      Map<String, YamlNode> keys = value.mapping(valid);
      Map<String, String> options = new LinkedHashMap<>();
      for (String option : ADDRESS) {
        YamlNode given = keys.get(option);
        if (given != null) {
          options.put(option, given.text());
        }
      }
      YamlNode url = keys.get("url");
      ExperimentDatabase place =
          new ExperimentDatabase(
              entry.getKey(),
              url == null ? Optional.empty() : Optional.of(url.parsed(DatabaseUrl::withoutSecrets)),
              options);
      databases.put(entry.getKey(), place);
    }
    if (databases.isEmpty()) {
      throw node.complaint("names no database");
    }
    return databases;
  }

  private static List<Experiment.Axis> axes(YamlNode node, ExperimentPartReader parts)
      throws SpecException {
    List<Experiment.Axis> axes = new ArrayList<>();
    for (Map.Entry<String, YamlNode> entry : node.mapping().entrySet()) {
      axes.add(new Experiment.Axis(entry.getKey(), parts.values(entry.getKey(), entry.getValue())));
    }
    if (axes.isEmpty()) {
      throw node.complaint("names no axis");
    }
    return axes;
  }

  private static Map<String, Long> scaled(YamlNode node, Workload workload) throws SpecException {
    List<String> valid = new ArrayList<>(List.of("events", "seconds", "cache"));
    workload.settings().stream()
        .filter(setting -> setting.type() == Setting.Type.INTEGER)
        .forEach(setting -> valid.add(setting.name()));
    Map<String, Long> least = new LinkedHashMap<>();
    for (Map.Entry<String, YamlNode> entry : node.mapping(valid).entrySet()) {
      least.put(entry.getKey(), count(entry.getValue(), 1, Long.MAX_VALUE));
    }
    return least;
  }

  /** Whether a key with two possible words has the second one; the first is the default. */
  private static boolean isSecond(@Nullable YamlNode node, String first, String second)
      throws SpecException {
    return word(node, List.of(first, second)).equals(second);
  }

  /** Returns the word of a key, one of the given ones; the first is the default. */
  private static String word(@Nullable YamlNode node, List<String> valid) throws SpecException {
    if (node == null) {
      return valid.get(0);
    }
    String word = node.text();
    if (!valid.contains(word)) {
      throw node.complaint("'" + word + "' is not one of " + String.join(", ", valid));
    }
    return word;
  }

  private static long count(YamlNode node, long least, long most) throws SpecException {
    long count = node.parsed(Quantity::count);
    if (count < least || count > most) {
      throw node.complaint(
          node.text()
              + " is not "
              + (most == Long.MAX_VALUE ? least + " or more" : "within 1 and " + most));
    }
    return count;
  }
}
