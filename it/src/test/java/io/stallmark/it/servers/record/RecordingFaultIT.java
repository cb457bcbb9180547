package io.stallmark.it.servers.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.stallmark.it.Docker;
import io.stallmark.it.Program;
import io.stallmark.it.RealTime;
import io.stallmark.it.Server;
import io.stallmark.it.SharedServer;
import io.stallmark.it.Thorough;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Statements that are too large for the disk, or for a packet, or that do not end. */
@Docker
final class RecordingFaultIT {

  private static final int MEGABYTE = 1 << 20;
  private static final int LARGE = 20 * MEGABYTE;

  @TempDir private Path directory;
  private Server server;
  private Program program;

  @BeforeEach
  void begin() throws SQLException {
    server = SharedServer.MARIADB.emptied();
    program = new Program(directory, Map.of("STALLMARK_PASSWORD", server.password()));
    try (Connection root = server.root()) {
      execute(root, "SET GLOBAL max_allowed_packet = " + 4 * LARGE);
      execute(root, "CREATE TABLE bench.large (id INT PRIMARY KEY, v LONGBLOB)");
    }
  }

  @AfterEach
  void end() throws SQLException {
    try (Connection root = server.root()) {
      execute(root, "SET GLOBAL max_allowed_packet = DEFAULT");
    }
  }

  private static void execute(Connection connection, String text) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(text);
    }
  }

  /** Recording in progress, and a client that is connected to its proxy. */
  private record Recording(RecordingProcess process, Connection client) {

    void insert(int id, int size) throws SQLException {
      byte[] content = new byte[size];
      new Random(id).nextBytes(content);
      try (PreparedStatement insert = client.prepareStatement("INSERT INTO large VALUES (?, ?)")) {
        insert.setInt(1, id);
        insert.setBytes(2, content);
        insert.executeUpdate();
      }
    }

    Program.Result end() throws SQLException {
      client.close();
      return process.end();
    }
  }

  private Recording record(Path trace) throws Exception {
    RecordingProcess process =
        RecordingProcess.start(program, server, trace, "127.0.0.1", List.of());
    String url =
        String.format(
            Locale.ROOT,
            "jdbc:mysql://127.0.0.1:%d/bench?sslMode=DISABLED&allowPublicKeyRetrieval=true",
            process.port());
    return new Recording(process, DriverManager.getConnection(url, "bench", server.password()));
  }

  @Test
  void fullDisk_endsTheRecording_notTheTraffic() throws Exception {
    assumeTrue(System.getProperty("user.name").equals("root"), "only root can mount a small disk");
    Path small = Files.createDirectory(directory.resolve("small"));
    sh("mount -t tmpfs -o size=1m tmpfs " + small);
    try {
      Path trace = small.resolve("trace");
      Recording recording = record(trace);
      recording.insert(1, 4 * MEGABYTE);
      recording.process().running().until(() -> state(trace).equals("failed"));
      recording.insert(2, 4 * MEGABYTE);
      Program.Result result = recording.end();
      assertThat(result.exit()).as(result.out() + result.err()).isEqualTo(1);
      assertThat(result.lastError())
          .startsWith("stallmark: The recording failed. The trace " + trace)
          .endsWith("No space left on device");
      assertThat(result.err()).contains("the proxy continues to pass the traffic.");
      assertThat(rows()).isEqualTo(2);
      Program.Result info = program.call("trace", "info", trace.toString()).well();
      assertThat(info.out()).contains("failed");
    } finally {
      sh("umount " + small);
    }
  }

  private static String state(Path trace) throws IOException {
    return new JsonMapper()
        .readTree(Files.readString(trace.resolve("trace.json")))
        .get("state")
        .asString();
  }

  private static void sh(String command) throws Exception {
    Process process = new ProcessBuilder("sh", "-c", command).inheritIO().start();
    assertThat(process.waitFor()).as(command).isZero();
  }

  private long rows() throws SQLException {
    try (Connection root = server.root();
        Statement count = root.createStatement();
        var found = count.executeQuery("SELECT COUNT(*) FROM bench.large")) {
      found.next();
      return found.getLong(1);
    }
  }

  @Test
  @Thorough
  void statementOf20Megabytes_isRecordedAndReplayed() throws Exception {
    Path trace = directory.resolve("trace");
    Recording recording = record(trace);
    recording.insert(1, LARGE);
    recording.insert(2, 16 * MEGABYTE - 1);
    assertThat(recording.end().exit()).isZero();
    try (Connection root = server.root()) {
      execute(root, "TRUNCATE bench.large");
    }
    assertReplays(0, "-p", "trace=" + trace, "-p", "speed=0", "-p", "allow-differences=0");
    assertThat(rows()).isEqualTo(2);
  }

  /** What else there is to send must be sent before the seconds are over. */
  @Test
  @Thorough
  @RealTime
  void statementThatDoesNotEnd_isNotWaitedForLongerThanThePatience() throws Exception {
    Path trace = directory.resolve("trace");
    Recording recording = record(trace);
    recording.insert(1, MEGABYTE);
    recording.insert(2, MEGABYTE);
    assertThat(recording.end().exit()).isZero();
    try (Connection root = server.root()) {
      execute(root, "TRUNCATE bench.large");
      execute(root, "LOCK TABLES bench.large WRITE");
      String[] limits = {
        "-p", "trace=" + trace, "-p", "speed=0", "--seconds", "4", "--patience", "1"
      };
      Program.Result result = assertReplays(1, limits);
      assertThat(result.lastError()).contains("1 of 4 transactions had not finished");
    }
  }

  private Program.Result assertReplays(int exit, String... options) throws IOException {
    String[] all = new String[options.length + 4];
    System.arraycopy(new String[] {"run", "replay", "--url", server.url()}, 0, all, 0, 4);
    System.arraycopy(options, 0, all, 4, options.length);
    Program.Result result = program.call(all);
    assertThat(result.exit()).as(result.out() + result.err()).isEqualTo(exit);
    JsonNode replay = program.runJson().get("replay");
    long skipped = replay.get("skipped").valueStream().mapToLong(JsonNode::asLong).sum();
    assertThat(replay.get("recorded").asLong())
        .as("%s", replay)
        .isPositive()
        .isEqualTo(replay.get("replayed").asLong() + skipped + replay.get("neverStarted").asLong());
    return result;
  }
}
