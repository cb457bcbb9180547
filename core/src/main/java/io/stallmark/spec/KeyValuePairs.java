package io.stallmark.spec;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Parser of options of the form {@code key=value}. */
public final class KeyValuePairs {

  private KeyValuePairs() {}

  /**
   * Parses pairs.
   *
   * @param option the option's name for messages, such as {@code -p}
   * @param texts the pairs, one per text
   * @return the pairs in the given order
   */
  public static Map<String, String> parse(String option, List<String> texts) throws SpecException {
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

  /** Parses comma-separated lists of pairs, as in {@code --storage}. The option may be repeated. */
  public static Map<String, String> parseLists(String option, List<String> lists)
      throws SpecException {
    return parse(
        option, lists.stream().flatMap(list -> List.of(list.split(",", -1)).stream()).toList());
  }
}
