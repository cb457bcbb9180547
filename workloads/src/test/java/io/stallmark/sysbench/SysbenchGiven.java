package io.stallmark.sysbench;

import io.stallmark.spi.Capability;
import io.stallmark.spi.workload.Scenario;
import io.stallmark.spi.workload.Setting;
import io.stallmark.spi.workload.Settings;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Settings as a user would give them. */
final class SysbenchGiven {

  static final Set<Capability> ALL = EnumSet.allOf(Capability.class);

  private SysbenchGiven() {}

  /** The defaults with some settings changed: "rows=100", … */
  static Settings settings(String... changes) {
    Map<String, String> texts = new LinkedHashMap<>();
    for (String change : changes) {
      int equals = change.indexOf('=');
      texts.put(change.substring(0, equals), change.substring(equals + 1));
    }
    Map<String, Object> values = new LinkedHashMap<>();
    for (Setting setting : new SysbenchWorkload().settings()) {
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

  static Scenario scenario(String... changes) {
    return scenario(ALL, changes);
  }

  static Scenario scenario(Set<Capability> capabilities, String... changes) {
    return new SysbenchWorkload().scenario(settings(changes), 1, capabilities);
  }
}
