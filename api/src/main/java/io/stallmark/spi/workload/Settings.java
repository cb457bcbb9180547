package io.stallmark.spi.workload;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Validated values of a workload's settings: each is present, of its type and within its bounds.
 *
 * @param values values by setting name: Long, Double or String
 */
public record Settings(Map<String, Object> values) {

  public Settings {
    values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
  }

  /** Returns a copy with some values replaced. */
  public Settings with(Map<String, Object> others) {
    Map<String, Object> all = new LinkedHashMap<>(values);
    all.putAll(others);
    return new Settings(all);
  }

  public long integer(String name) {
    return (Long) value(name);
  }

  /** Integer value of a setting whose bounds fit in 32 bits. */
  public int int32(String name) {
    return Math.toIntExact(integer(name));
  }

  public double real(String name) {
    return (Double) value(name);
  }

  public String choice(String name) {
    return text(name);
  }

  /** Value of a setting that is a choice among the constants of an enum. */
  public <E extends Enum<E>> E choice(String name, Class<E> choices) {
    return Enum.valueOf(choices, choice(name).toUpperCase(Locale.ROOT));
  }

  public String text(String name) {
    return (String) value(name);
  }

  private Object value(String name) {
    Object value = values.get(name);
    if (value == null) {
      throw new IllegalArgumentException("The workload declares no setting " + name);
    }
    return value;
  }
}
