package io.stallmark.postgresql;

import io.stallmark.jdbc.SqlDialect.ServerCache;
import io.stallmark.jdbc.connect.ServerQuery;
import io.stallmark.spi.DbException;
import io.stallmark.text.Text;
import java.sql.Connection;
import java.sql.SQLException;

/** The shared buffers, whose size is set when the server starts. */
final class SharedBuffers implements ServerCache {

  private static final int KILO = 1024;

  @Override
  public String name() {
    return "shared_buffers";
  }

  @Override
  public long bytes(Connection connection) throws SQLException {
    return ServerQuery.row(
        connection,
        "SELECT pg_size_bytes(current_setting('shared_buffers'))",
        row -> row.getLong(1));
  }

  @Override
  public void resize(Connection connection, long bytes) throws SQLException, DbException {
    long current = bytes(connection);
    if (current != bytes) {
      throw DbException.refused(
          "shared_buffers",
          Text.format(
                  "shared_buffers has %d bytes and can be changed only at server start; start it with",
                  current)
              + " -c shared_buffers="
              + bytes / KILO
              + "kB");
    }
  }
}
