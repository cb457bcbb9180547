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
 * The two JDBC drivers. Each talks to every server of the family; they differ in the names of their
 * properties. A property in the user's URL beats every default here.
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
          // Tells the server that LOAD DATA LOCAL may come; no file lies under this path.
          "allowLoadLocalInfileInPath", "/nonexistent",
          // Our socket buffers already; the driver's own read-ahead copies once more.
          "useReadAheadInput", "false",
          // Before every write it would ask the server whether the session is read-only.
          "readOnlyPropagatesToServer", "false",
          // Keeps a row as it came instead of copying every column out of it.
          "largeRowSizeThreshold", "0",
          // Both cost time in every statement for statistics that nobody reads.
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
      // A host that vanished is noticed after two minutes instead of the kernel's two hours.
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
   * Known to both. A stall must not turn into an error, so there is no socket timeout; rows are
   * counted when they change, as libmysqlclient and so sysbench count them.
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

  /** What in a URL says something of encryption, in the spelling of either driver. */
  private static final Set<String> TLS_WORDS =
      Set.of("sslmode", "usessl", "requiressl", "verifyservercertificate", "serversslcert");

  private final String id;

  ClientDriver(String id) {
    this.id = id;
  }

  abstract Driver driver() throws SQLException;

  /** Beside those common to both. */
  abstract Map<String, String> defaults();

  abstract Map<String, String> socket(String path);

  /** {@code UNSAID} is off: encryption costs both sides time, and a benchmark's norm is without. */
  abstract Map<String, String> tls(Tls.Mode mode);

  /**
   * What a new connection still needs. Results come as they are stored, for bytes in a column of
   * text would not survive a conversion; Connector/J has the server do so anyway.
   */
  void settle(Connection connection) throws SQLException {}

  /** Trusts the authority in this PEM file and no other. */
  abstract Map<String, String> authority(Path ca) throws SQLException;

  /** The scheme of its JDBC URLs, and what {@code --driver} calls it. */
  String id() {
    return id;
  }

  /**
   * @throws IllegalArgumentException when there is no such driver
   */
  static ClientDriver of(String id) {
    return Stream.of(values())
        .filter(d -> d.id.equals(id))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("--driver is mysql or mariadb, not " + id));
  }

  /** What to connect with: defaults, then what the flags and the URL say. Without the login. */
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
   * Refuses what the driver would ignore without a word, and values that it cannot read.
   *
   * @throws IllegalArgumentException naming the property
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
