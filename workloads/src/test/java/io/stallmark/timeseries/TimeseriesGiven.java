package io.stallmark.timeseries;

import io.stallmark.spi.Capability;
import io.stallmark.spi.workload.Scenario;
import io.stallmark.spi.workload.Setting;
import io.stallmark.spi.workload.Settings;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Settings as a user would give them. */
public final class TimeseriesGiven {

  static final Set<Capability> ALL = EnumSet.allOf(Capability.class);

  private TimeseriesGiven() {}

  /** The defaults with some settings changed: "sensors=10", … */
  static Settings settings(String... changes) {
    Map<String, String> texts = new LinkedHashMap<>();
    for (String change : changes) {
      int equals = change.indexOf('=');
      texts.put(change.substring(0, equals), change.substring(equals + 1));
    }
    Map<String, Object> values = new LinkedHashMap<>();
    for (Setting setting : new TimeseriesWorkload().settings()) {
      String given = texts.remove(setting.name());
      values.put(setting.name(), value(setting, given == null ? setting.defaultValue() : given));
    }
    if (!texts.isEmpty()) {
      throw new IllegalArgumentException("No such setting: " + texts.keySet());
    }
    return new Settings(values);
  }

  private static Object value(Setting setting, String text) {
    return switch (setting.type()) {
      case INTEGER -> Long.valueOf(text);
      case REAL -> Double.valueOf(text);
      case CHOICE -> text;
    };
  }

  public static Scenario scenario(String... changes) {
    return new TimeseriesWorkload().scenario(settings(changes), 1, ALL);
  }
}
