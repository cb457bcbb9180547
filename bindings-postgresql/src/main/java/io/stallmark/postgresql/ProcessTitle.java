package io.stallmark.postgresql;

import io.stallmark.jdbc.connect.ServerQuery;
import io.stallmark.spi.server.ServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/**
 * Title of the process that serves a connection: {@code postgres: user database address(port)
 * idle}. The server does not report its host. A process on this machine with the client's address
 * and port in its title is the server's, also in a container; its parent is the server.
 */
final class ProcessTitle {

  private ProcessTitle() {}

  /** Returns the server's process; without ids if it is not on this machine. */
  static ServerProcess server(Connection connection) throws SQLException {
    String title =
        ServerQuery.row(
            connection,
            "SELECT concat(' ', session_user, ' ', current_database(), ' ',"
                + " host(inet_client_addr()), '(', inet_client_port(), ')')",
            row -> row.getString(1));
    List<Long> parents =
        ProcessHandle.allProcesses()
            .filter(process -> of(process).contains(title))
            .flatMap(process -> process.parent().stream())
            .map(ProcessHandle::pid)
            .distinct()
            .toList();
    String directory =
        ServerQuery.row(
            connection, // users without the role pg_read_all_settings do not see it
            "SELECT COALESCE((SELECT setting FROM pg_settings WHERE name = 'data_directory'), '')",
            row -> row.getString(1));
    return new ServerProcess(
        "",
        parents.size() == 1 ? parents : List.of(),
        Duration.ZERO,
        List.of("postgres"),
        directory);
  }

  /** Title on Linux. {@link ProcessHandle.Info} omits it: it is in the place of the program. */
  private static String of(ProcessHandle process) {
    try {
      return Files.readString(Path.of("/proc", Long.toString(process.pid()), "cmdline"));
    } catch (IOException e) { // it has ended, or another system
      return "";
    }
  }
}
