package io.stallmark.mysql.connect;

import io.stallmark.jdbc.connect.JdbcDriver;
import io.stallmark.spi.Tls.Mode;
import java.util.HashMap;
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

  /** Counts the rows that an update changes, not those that it finds. */
  private static final String AFFECTED = "useAffectedRows";

  private static final Map<String, String> COMMON =
      Map.of(
          "connectTimeout",
          "10000",
          "socketTimeout",
          "0",
          "tcpKeepAlive",
          "true",
          "yearIsDateType", // year 0 is no date
          "false",
          "useServerPrepStmts",
          "true",
          "cachePrepStmts",
          "false",
          AFFECTED,
          "true");

  private static final Set<String> TLS_NAMES =
      Set.of("sslmode", "usessl", "requiressl", "verifyservercertificate", "serversslcert");

  private static final Set<String> TLS_OFF = Set.of("disabled", "disable", "false");

  private static final JdbcDriver CONNECTOR_J =
      driver(
          "mysql",
          Map.of(
              "socketFactory",
              ConnectorJSockets.class.getName(),
              // Announces LOAD DATA LOCAL to the server; no file exists under this path.
              "allowLoadLocalInfileInPath",
              "/nonexistent",
              // ChannelInput already buffers; the driver's read-ahead would copy the data again.
              "useReadAheadInput",
              "false",
              // Otherwise the driver asks the server before each write whether the session is
              // read-only.
              "readOnlyPropagatesToServer",
              "false",
              // Otherwise the driver sets a time limit before each streamed read.
              "netTimeoutForStreamingResults",
              "0",
              // Keeps each row as received instead of copying every column out of it.
              "largeRowSizeThreshold",
              "0",
              // Otherwise the driver adds STRICT_TRANS_TABLES to the server's modes.
              "jdbcCompliantTruncation",
              "false",
              // Set by the driver, because it must know whether a backslash escapes.
              JdbcDriver.SESSION_VARIABLES,
              SessionVariables.ASSIGNMENTS,
              // Both cost time in every statement, for statistics and timeouts that are not used.
              "maintainTimeStats",
              "false",
              "enableQueryTimeouts",
              "false"),
          List.of("DISABLED", "REQUIRED", "VERIFY_IDENTITY"),
          Map.of(
              "trustCertificateKeyStoreUrl", "P12",
              "trustCertificateKeyStoreType", "PKCS12",
              "trustCertificateKeyStorePassword", "PASSWORD"),
          ConnectorJSockets.PATH,
          Set.of());

  /**
   * MariaDB's driver detects a lost host after two minutes instead of the kernel's two hours.
   * Results must not be converted to another character set, which would corrupt bytes in text
   * columns. Connector/J configures both itself.
   */
  private static final JdbcDriver MARIADB =
      driver(
          "mariadb",
          Map.of(
              "socketFactory", MariaDbSockets.class.getName(),
              "tcpKeepIdle", "60",
              "tcpKeepInterval", "10",
              "tcpKeepCount", "6"),
          List.of("disable", "trust", "verify-full"),
          Map.of("serverSslCert", "PEM"),
          MariaDbSockets.PATH,
          Set.of("SET character_set_results = NULL, " + SessionVariables.ASSIGNMENTS));

  public static final List<JdbcDriver> ALL = List.of(CONNECTOR_J, MARIADB);

  private MySqlDrivers() {}

  /** Returns the name of an option of a URL that demands TLS; null: there is none. */
  public static @Nullable String tlsOption(Map<String, String> params) {
    return params.entrySet().stream()
        .filter(option -> TLS_NAMES.contains(option.getKey().toLowerCase(Locale.ROOT)))
        .filter(option -> !TLS_OFF.contains(option.getValue().toLowerCase(Locale.ROOT)))
        .map(Map.Entry::getKey)
        .findFirst()
        .orElse(null);
  }

  /**
   * @param sslModes words for no TLS, for TLS, and for TLS with verification
   */
  private static JdbcDriver driver(
      String id,
      Map<String, String> defaults,
      List<String> sslModes,
      Map<String, String> authority,
      String socket,
      Set<String> initial) {
    Map<String, String> all = new HashMap<>(COMMON);
    all.putAll(defaults);
    Map<String, String> off = Map.of("sslMode", sslModes.get(0), "allowPublicKeyRetrieval", "true");
    return new JdbcDriver(
        id,
        Map.copyOf(all),
        Map.of(AFFECTED, "rows are counted when they change"),
        Map.of(
            Mode.UNSAID,
            off,
            Mode.OFF,
            off,
            Mode.REQUIRED,
            Map.of("sslMode", sslModes.get(1)),
            Mode.VERIFY,
            Map.of("sslMode", sslModes.get(2))),
        TLS_NAMES,
        authority,
        socket,
        Map.of("allowMultiQueries", "true"),
        initial);
  }
}
