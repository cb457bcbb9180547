package io.stallmark.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/**
 * Opens the connections to one database. Thread-safe. An embedded server that it started stops when
 * it is closed.
 */
@FunctionalInterface
public interface ConnectionSource extends AutoCloseable {

  /** A new connection in autocommit; the caller closes it. */
  Connection connect() throws SQLException;

  /**
   * A new connection that is in a transaction always; {@link SqlDialect#prepareTexts} works on it
   * if it does anywhere.
   */
  default Connection connectForTransactions() throws SQLException {
    Connection connection = connect();
    connection.setAutoCommit(false);
    return connection;
  }

  /** How a message names the database: host and port, a socket, a file; no secret. */
  default String where() {
    return "the database";
  }

  /** What the results must say of the way to the database; warnings are whole sentences. */
  default void facts(Map<String, String> values, List<String> warnings) {}

  /** Never throws. */
  @Override
  default void close() {}
}
