package io.stallmark.mysql.status;

import io.stallmark.spi.server.ServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;

/** Reads host, process and data directory from a server. */
public final class ServerProcessLocator {

  private static final List<String> PROGRAMS = List.of("mariadbd", "mysqld");

  private ServerProcessLocator() {}

  public static ServerProcess of(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      String host;
      String pidFile;
      String data;
      try (ResultSet r = statement.executeQuery("SELECT @@hostname, @@pid_file, @@datadir")) {
        r.next();
        host = r.getString(1);
        pidFile = r.getString(2);
        data = r.getString(3);
      }
      try (ResultSet r = statement.executeQuery("SHOW GLOBAL STATUS LIKE 'Uptime'")) {
        Duration up = r.next() ? Duration.ofSeconds(r.getLong(2)) : Duration.ZERO;
        return new ServerProcess(host, pid(pidFile, data), up, PROGRAMS, data);
      }
    }
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
