package io.stallmark.jdbc.connect;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Connections of another source, each prepared when it is opened. */
record PreparedConnections(ConnectionSource source, ConnectionSource.Preparation preparation)
    implements ConnectionSource {

  @Override
  public Connection connect() throws SQLException {
    return prepared(source.connect());
  }

  @Override
  public Connection connectForTransactions() throws SQLException {
    return prepared(source.connectForTransactions());
  }

  private Connection prepared(Connection connection) throws SQLException {
    try {
      preparation.prepare(connection);
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

  @Override
  public void facts(Map<String, String> values, List<String> warnings) {
    source.facts(values, warnings);
  }

  @Override
  public void close() {
    source.close();
  }
}
