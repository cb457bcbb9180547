package io.stallmark.mysql.connect;

import io.stallmark.mysql.socket.ConnectorJSockets;
import io.stallmark.mysql.socket.MariaDbSockets;
import io.stallmark.spi.Tls;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The two JDBC drivers and their connection properties. Each driver supports every server of the
 * family. A property in the URL overrides the default.
 */
enum ClientDriver {
  CONNECTOR_J("mysql") {
    @Override
    Driver driver() throws SQLException {
      return new com.mysql.cj.jdbc.Driver();
    }

    @Override
    Map<String, String> defaults() {
      return Map.of(
          "socketFactory", ConnectorJSockets.class.getName(),
          // Announces LOAD DATA LOCAL to the server; no file exists under this path.
          "allowLoadLocalInfileInPath", "/nonexistent",
          // ChannelInput already buffers; the driver's read-ahead would copy the data once more.
          "useReadAheadInput", "false",
          // Otherwise the driver asks the server before each write whether the session is
          // read-only.
          "readOnlyPropagatesToServer", "false",
          // Keeps each row as received instead of copying every column out of it.
          "largeRowSizeThreshold", "0",
          // Both cost time in every statement, for statistics and timeouts that are not used.
          "maintainTimeStats", "false",
          "enableQueryTimeouts", "false");
    }

    @Override
    Map<String, String> socket(String path) {
      return Map.of(ConnectorJSockets.PATH, path);
    }

    @Override
    Map<String, String> tls(Tls.Mode mode) {
      return switch (mode) {
        case UNSAID, OFF -> Map.of("sslMode", "DISABLED", "allowPublicKeyRetrieval", "true");
        case REQUIRED -> Map.of("sslMode", "REQUIRED");
        case VERIFY -> Map.of("sslMode", "VERIFY_IDENTITY");
      };
    }

    @Override
    Map<String, String> authority(Path ca) throws SQLException {
      return TrustStore.of(ca);
    }
  },

  MARIADB("mariadb") {
    @Override
    Driver driver() {
      return new org.mariadb.jdbc.Driver();
    }

    @Override
    Map<String, String> defaults() {
      // A lost host is detected after two minutes instead of the kernel's two hours.
      return Map.of(
          "socketFactory", MariaDbSockets.class.getName(),
          "tcpKeepIdle", "60",
          "tcpKeepInterval", "10",
          "tcpKeepCount", "6");
    }

    @Override
    Map<String, String> socket(String path) {
      return Map.of(MariaDbSockets.PATH, path);
    }

    @Override
    Map<String, String> tls(Tls.Mode mode) {
      return switch (mode) {
        case UNSAID, OFF -> Map.of("sslMode", "disable", "allowPublicKeyRetrieval", "true");
        case REQUIRED -> Map.of("sslMode", "trust");
        case VERIFY -> Map.of("sslMode", "verify-full");
      };
    }

    @Override
    Map<String, String> authority(Path ca) {
      return Map.of("serverSslCert", ca.toString());
    }

    @Override
    void settle(Connection connection) throws SQLException {
      try (Statement statement = connection.createStatement()) {
        statement.execute("SET character_set_results = NULL");
      }
    }
  };

  private static final String AFFECTED = "useAffectedRows";

  /**
   * Properties that both drivers support. There is no socket timeout, because a stall must not
   * become an error. An update counts the rows that it changes, as in libmysqlclient and therefore
   * sysbench.
   */
  private static final Map<String, String> COMMON =
      Map.of(
          "connectTimeout",
          "10000",
          "socketTimeout",
          "0",
          "tcpKeepAlive",
          "true",
          "useServerPrepStmts",
          "true",
          "cachePrepStmts",
          "false",
          AFFECTED,
          "true");

  /** URL properties of both drivers that concern encryption, in lower case. */
  private static final Set<String> TLS_WORDS =
      Set.of("sslmode", "usessl", "requiressl", "verifyservercertificate", "serversslcert");

  private final String id;

  ClientDriver(String id) {
    this.id = id;
  }

  abstract Driver driver() throws SQLException;

  /** Default properties of this driver, in addition to the common ones. */
  abstract Map<String, String> defaults();

  abstract Map<String, String> socket(String path);

  /**
   * TLS properties of a mode. {@code UNSAID} is off: encryption takes time on both sides, and
   * benchmarks usually run without it.
   */
  abstract Map<String, String> tls(Tls.Mode mode);

  /**
   * Initializes a new connection. Results must not be converted to another character set, which
   * would corrupt bytes in text columns. Connector/J configures this itself.
   */
  void settle(Connection connection) throws SQLException {}

  /** Properties to trust only the certificate authority in this PEM file. */
  abstract Map<String, String> authority(Path ca) throws SQLException;

  /** Scheme of the driver's JDBC URLs, and its name in {@code --driver}. */
  String id() {
    return id;
  }

  /**
   * @throws IllegalArgumentException if there is no such driver
   */
  static ClientDriver of(String id) {
    return Stream.of(values())
        .filter(d -> d.id.equals(id))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("--driver is mysql or mariadb, not " + id));
  }

  /**
   * Connection properties: defaults, overridden by the options and then by the URL. Without user
   * and password.
   */
  Map<String, String> properties(MySqlUrl url, Tls tls) throws SQLException {
    Map<String, String> all = new LinkedHashMap<>(COMMON);
    all.putAll(defaults());
    boolean urlSaysTls =
        url.params().keySet().stream()
            .anyMatch(k -> TLS_WORDS.contains(k.toLowerCase(Locale.ROOT)));
    if (tls.mode() != Tls.Mode.UNSAID || !urlSaysTls) {
      all.putAll(tls(tls.mode()));
    }
    Path ca = tls.ca();
    if (ca != null) {
      all.putAll(authority(ca));
    }
    if (url.socket() != null) {
      all.putAll(socket(url.socket()));
    }
    all.putAll(url.params());
    return all;
  }

  /**
   * Refuses URL properties that the driver would silently ignore, and values that it cannot parse.
   *
   * @throws IllegalArgumentException with the property's name or the driver's message
   */
  void check(MySqlUrl url) throws SQLException {
    Driver driver = driver();
    String plain = "jdbc:" + id + "://localhost/";
    Set<String> known = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    for (DriverPropertyInfo property : driver.getPropertyInfo(plain, new Properties())) {
      known.add(property.name);
    }
    for (String name : url.params().keySet()) {
      if (!known.contains(name)) {
        throw new IllegalArgumentException(
            "The URL's option " + name + " is not one of the " + id + " driver's");
      } else if (name.equalsIgnoreCase(AFFECTED)
          && !"true".equalsIgnoreCase(url.params().get(name))) {
        throw new IllegalArgumentException(
            "The URL must not switch " + AFFECTED + " off: rows are counted when they change");
      }
    }
    Properties properties = new Properties();
    properties.putAll(url.params());
    try {
      driver.getPropertyInfo(plain, properties);
    } catch (SQLException e) {
      throw new IllegalArgumentException(
          "The " + id + " driver does not take the URL's options: " + e.getMessage(), e);
    }
  }
}
