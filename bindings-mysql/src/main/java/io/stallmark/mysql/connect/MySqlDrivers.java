package io.stallmark.mysql.connect;

import io.stallmark.jdbc.connect.JdbcDriver;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The two JDBC drivers and their connection properties. Each supports every server of the family.
 * TLS is off by default: encryption takes time on both sides, and benchmarks usually run without
 * it.
 */
public final class MySqlDrivers {

  private static final Set<String> TLS_OFF = Set.of("disabled", "disable", "false");

  /** Sets the modes by itself, because it must know whether a backslash escapes. */
  private static final JdbcDriver CONNECTOR_J =
      JdbcDriver.of(
          MySqlDrivers.class,
          "mysql",
          Map.of(
              "socketFactory",
              ConnectorJSockets.class.getName(),
              JdbcDriver.SESSION_VARIABLES,
              SessionVariables.ASSIGNMENTS),
          ConnectorJSockets.PATH,
          Set.of());

  /**
   * Results must not be converted to another character set, which would corrupt bytes in text
   * columns. Connector/J configures that itself.
   */
  private static final JdbcDriver MARIADB =
      JdbcDriver.of(
          MySqlDrivers.class,
          "mariadb",
          Map.of("socketFactory", MariaDbSockets.class.getName()),
          MariaDbSockets.PATH,
          Set.of("SET character_set_results = NULL, " + SessionVariables.ASSIGNMENTS));

  public static final List<JdbcDriver> ALL = List.of(CONNECTOR_J, MARIADB);

  private MySqlDrivers() {}

  /** Returns the name of an option of a URL that demands TLS; null: there is none. */
  public static @Nullable String tlsOption(Map<String, String> params) {
    return params.entrySet().stream()
        .filter(option -> CONNECTOR_J.tlsNames().contains(option.getKey().toLowerCase(Locale.ROOT)))
        .filter(option -> !TLS_OFF.contains(option.getValue().toLowerCase(Locale.ROOT)))
        .map(Map.Entry::getKey)
        .findFirst()
        .orElse(null);
  }
}
