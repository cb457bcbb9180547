package io.stallmark.plan;

import io.stallmark.spec.NearestWord;
import io.stallmark.spec.SpecException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Load in the user's notation: {@code NAME KEY=VALUE…}.
 *
 * @param name name of a role or of a phase
 * @param values values by key
 */
record RoleLoadText(String name, Map<String, String> values) {

  static final String THREADS = "threads";
  static final String RATE = "rate";
  static final String THINK_TIME = "think-time";

  /** Keys that the load of one role may have. */
  static final List<String> KEYS = List.of(THREADS, RATE, THINK_TIME);

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,60}");

  /**
   * @param keys allowed keys, each at most once
   */
  static RoleLoadText parse(String text, List<String> keys) throws SpecException {
    String[] words = text.strip().split("\\s+");
    if (!NAME.matcher(words[0]).matches()) {
      throw new SpecException("must begin with a name of letters, digits, '.', '_' and '-'");
    }
    Map<String, String> values = new LinkedHashMap<>();
    for (int i = 1; i < words.length; i++) {
      int equals = words[i].indexOf('=');
      if (equals < 1) {
        throw new SpecException("'" + words[i] + "' is not KEY=VALUE");
      }
      String key = words[i].substring(0, equals);
      if (!keys.contains(key)) {
        throw new SpecException("there is no key '" + key + "': " + NearestWord.hint(key, keys));
      }
      if (values.put(key, words[i].substring(equals + 1)) != null) {
        throw new SpecException(key + " occurs twice");
      }
    }
    return new RoleLoadText(words[0], values);
  }

  /**
   * Pacing that the text gives; null: it gives none.
   *
   * @param prefix prefix of the keys
   * @param distribution distribution of the gaps between arrivals when there is a rate
   */
  @Nullable Pacing pacing(String prefix, Pacing.Distribution distribution) throws SpecException {
    String rate = values.get(prefix + RATE);
    String think = values.get(prefix + THINK_TIME);
    RateSchedule rates = rate == null ? RateSchedule.constant(0) : RatesReader.parse(rate);
    if (rates.highest() > 0 && think != null) {
      throw new SpecException("think-time cannot be used with a rate");
    }
    if (think != null) {
      return new Pacing.ClosedLoop(ThinkTime.parse(think));
    }
    return rate == null ? null : new Pacing.OpenLoop(rates, distribution);
  }
}
