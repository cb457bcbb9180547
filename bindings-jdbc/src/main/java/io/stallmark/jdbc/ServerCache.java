package io.stallmark.jdbc;

import io.stallmark.spi.Database;
import io.stallmark.spi.DbException;
import java.sql.Connection;
import java.sql.SQLException;

/** What {@link Database.Cache} asks of a server, over a connection that is there. Stateless. */
public interface ServerCache {

  /** What sets its size. */
  String name();

  /** What it is set to. */
  long bytes(Connection connection) throws SQLException;

  /**
   * Sets it to so much or a little less, and returns when it is so.
   *
   * @throws DbException REFUSED, saying how to start the server instead
   */
  void resize(Connection connection, long bytes) throws SQLException, DbException;
}
