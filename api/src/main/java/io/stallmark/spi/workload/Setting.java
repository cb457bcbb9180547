package io.stallmark.spi.workload;

import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Option of a workload, given as {@code -p name=value}.
 *
 * @param defaultValue default in the user's notation
 * @param choices allowed words, for {@link Type#CHOICE}; otherwise empty
 * @param aliases further words that are allowed, each with the choice that it means
 * @param min smallest allowed value, for numbers
 * @param max largest allowed value, for numbers
 * @param help description in one line
 */
public record Setting(
    String name,
    Type type,
    String defaultValue,
    List<String> choices,
    Map<String, String> aliases,
    double min,
    double max,
    String help) {

  /** Type of the value. */
  public enum Type {
    /** A 64-bit integer; suffixes as in 10k, 10M and 1G are allowed. */
    INTEGER,
    REAL,
    CHOICE,
    /** Any text, such as the path of a directory. */
    TEXT
  }

  public static Setting integer(String name, String defaultValue, long min, long max, String help) {
    return new Setting(name, Type.INTEGER, defaultValue, List.of(), Map.of(), min, max, help);
  }

  public static Setting real(
      String name, String defaultValue, double min, double max, String help) {
    return new Setting(name, Type.REAL, defaultValue, List.of(), Map.of(), min, max, help);
  }

  public static Setting text(String name, String defaultValue, String help) {
    return new Setting(name, Type.TEXT, defaultValue, List.of(), Map.of(), 0, 0, help);
  }

  /** A choice among the constants of an enum, by their {@link #word}. */
  public static <E extends Enum<E>> Setting choice(String name, Class<E> choices, String help) {
    return choice(name, names(choices), help);
  }

  /** The {@link #word} of each constant of an enum. */
  public static <E extends Enum<E>> List<String> names(Class<E> choices) {
    return EnumSet.allOf(choices).stream().map(Setting::word).toList();
  }

  /** Name of a constant in the values of a choice: in lower case. */
  public static String word(Enum<?> choice) {
    return choice.name().toLowerCase(Locale.ROOT);
  }

  public static Setting choice(String name, List<String> choices, String help) {
    return choice(name, choices, Map.of(), help);
  }

  /** A choice that also accepts other words, which are read as the choice that they mean. */
  public static Setting choice(
      String name, List<String> choices, Map<String, String> aliases, String help) {
    return new Setting(
        name, Type.CHOICE, choices.get(0), List.copyOf(choices), Map.copyOf(aliases), 0, 0, help);
  }
}
