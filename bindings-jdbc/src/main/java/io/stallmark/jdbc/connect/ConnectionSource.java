package io.stallmark.jdbc.connect;

import io.stallmark.spi.Secret;
import io.stallmark.spi.Target;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/**
 * Opens connections to one database. Thread-safe. Closing it stops an embedded server that it
 * started.
 */
@FunctionalInterface
public interface ConnectionSource extends AutoCloseable {

  /** Returns connections by the driver that accepts the URL, with or without {@code jdbc:}. */
  static ConnectionSource of(Target target) {
    String url = target.url().startsWith("jdbc:") ? target.url() : "jdbc:" + target.url();
    Properties login = new Properties();
    Secret password = target.password();
    if (password != null) {
      login.setProperty("password", password.reveal());
    }
    return () -> driver(url).connect(url, login);
  }

  private static Driver driver(String url) throws SQLException {
    try {
      return DriverManager.getDriver(url);
    } catch (SQLException e) {
      // Only the words before the host: the rest may have a password.
      String scheme = "jdbc:" + url.replaceFirst("^jdbc:", "").split("[:/?;@]", 2)[0] + ":";
      throw new SQLException(
          "no JDBC driver accepts a URL with "
              + scheme
              + "; add the jar of the driver to the class path, such as the directory STALLMARK_LIB",
          e.getSQLState());
    }
  }

  /** Opens a connection in autocommit mode; the caller closes it. */
  Connection connect() throws SQLException;

  /**
   * Opens a connection whose autocommit is off. If the dialect joins texts, this connection must
   * accept several statements in one text.
   */
  default Connection connectForTransactions() throws SQLException {
    Connection connection = connect();
    connection.setAutoCommit(false);
    return connection;
  }

  /** Returns these connections, each prepared when it is opened. */
  default ConnectionSource with(Preparation preparation) {
    return new PreparedConnections(this, preparation);
  }

  /** Prepares a new connection, for example by statements that are valid for a session. */
  @FunctionalInterface
  interface Preparation {
    void prepare(Connection connection) throws SQLException;
  }

  /** Address of the database for messages: host and port, a socket or a file, without secrets. */
  default String where() {
    return "the database";
  }

  /** Returns what a client needs that connects without the driver; empty if there can be none. */
  default Optional<ServerLogin> serverLogin() {
    return Optional.empty();
  }

  /** Adds to the results how the database is connected. Each warning is a complete sentence. */
  default void facts(Map<String, String> values, List<String> warnings) {}

  /** Stops an embedded server; otherwise does nothing. Never throws. */
  @Override
  default void close() {}
}
