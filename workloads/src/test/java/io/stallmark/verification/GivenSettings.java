package io.stallmark.verification;

import io.stallmark.spi.workload.Setting;
import io.stallmark.spi.workload.Settings;
import io.stallmark.spi.workload.Workload;
import java.util.LinkedHashMap;
import java.util.Map;

/** Settings as a user would give them. */
public final class GivenSettings {

  private GivenSettings() {}

  /** The defaults of a workload with some settings changed: "sensors=10", … */
  public static Settings of(Workload workload, String... changes) {
    Map<String, String> texts = new LinkedHashMap<>();
    for (String change : changes) {
      int equals = change.indexOf('=');
      texts.put(change.substring(0, equals), change.substring(equals + 1));
    }
    Map<String, Object> values = new LinkedHashMap<>();
    for (Setting setting : workload.settings()) {
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
      case INTEGER -> Long.valueOf(text.replace("M", "000000"));
      case REAL -> Double.valueOf(text);
      case CHOICE, TEXT -> text;
    };
  }
}
