package io.stallmark.spi.server;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a reader of the results must know of the database.
 *
 * @param values name to value, in the order to print: server, version, driver, durability, caches,
 *     write concern, …
 * @param warnings whole sentences
 */
public record Facts(Map<String, String> values, List<String> warnings) {
  public Facts {
    values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    warnings = List.copyOf(warnings);
  }
}
