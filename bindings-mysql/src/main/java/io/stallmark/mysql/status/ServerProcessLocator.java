package io.stallmark.mysql.status;

import io.stallmark.jdbc.connect.ServerQuery;
import io.stallmark.spi.server.ServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Reads host, process and data directory from a server. */
public final class ServerProcessLocator {

  private static final List<String> PROGRAMS = List.of("mariadbd", "mysqld");

  private ServerProcessLocator() {}

  public static ServerProcess of(Connection connection) throws SQLException {
    Map<String, Long> status = ServerQuery.numbers(connection, "SHOW GLOBAL STATUS LIKE 'Uptime'");
    Duration up = Duration.ofSeconds(status.getOrDefault("Uptime", 0L));
    return ServerQuery.row(
        connection,
        "SELECT @@hostname, @@datadir, @@pid_file",
        row ->
            new ServerProcess(
                row.getString(1),
                pid(row.getString(3), row.getString(2)),
                up,
                PROGRAMS,
                row.getString(2)));
  }

  /**
   * Process id from the server's PID file, because no statement returns it. Empty if the file is on
   * another machine or unreadable for this user.
   */
  private static List<Long> pid(String file, String data) {
    try {
      return List.of(Long.valueOf(Files.readString(Path.of(data).resolve(file)).strip()));
    } catch (IOException | RuntimeException e) {
      return List.of();
    }
  }
}
