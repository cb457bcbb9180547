package io.stallmark.jdbc;

import io.stallmark.spi.Database;
import io.stallmark.spi.DbException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.Map;

/** Reads counters by a query, on a connection of its own. */
final class JdbcCounters implements Database.Counters {

  private final Dialect dialect;
  private final Connector connector;
  private final String query;
  private final Connection connection;

  JdbcCounters(Dialect dialect, Connector connector, String query) throws SQLException {
    this.dialect = dialect;
    this.connector = connector;
    this.query = query;
    connection = connector.connect();
  }

  @Override
  public Map<String, Long> read() throws DbException {
    Map<String, Long> values = new LinkedHashMap<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      while (rows.next()) {
        String value = rows.getString(2);
        if (value != null && value.matches("-?\\d{1,18}")) {
          values.put(rows.getString(1), Long.parseLong(value));
        }
      }
      return values;
    } catch (SQLException e) {
      throw dialect.error(e, connector);
    }
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      // it is gone already
    }
  }
}
