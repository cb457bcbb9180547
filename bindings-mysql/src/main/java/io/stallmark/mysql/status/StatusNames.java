package io.stallmark.mysql.status;

import io.stallmark.spi.server.ServerFigure;
import io.stallmark.spi.server.Usage.Resource;
import io.stallmark.text.TextResource;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Names of server variables by purpose, from {@code status.properties}. */
public final class StatusNames {

  private static final TextResource NAMES = new TextResource(StatusNames.class, "status");

  private StatusNames() {}

  /**
   * Query for the counters that explain stalls, and those of figures. It needs no privilege on any
   * server.
   */
  public static String counters(List<ServerFigure> figures) {
    return "SHOW GLOBAL STATUS WHERE "
        + isOneOf(
            Stream.concat(of("counters").stream(), figures.stream().flatMap(ServerFigure::counters))
                .distinct()
                .toList())
        + " OR Variable_name LIKE 'Rocksdb\\_stall\\_%'";
  }

  static List<String> of(String key) {
    return List.of(NAMES.get(key).split(" +"));
  }

  /** Variables of a group that count each resource. */
  static Map<Resource, List<String>> usage(String group) {
    Map<Resource, List<String>> names = new EnumMap<>(Resource.class);
    for (Resource resource : Resource.values()) {
      String key = group + "." + resource;
      if (!NAMES.get(key).isEmpty()) {
        names.put(resource, of(key));
      }
    }
    return names;
  }

  /** Condition that selects these variables. */
  static String isOneOf(Collection<String> names) {
    return "Variable_name IN ('" + String.join("', '", names) + "')";
  }
}
