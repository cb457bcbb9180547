package io.stallmark.it.servers.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.it.Docker;
import io.stallmark.it.Program;
import io.stallmark.it.Server;
import io.stallmark.it.SharedServer;
import io.stallmark.it.Thorough;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Replays two transactions of which the server chose one to roll back. */
@Docker
final class DeadlockReplayIT {

  private static final int DEADLOCK = 1213;

  @Thorough
  @Test
  void transactionThatWon_winsAgain_onMySqlToo(@TempDir Path directory) throws Exception {
    winsAgain(SharedServer.MYSQL.emptied(), directory);
  }

  @Test
  void transactionThatWon_winsAgain(@TempDir Path directory) throws Exception {
    winsAgain(SharedServer.MARIADB.emptied(), directory);
  }

  private static void winsAgain(Server server, Path directory) throws Exception {
    Program program = new Program(directory, Map.of("STALLMARK_PASSWORD", server.password()));
    Path trace = directory.resolve("trace");
    fill(server);
    record(program, server, trace);
    List<Integer> recorded = values(server);
    assertThat(recorded).isIn(List.of(11, 12), List.of(21, 22));

    fill(server);
    program
        .call(
            Program.words(
                "run replay -p speed=0 -p compare=content",
                "--url",
                server.url(),
                "-p",
                "trace=" + trace))
        .well();
    JsonNode replay = program.runJson().get("replay");
    assertThat(replay.get("skipped").get("conflict").asInt()).as("%s", replay).isEqualTo(1);
    assertThat(replay.get("same")).isEqualTo(replay.get("compared"));
    assertThat(values(server)).isEqualTo(recorded);
  }

  private static Connection connect(Server server, String address) throws SQLException {
    return DriverManager.getConnection(
        "jdbc:mariadb://" + address + "/bench?sslMode=disable&allowPublicKeyRetrieval=true",
        "bench",
        server.password());
  }

  private static Connection connect(Server server) throws SQLException {
    return connect(server, server.host() + ":" + server.container().getFirstMappedPort());
  }

  private static void fill(Server server) throws SQLException {
    try (Connection connection = connect(server);
        Statement sql = connection.createStatement()) {
      sql.execute("DROP TABLE IF EXISTS locked");
      sql.execute("CREATE TABLE locked (id INT PRIMARY KEY, v INT) ENGINE=InnoDB");
      sql.execute("INSERT INTO locked VALUES (1, 0), (2, 0)");
    }
  }

  private static List<Integer> values(Server server) throws SQLException {
    try (Connection connection = connect(server);
        Statement sql = connection.createStatement();
        ResultSet rows =
            sql.executeQuery("SELECT MAX(IF(id=1,v,0)), MAX(IF(id=2,v,0)) FROM locked")) {
      rows.next();
      return List.of(rows.getInt(1), rows.getInt(2));
    }
  }

  private static void record(Program program, Server server, Path trace) throws Exception {
    RecordingProcess recording =
        RecordingProcess.start(program, server, trace, "127.0.0.1", List.of());
    String proxy = "127.0.0.1:" + recording.port();
    try (Connection first = connect(server, proxy);
        Connection second = connect(server, proxy)) {
      change(first, 1, 11);
      change(second, 2, 22);
      // In a thread of its own: each waits for the other.
      FutureTask<Integer> other = new FutureTask<>(() -> changeAndCommit(second, 1, 21));
      new Thread(other, "second transaction").start();
      int error = changeAndCommit(first, 2, 12);
      assertThat(List.of(error, other.get())).containsExactlyInAnyOrder(0, DEADLOCK);
    }
    recording.succeeds();
  }

  private static void change(Connection connection, int id, int value) throws SQLException {
    connection.setAutoCommit(false);
    try (Statement sql = connection.createStatement()) {
      sql.executeUpdate("UPDATE locked SET v = " + value + " WHERE id = " + id);
    }
  }

  /** Returns the error with which the server rolled the transaction back; 0: it committed. */
  private static int changeAndCommit(Connection connection, int id, int value) {
    try {
      change(connection, id, value);
      connection.commit();
      return 0;
    } catch (SQLException e) {
      return e.getErrorCode();
    }
  }
}
