package io.stallmark.spec;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The keys of a run's specification with their values as text, in the given order. The source can
 * be flags, a file or an experiment. Immutable.
 */
public record SpecEntries(List<Entry> all) {

  /** The key of the workload's name. */
  public static final String WORKLOAD = "workload";

  /** The key of one setting of the workload, {@code NAME=VALUE}; repeatable. */
  public static final String SETTING = "p";

  /** The key of one tag of the run, {@code NAME=VALUE}; repeatable. */
  public static final String TAG = "tag";

  /** A setting that is also a key. */
  public static final String FIDELITY = "fidelity";

  /**
   * Settings that are also repeatable keys: files, variables, statements; {@link #NEXT} separates.
   */
  public static final String FILE = "file";

  public static final String DEFINE = "define";

  public static final String SQL = "sql";

  public static final String COMMAND = "command";

  /** Between two values of a setting. */
  public static final String NEXT = ";; ";

  /** Settings that are also keys. */
  public static final List<String> ALSO_KEYS = List.of(FIDELITY, FILE, DEFINE, SQL, COMMAND);

  /** The text of a flag that is set. */
  public static final String SET = "true";

  /** A key with one value. */
  public record Entry(String key, String text) {}

  /** Reads a value. */
  public interface Parser<T> {
    T parse(String text) throws SpecException;
  }

  public SpecEntries {
    all = List.copyOf(all);
  }

  /** These entries followed by another one. */
  public SpecEntries with(String key, String text) {
    List<Entry> more = new ArrayList<>(all);
    more.add(new Entry(key, text));
    return new SpecEntries(more);
  }

  /** These entries followed by others. */
  public SpecEntries with(List<Entry> others) {
    List<Entry> more = new ArrayList<>(all);
    more.addAll(others);
    return new SpecEntries(more);
  }

  /** The entries whose keys are not in the given set. */
  public SpecEntries without(Set<String> keys) {
    return new SpecEntries(all.stream().filter(entry -> !keys.contains(entry.key)).toList());
  }

  public boolean has(String key) {
    return all.stream().anyMatch(entry -> entry.key.equals(key));
  }

  /** The values of a repeatable key. */
  public List<String> texts(String key) {
    return all.stream().filter(entry -> entry.key.equals(key)).map(Entry::text).toList();
  }

  /** The last value of a key; null if the key is absent. */
  public @Nullable String text(String key) {
    List<String> texts = texts(key);
    return texts.isEmpty() ? null : texts.get(texts.size() - 1);
  }

  /**
   * The value of an option that the command requires.
   *
   * @param what what to give, for the message
   * @throws SpecException if it is absent
   */
  public String required(String key, String what) throws SpecException {
    String text = text(key);
    if (text == null) {
      throw new SpecException("--%s is missing: give %s", key, what);
    }
    return text;
  }

  public boolean flag(String key) {
    return SET.equals(text(key));
  }

  /**
   * The parsed value of a key; null if the key is absent.
   *
   * @throws SpecException with the key, if the value is invalid
   */
  public <T> @Nullable T value(String key, Parser<T> parser) throws SpecException {
    String text = text(key);
    if (text == null) {
      return null;
    }
    try {
      return parser.parse(text);
    } catch (SpecException e) {
      throw new SpecException("--" + key + ": " + e.getMessage());
    }
  }

  /** The storage options: comma-separated lists of pairs, as in {@code --storage}. */
  public Map<String, String> storage() throws SpecException {
    return pairs(
        "--storage",
        texts("storage").stream().flatMap(list -> Stream.of(list.split(",", -1))).toList());
  }

  /**
   * Parses pairs of the form {@code key=value}.
   *
   * @param option the option's name for messages, such as {@code -p}
   * @return the pairs in the given order
   */
  public static Map<String, String> pairs(String option, List<String> texts) throws SpecException {
    Map<String, String> pairs = new LinkedHashMap<>();
    for (String text : texts) {
      int equals = text.indexOf('=');
      String key = text.substring(0, Math.max(equals, 0)).strip();
      String value = text.substring(equals + 1).strip();
      if (key.isEmpty() || value.isEmpty()) {
        throw new SpecException(option + " takes key=value, not '" + text + "'");
      }
      if (pairs.putIfAbsent(key, value) != null) {
        throw new SpecException(option + " gives " + key + " twice");
      }
    }
    return Collections.unmodifiableMap(pairs);
  }

  /**
   * Parses the value of a repeatable key as a setting has it.
   *
   * @param option the option's name for messages
   */
  public static Map<String, String> split(String option, String values) throws SpecException {
    return values.isEmpty() ? Map.of() : pairs(option, parts(values));
  }

  /** Returns the values of a repeatable key from the value of a setting. */
  public static List<String> parts(String values) {
    return Stream.of(values.split(";;(?!;)", -1))
        .map(part -> part.replaceAll(";\\\\(?=\\\\*;)", ";").strip())
        .toList();
  }

  /** Returns values as one. Two semicolons in a value, such as a string in SQL, are escaped. */
  private static String joined(List<String> values) {
    return String.join(
        NEXT, values.stream().map(each -> each.replaceAll(";(?=\\\\*;)", ";\\\\")).toList());
  }

  /** The workload's settings from {@code -p} and the {@link #ALSO_KEYS}. */
  public Map<String, String> settings() throws SpecException {
    return settings(ALSO_KEYS);
  }

  /**
   * The workload's settings from {@code -p} and from keys that are also settings.
   *
   * @throws SpecException if the two contradict each other
   */
  public Map<String, String> settings(List<String> keys) throws SpecException {
    Map<String, String> settings = new LinkedHashMap<>(pairs("-p", texts(SETTING)));
    for (String key : keys) {
      String value = joined(texts(key));
      String other = value.isEmpty() ? null : settings.putIfAbsent(key, value);
      if (other != null && !other.equals(value)) {
        throw new SpecException(
            "--%s %s and -p %s=%s differ: give one of them", key, value, key, other);
      }
    }
    return settings;
  }

  /** The names of the given settings, including malformed ones. */
  public List<String> settingNames() {
    List<String> names = new ArrayList<>();
    texts(SETTING).forEach(pair -> names.add(pair.split("=", 2)[0].strip()));
    ALSO_KEYS.stream().filter(this::has).forEach(names::add);
    return names;
  }

  /**
   * The equivalent command-line arguments, in this order: the workload, options with values, flags.
   *
   * @param flags keys without a value
   */
  public List<String> arguments(Set<String> flags) {
    List<String> pairs = new ArrayList<>(texts(WORKLOAD));
    List<String> last = new ArrayList<>();
    for (Entry entry : all) {
      String name = (entry.key.equals(SETTING) ? "-" : "--") + entry.key;
      if (flags.contains(entry.key)) {
        last.add(name);
      } else if (!entry.key.equals(WORKLOAD)) {
        pairs.addAll(List.of(name, entry.text));
      }
    }
    pairs.addAll(last);
    return pairs;
  }
}
