package io.stallmark.spi.workload;

import java.util.List;

/**
 * Option of a workload, given as {@code -p name=value}.
 *
 * @param defaultValue default in the user's notation
 * @param choices allowed words, for {@link Type#CHOICE}; otherwise empty
 * @param min smallest allowed value, for numbers
 * @param max largest allowed value, for numbers
 * @param help description in one line
 */
public record Setting(
    String name,
    Type type,
    String defaultValue,
    List<String> choices,
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
    return new Setting(name, Type.INTEGER, defaultValue, List.of(), min, max, help);
  }

  public static Setting real(
      String name, String defaultValue, double min, double max, String help) {
    return new Setting(name, Type.REAL, defaultValue, List.of(), min, max, help);
  }

  public static Setting text(String name, String defaultValue, String help) {
    return new Setting(name, Type.TEXT, defaultValue, List.of(), 0, 0, help);
  }

  public static Setting choice(String name, List<String> choices, String help) {
    return new Setting(name, Type.CHOICE, choices.get(0), List.copyOf(choices), 0, 0, help);
  }
}
