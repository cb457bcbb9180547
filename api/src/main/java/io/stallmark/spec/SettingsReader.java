package io.stallmark.spec;

import io.stallmark.spi.workload.Setting;
import io.stallmark.spi.workload.Settings;
import io.stallmark.spi.workload.Workload;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads {@code -p key=value} pairs and checks them against the settings that a workload declares.
 */
public record SettingsReader(Workload workload) {

  /**
   * Returns a checked value for every setting: the given one, or else the default.
   *
   * @throws SpecException if a name is unknown or a value is invalid
   */
  public Settings read(Map<String, String> given) throws SpecException {
    List<String> names = workload.settings().stream().map(Setting::name).toList();
    for (String key : given.keySet()) {
      if (!names.contains(key) && !workload.takesValues()) {
        throw new SpecException(
            "%s has no setting '%s': %s", workload.name(), key, NearestWord.hint(key, names));
      }
    }
    Map<String, Object> values = new LinkedHashMap<>();
    for (Setting setting : workload.settings()) {
      String text = given.getOrDefault(setting.name(), setting.defaultValue());
      values.put(setting.name(), value(setting, text));
    }
    given.forEach(values::putIfAbsent);
    return new Settings(values);
  }

  /** Returns the default of every setting. */
  public Settings defaults() {
    try {
      return read(Map.of());
    } catch (SpecException e) {
      throw new IllegalStateException(e); // a default of the workload is out of bounds
    }
  }

  private static Object value(Setting setting, String text) throws SpecException {
    try {
      return switch (setting.type()) {
        case INTEGER -> {
          long number = Quantity.count(text);
          bound(setting, (double) number, text);
          yield number;
        }
        case REAL -> {
          double number = Quantity.real(text);
          bound(setting, number, text);
          yield number;
        }
        case CHOICE -> choice(setting, text);
        case TEXT -> text;
      };
    } catch (SpecException e) {
      throw new SpecException("-p " + setting.name() + ": " + e.getMessage());
    }
  }

  private static String choice(Setting setting, String given) throws SpecException {
    String text = setting.aliases().getOrDefault(given, given);
    if (setting.choices().contains(text)) {
      return text;
    }
    String near =
        NearestWord.of(text, setting.choices()).map(n -> "; did you mean " + n + "?").orElse("");
    throw new SpecException(
        "'%s' is not one of %s%s", text, String.join(", ", setting.choices()), near);
  }

  private static void bound(Setting setting, double number, String text) throws SpecException {
    if (number < setting.min() || number > setting.max()) {
      throw new SpecException(
          "%s is not within %s to %s", text, plain(setting.min()), plain(setting.max()));
    }
  }

  /** Formats a bound without an exponent or unnecessary decimals. */
  public static String plain(double bound) {
    return bound == Math.rint(bound) && Math.abs(bound) < 1e19
        ? Long.toString((long) bound)
        : Double.toString(bound);
  }
}
