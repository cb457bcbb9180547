package io.stallmark.jdbc.connect;

import io.stallmark.spi.DbException;
import io.stallmark.spi.DbException.Kind;
import io.stallmark.spi.Secret;
import io.stallmark.spi.Target;
import io.stallmark.text.RefusedException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Collectors;

/** Opens connections to one server through a JDBC driver, by URL, TLS options and login. */
public final class DriverConnector implements ConnectionSource {

  private final ServerUrl url;
  private final String jdbcUrl;
  private final JdbcDriver client;
  private final ServerLogin login;
  private final Properties properties = new Properties();

  /**
   * Checks URL and options without connecting.
   *
   * @param drivers drivers that support this server; the first one with the name in {@code
   *     --driver}, or else with the URL's scheme, is used
   * @throws RefusedException if the URL or an option is invalid
   */
  public static void check(ServerUrl url, List<JdbcDriver> drivers, Target target) {
    try {
      client(url, drivers, target).check(url, target.protocol());
    } catch (SQLException e) {
      return; // not an error in the URL; connecting reports it
    }
  }

  private static JdbcDriver client(ServerUrl url, List<JdbcDriver> drivers, Target target) {
    String id = target.driver() == null ? url.scheme() : target.driver();
    return drivers.stream()
        .filter(driver -> driver.id().equals(id))
        .findFirst()
        .orElseThrow(
            () ->
                new RefusedException(
                    drivers.stream()
                        .map(JdbcDriver::id)
                        .collect(Collectors.joining(" or ", "--driver is ", ", not " + id))));
  }

  /**
   * @param drivers as in {@link #check}
   * @throws RefusedException if the URL or an option is invalid
   * @throws DbException if the driver cannot be loaded
   */
  public static DriverConnector of(ServerUrl url, List<JdbcDriver> drivers, Target target)
      throws DbException {
    try {
      return new DriverConnector(url, client(url, drivers, target), target);
    } catch (SQLException e) {
      throw new DbException(Kind.FATAL, "driver", "Cannot load the driver: " + e.getMessage(), e);
    }
  }

  private DriverConnector(ServerUrl url, JdbcDriver client, Target target) throws SQLException {
    this.url = url;
    this.client = client;
    client.check(url, target.protocol());
    jdbcUrl = "jdbc:" + client.id() + url.mode() + "://" + url.hosts() + "/" + url.database();
    properties.putAll(client.properties(url, target));
    String user = url.user() != null ? url.user() : System.getProperty("user.name");
    properties.setProperty("user", user);
    Secret secret = target.password();
    if (secret == null && url.password() != null) {
      secret = new Secret(url.password());
    }
    if (secret != null) {
      properties.setProperty("password", secret.reveal());
    }
    login = new ServerLogin(url, user, secret, target.tls());
  }

  @Override
  public Connection connect() throws SQLException {
    return connect(properties);
  }

  @Override
  public Connection connectForTransactions() throws SQLException {
    Properties more = new Properties();
    more.putAll(properties);
    more.putAll(client.transactions());
    Connection connection = connect(more);
    connection.setAutoCommit(false);
    return connection;
  }

  private Connection connect(Properties properties) throws SQLException {
    Connection connection = client.driver().connect(jdbcUrl, properties);
    if (connection == null) {
      throw new SQLException(
          "The driver does not accept a URL of the form jdbc:…" + url.mode() + ":");
    }
    try (Statement statement = connection.createStatement()) {
      for (String text : client.initial()) {
        statement.execute(text);
      }
    }
    return connection;
  }

  @Override
  public String where() {
    return url.where();
  }

  @Override
  public Optional<ServerLogin> serverLogin() {
    return Optional.of(login);
  }

  @Override
  public void facts(Map<String, String> values, List<String> warnings) {
    values.put("connection", url.socket() == null ? "TCP to " + url.hosts() : "Unix socket");
    values.put("database", url.database());
  }
}
