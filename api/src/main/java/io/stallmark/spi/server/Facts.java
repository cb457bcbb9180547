package io.stallmark.spi.server;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Server and driver properties that the results report.
 *
 * @param values value by name, in print order: server, version, driver, durability, caches, write
 *     concern, …
 * @param warnings warnings for the user, each a complete sentence
 */
public record Facts(Map<String, String> values, List<String> warnings) {
  public Facts {
    values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    warnings = List.copyOf(warnings);
  }
}
