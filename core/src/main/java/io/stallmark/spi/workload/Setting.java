package io.stallmark.spi.workload;

import java.util.List;

/**
 * A workload's option, given as {@code -p name=value}.
 *
 * @param defaultValue as a user would write it
 * @param choices the words allowed, for {@link Type#CHOICE}; empty otherwise
 * @param min the least value allowed, for numbers
 * @param max the greatest value allowed, for numbers
 * @param help one line
 */
public record Setting(
    String name,
    Type type,
    String defaultValue,
    List<String> choices,
    double min,
    double max,
    String help) {

  /** How the text is read. */
  public enum Type {
    /** A 64-bit integer; 10k, 10M and 1G are understood. */
    INTEGER,
    REAL,
    CHOICE
  }

  public static Setting integer(String name, String defaultValue, long min, long max, String help) {
    return new Setting(name, Type.INTEGER, defaultValue, List.of(), min, max, help);
  }

  public static Setting real(
      String name, String defaultValue, double min, double max, String help) {
    return new Setting(name, Type.REAL, defaultValue, List.of(), min, max, help);
  }

  public static Setting choice(String name, List<String> choices, String help) {
    return new Setting(name, Type.CHOICE, choices.get(0), List.copyOf(choices), 0, 0, help);
  }
}
