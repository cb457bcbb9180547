package io.stallmark.jdbc;

import io.stallmark.spi.Database;
import io.stallmark.spi.DbException;
import java.sql.Connection;
import java.sql.SQLException;

/** Server-specific part of {@link Database.Cache}, on a connection of the caller. Stateless. */
public interface ServerCache {

  /** Name of the setting of its size. */
  String name();

  /** Configured size in bytes. */
  long bytes(Connection connection) throws SQLException;

  /**
   * Changes the size to {@code bytes} or slightly less. Returns when the change is complete.
   *
   * @throws DbException of kind REFUSED; the message says how to start the server with this size
   */
  void resize(Connection connection, long bytes) throws SQLException, DbException;
}
