package io.stallmark.spec;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Options of the form {@code key=value}. */
public final class KeyValuePairs {

  private KeyValuePairs() {}

  /**
   * @param option how the user gave them, for messages: {@code -p}
   * @param texts one pair each
   * @return in the order given
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

  /** Pairs with commas between them, as {@code --storage} takes them; may be given repeatedly. */
  public static Map<String, String> parseLists(String option, List<String> lists)
      throws SpecException {
    return parse(
        option, lists.stream().flatMap(list -> List.of(list.split(",", -1)).stream()).toList());
  }
}
