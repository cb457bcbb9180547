package io.stallmark.run;

import io.stallmark.plan.PhasesReader;
import io.stallmark.plan.RolesReader;
import io.stallmark.spec.DatabaseUrl;
import io.stallmark.spec.SpecEntries;
import io.stallmark.spec.SpecEntries.Entry;
import io.stallmark.spec.SpecException;
import io.stallmark.spec.SpecOption;
import io.stallmark.spec.YamlNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads a file of keys and values in YAML or JSON. Every error message contains file, line and key.
 *
 * @param <R> what is read
 */
public final class SpecFile<R> {

  private static final String SETTINGS = "settings";
  private static final String STORAGE = "storage";
  private static final String PHASE = "phase";
  private static final String ROLE = "role";
  private static final String ROLES = "roles";
  private static final String URL = "url";
  private static final String NAME = "name";

  /** Keys whose value can be a list. */
  private static final List<String> LISTS =
      List.of(
          PHASE,
          ROLE,
          RunOptions.LIMIT.name(),
          RunOptions.BEFORE.name(),
          SpecEntries.FILE,
          SpecEntries.DEFINE,
          SpecEntries.SQL,
          SpecEntries.COMMAND);

  /** Keys that determine the meaning of other keys; the most significant one is last. */
  private static final List<String> FIRST = List.of(URL, SpecEntries.WORKLOAD);

  private final List<String> keys = new ArrayList<>(List.of(SpecEntries.WORKLOAD));
  private final Reading<R> reading;

  /** Reads all entries together, which must specify a valid run. */
  public interface Reading<R> {
    R read(SpecEntries entries) throws SpecException;
  }

  /** An entry and its position in the file. */
  private record Placed(String key, YamlNode node, Entry entry) {}

  /**
   * Creates a reader.
   *
   * @param options the options that a file may have, in addition to the workload
   */
  public SpecFile(List<SpecOption<?>> options, Reading<R> reading) {
    options.forEach(
        option -> keys.add(option.equals(RunOptions.SETTING) ? SETTINGS : option.name()));
    this.reading = reading;
  }

  /**
   * Reads the entries of a file followed by other entries. An entry of the file whose key is also
   * in the others is left out.
   *
   * @param others the entries of the command line
   */
  public R read(YamlNode root, SpecEntries others) throws SpecException {
    List<Placed> placed = new ArrayList<>();
    for (Map.Entry<String, YamlNode> key : root.mapping(keys).entrySet()) {
      if (key.getValue().hasValue()) {
        add(key.getKey(), key.getValue(), others, placed);
      }
    }
    try {
      return reading.read(all(placed, others));
    } catch (SpecException together) {
      throw placed(together, root, placed, others);
    }
  }

  private static SpecEntries all(List<Placed> placed, SpecEntries others) {
    return new SpecEntries(placed.stream().map(Placed::entry).toList()).with(others.all());
  }

  private void add(String key, YamlNode node, SpecEntries others, List<Placed> placed)
      throws SpecException {
    if (key.equals(SETTINGS)) {
      for (Map.Entry<String, YamlNode> setting : node.mapping().entrySet()) {
        if (!others.settingNames().contains(setting.getKey())) {
          placed.add(pair(key, SpecEntries.SETTING, setting));
        }
      }
    } else if (!others.has(key)
        && !(SpecEntries.ALSO_KEYS.contains(key) && others.settingNames().contains(key))) {
      values(key, node, placed);
    }
  }

  private void values(String key, YamlNode node, List<Placed> placed) throws SpecException {
    if (RunOptions.FLAGS.contains(key)) {
      if (flag(node)) {
        placed.add(new Placed(key, node, new Entry(key, SpecEntries.SET)));
      }
    } else if ((key.equals(STORAGE) || key.equals(SpecEntries.TAG)) && node.isMapping()) {
      for (Map.Entry<String, YamlNode> pair : node.mapping().entrySet()) {
        placed.add(pair(key, key, pair));
      }
    } else if (LISTS.contains(key) && node.isList()) {
      for (YamlNode item : node.list()) {
        placed.add(new Placed(key, item, new Entry(key, load(key, item))));
      }
    } else {
      if (key.equals(URL)) {
        node.parsed(DatabaseUrl::withoutSecrets);
      }
      placed.add(new Placed(key, node, new Entry(key, node.text())));
    }
  }

  private static Placed pair(String key, String name, Map.Entry<String, YamlNode> pair)
      throws SpecException {
    String text = pair.getKey() + "=" + pair.getValue().text();
    return new Placed(key, pair.getValue(), new Entry(name, text));
  }

  /**
   * Returns a phase or a role in the syntax of the command-line option. The node contains either
   * that text or a mapping with the key {@code name}.
   */
  private static String load(String key, YamlNode item) throws SpecException {
    if (!item.isMapping() || key.equals(SpecEntries.COMMAND)) {
      return item.isMapping() ? item.json() : item.text();
    }
    List<String> keys = new ArrayList<>(List.of(NAME));
    keys.addAll(key.equals(PHASE) ? PhasesReader.KEYS : RolesReader.KEYS);
    if (key.equals(PHASE)) {
      keys.addAll(List.of(SETTINGS, ROLES));
    }
    Map<String, YamlNode> pairs = new LinkedHashMap<>(item.mapping(keys));
    YamlNode settings = pairs.remove(SETTINGS);
    if (settings != null) {
      pairs.putAll(settings.mapping());
    }
    YamlNode roles = pairs.remove(ROLES);
    if (roles != null) {
      for (Map.Entry<String, YamlNode> role : roles.mapping().entrySet()) {
        role.getValue()
            .mapping(RolesReader.KEYS)
            .forEach((part, value) -> pairs.put(role.getKey() + "." + part, value));
      }
    }
    YamlNode name = item.required(pairs, NAME);
    pairs.remove(NAME);
    StringBuilder text = new StringBuilder(name.text());
    for (Map.Entry<String, YamlNode> pair : pairs.entrySet()) {
      String value = pair.getValue().text().replace(" ", "");
      text.append(' ').append(pair.getKey()).append('=').append(value);
    }
    return text.toString();
  }

  private static boolean flag(YamlNode node) throws SpecException {
    return switch (node.text()) {
      case "true" -> true;
      case "false" -> false;
      default -> throw node.complaint("must be true or false, not '" + node.text() + "'");
    };
  }

  /**
   * Adds a position to an error about all entries. The position is the first entry that causes the
   * error together with the entries before it, in this order: workload, URL, the rest in file
   * order.
   */
  private SpecException placed(
      SpecException together, YamlNode root, List<Placed> all, SpecEntries others) {
    String sentence = String.valueOf(together.getMessage());
    List<Placed> ordered = new ArrayList<>(all);
    ordered.sort(Comparator.comparing(one -> FIRST.indexOf(one.key), Comparator.reverseOrder()));
    List<Placed> before = new ArrayList<>();
    if (!ordered.isEmpty() && ordered.get(0).key.equals(SpecEntries.WORKLOAD)) {
      Placed workload = ordered.remove(0);
      before.add(workload);
      if (sentence.equals(complaint(all(before, new SpecEntries(List.of()))))) {
        return workload.node.complaint(together);
      }
    }
    if (sentence.equals(complaint(all(before, others)))) {
      return together; // the file is correct; the error is in the others
    }
    for (Placed one : ordered) {
      before.add(one);
      if (sentence.equals(complaint(all(before, others)))) {
        return one.node.complaint(together);
      }
    }
    return root.complaint(sentence);
  }

  private String complaint(SpecEntries entries) {
    try {
      reading.read(entries);
      return "";
    } catch (SpecException e) {
      return String.valueOf(e.getMessage());
    }
  }
}
