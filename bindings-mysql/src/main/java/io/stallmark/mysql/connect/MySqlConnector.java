package io.stallmark.mysql.connect;

import io.stallmark.jdbc.ConnectionSource;
import io.stallmark.spi.DbException;
import io.stallmark.spi.DbException.Kind;
import io.stallmark.spi.Secret;
import io.stallmark.spi.Target;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/** Opens connections to one server through one of the two drivers. */
public final class MySqlConnector implements ConnectionSource {

  private final MySqlUrl url;
  private final String jdbcUrl;
  private final ClientDriver client;
  private final Driver driver;
  private final Properties properties = new Properties();

  /**
   * @throws IllegalArgumentException if the URL or an option is invalid
   */
  public static void check(MySqlUrl url, Target target) {
    try {
      client(url, target);
    } catch (SQLException e) {
      return; // not an error in the URL; connecting reports it
    }
  }

  private static ClientDriver client(MySqlUrl url, Target target) throws SQLException {
    String named = target.driver();
    ClientDriver client = ClientDriver.of(named == null ? url.scheme() : named);
    client.check(url);
    return client;
  }

  /**
   * @throws IllegalArgumentException if the URL or an option is invalid
   * @throws DbException if the driver cannot be loaded
   */
  public static MySqlConnector of(MySqlUrl url, Target target) throws DbException {
    try {
      return new MySqlConnector(url, target);
    } catch (SQLException e) {
      throw new DbException(Kind.FATAL, "driver", "The driver does not load: " + e.getMessage(), e);
    }
  }

  private MySqlConnector(MySqlUrl url, Target target) throws SQLException {
    this.url = url;
    client = client(url, target);
    driver = client.driver();
    jdbcUrl = "jdbc:" + client.id() + url.mode() + "://" + url.hosts() + "/" + url.database();
    properties.putAll(client.properties(url, target.tls()));
    properties.setProperty("user", user(url));
    Secret secret = target.password();
    String password = secret != null ? secret.reveal() : url.password();
    if (password != null) {
      properties.setProperty("password", password);
    }
  }

  private static String user(MySqlUrl url) {
    return url.user() != null ? url.user() : System.getProperty("user.name");
  }

  @Override
  public Connection connect() throws SQLException {
    return connect(properties);
  }

  @Override
  public Connection connectForTransactions() throws SQLException {
    Properties more = new Properties();
    more.putAll(properties);
    more.setProperty("allowMultiQueries", "true"); // same name in both drivers
    Connection connection = connect(more);
    connection.setAutoCommit(false);
    return connection;
  }

  private Connection connect(Properties properties) throws SQLException {
    Connection connection = driver.connect(jdbcUrl, properties);
    if (connection == null) {
      throw new SQLException(
          "The driver does not take a URL of the form jdbc:…" + url.mode() + ":");
    }
    client.settle(connection);
    return connection;
  }

  @Override
  public String where() {
    return url.where();
  }

  @Override
  public void facts(Map<String, String> values, List<String> warnings) {
    values.put("connection", url.socket() == null ? "TCP to " + url.hosts() : "Unix socket");
    values.put("database", url.database());
  }
}
