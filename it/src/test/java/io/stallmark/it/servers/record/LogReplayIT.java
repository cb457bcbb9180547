package io.stallmark.it.servers.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.it.Docker;
import io.stallmark.it.Program;
import io.stallmark.it.Server;
import io.stallmark.it.SharedServer;
import io.stallmark.plan.Registry;
import io.stallmark.spi.wire.ForeignRecording;
import io.stallmark.spi.wire.RecordingFormat;
import io.stallmark.spi.wire.WireProtocol;
import io.stallmark.trace.TraceDocument.State;
import io.stallmark.trace.TraceOrigin;
import io.stallmark.trace.TraceReader;
import io.stallmark.trace.TraceWriter;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Replays what a server has written to its logs. */
@Docker
final class LogReplayIT {

  private static final String LOGS = "/var/lib/mysql/";
  private static final List<String> FORMATS = List.of("general-log", "slow-log");
  private static final int ROWS = 50;

  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void logs_areReplayedWithTheSameReplies(boolean mariaDb) throws Exception {
    Server server = (mariaDb ? SharedServer.MARIADB : SharedServer.MYSQL).emptied();
    try {
      Program program = new Program(directory, Map.of("STALLMARK_PASSWORD", server.password()));
      execute(server, "CREATE TABLE bench.sbtest1 (id INT PRIMARY KEY, c TEXT)");
      log(server);
      use(server, 0);
      use(server, ROWS);
      for (String name : FORMATS) {
        Path file = directory.resolve(name);
        server.container().copyFileFromContainer(LOGS + name, file.toString());
      }
      stopLogging(server);
      for (String name : FORMATS) {
        Path trace = directory.resolve("trace-" + name);
        long operations = convert(server, name, directory.resolve(name), trace);
        execute(server, "TRUNCATE TABLE bench.sbtest1");
        JsonNode replay = replay(program, server, trace);
        assertThat(replay.get("replayed").asLong())
            .as("%s", replay)
            .isEqualTo(operations)
            .isGreaterThan(ROWS * 2 * 2);
        assertThat(replay.get("different").size()).as("%s", replay).isZero();
        assertThat(replay.get("same").asLong() > 0).isEqualTo(mariaDb && name.equals("slow-log"));
      }
    } finally {
      stopLogging(server); // the server is not this class's alone
    }
  }

  /** Writes and reads rows from this number on, in a session. */
  private static void use(Server server, int first) throws SQLException {
    String url =
        String.format(
                Locale.ROOT,
                "jdbc:mariadb://%s:%d/bench?sslMode=disable&allowPublicKeyRetrieval=true",
                server.host(),
                server.container().getFirstMappedPort())
            + "&useServerPrepStmts=true";
    try (Connection connection = DriverManager.getConnection(url, "bench", server.password())) {
      connection.setAutoCommit(false);
      try (PreparedStatement insert =
              connection.prepareStatement("INSERT INTO sbtest1 VALUES (?, ?)");
          PreparedStatement select =
              connection.prepareStatement("SELECT c FROM sbtest1 WHERE id = ?")) {
        for (int id = first; id < first + ROWS; id++) {
          insert.setInt(1, id);
          insert.setString(2, "a; 'b'\n# Time: 261123\n\t\t    5 Query\tSELECT 1\n");
          insert.executeUpdate();
          select.setInt(1, id);
          select.executeQuery().close();
        }
      }
      connection.commit();
    }
  }

  private static void execute(Server server, String statement) throws SQLException {
    server.execute(statement);
  }

  private static void stopLogging(Server server) throws SQLException {
    for (String variable :
        List.of("general_log", "slow_query_log", "long_query_time", "log_output")) {
      execute(server, "SET GLOBAL " + variable + " = DEFAULT");
    }
  }

  private static void log(Server server) throws SQLException {
    server.execute(
        "SET GLOBAL log_output = 'FILE'",
        "SET GLOBAL slow_query_log_file = '" + LOGS + "slow-log'",
        "SET GLOBAL slow_query_log = ON",
        "SET GLOBAL long_query_time = 0",
        "SET GLOBAL general_log_file = '" + LOGS + "general-log'",
        "SET GLOBAL general_log = ON");
  }

  private static long convert(Server server, String name, Path file, Path trace) throws Exception {
    WireProtocol protocol =
        Registry.load().bindingFor(server.url()).orElseThrow().wireProtocol().orElseThrow();
    RecordingFormat format =
        protocol.formats().stream().filter(f -> f.name().equals(name)).findFirst().orElseThrow();
    try (ForeignRecording recording = format.open(List.of(file));
        TraceWriter writer =
            TraceWriter.create(
                trace,
                new TraceOrigin(
                    protocol.family(),
                    name,
                    "1",
                    "",
                    recording.facts(),
                    recording.start(),
                    recording.clockResolution(),
                    recording.replies()))) {
      recording.convert(writer);
      writer.end(State.COMPLETED, "");
    }
    try (TraceReader reader = TraceReader.open(trace)) {
      return reader.document().counts().operations();
    }
  }

  private static JsonNode replay(Program program, Server server, Path trace) throws Exception {
    RecordedTraffic.succeeds(
        program,
        "run",
        "replay",
        "--url",
        server.url(),
        "-p",
        "trace=" + trace,
        "-p",
        "speed=0",
        "-p",
        "order=session",
        "-p",
        "compare=rows");
    return program.runJson().get("replay");
  }
}
