package io.stallmark.jdbc.connect;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/**
 * Connections of another source, with an isolation level.
 *
 * @param source opens them; it is closed by its owner
 * @param level a constant of {@link Connection}
 */
public record IsolatedConnections(ConnectionSource source, int level) implements ConnectionSource {

  @Override
  public Connection connect() throws SQLException {
    return isolated(source.connect());
  }

  @Override
  public Connection connectForTransactions() throws SQLException {
    return isolated(source.connectForTransactions());
  }

  private Connection isolated(Connection connection) throws SQLException {
    try {
      connection.setTransactionIsolation(level);
      return connection;
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }

  @Override
  public String where() {
    return source.where();
  }

  @Override
  public Optional<ServerLogin> serverLogin() {
    return source.serverLogin();
  }
}
