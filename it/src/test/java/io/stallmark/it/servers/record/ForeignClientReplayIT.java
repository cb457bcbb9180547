package io.stallmark.it.servers.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.it.Docker;
import io.stallmark.it.Program;
import io.stallmark.it.Server;
import io.stallmark.it.SharedServer;
import io.stallmark.it.Thorough;
import io.stallmark.trace.TraceReader;
import io.stallmark.trace.TraceRecord;
import io.stallmark.trace.TraceRecord.Operation;
import io.stallmark.trace.TraceRecord.SessionStart;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * Records the C program sysbench and the client {@code mariadb} on MariaDB, and replays them there,
 * on MySQL, and without their values.
 */
@Docker
@Thorough
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ForeignClientReplayIT {

  private static final String[] TABLES = {"-p", "tables=2", "-p", "rows=2000"};
  private static final String CANARY = "canary-7f1b";

  private static final String SESSION =
      """
      SELECT VERSION();
      USE bench;
      SET @name = 'typed', sql_mode = 'ANSI';
      CREATE TABLE typed (id INT PRIMARY KEY, name VARCHAR(40), at DATETIME(3), doc JSON);
      INSERT INTO typed VALUES (1, @name, '2026-01-02 03:04:05.678', '{"a": [1, "b"]}');
      INSERT INTO typed VALUES (1, 'again', NULL, NULL);
      INSERT INTO typed SELECT id + 1, CONCAT(name, '\\'s'), at, doc FROM typed;
      BEGIN;
      SELECT * FROM typed WHERE id = 2 FOR UPDATE;
      UPDATE typed SET name = 'changed' WHERE id = 2;
      ROLLBACK;
      PREPARE p FROM 'SELECT COUNT(*) FROM typed WHERE name LIKE ?';
      SET @like = 'typed%';
      EXECUTE p USING @like;
      SELECT * FROM nowhere;
      SHOW TABLES LIKE 'typed';
      SELECT name, id FROM typed ORDER BY id DESC LIMIT 1;
      CREATE USER stranger IDENTIFIED BY 'CANARY';
      """
          .replace("CANARY", CANARY);

  private Server server;
  private Program program;
  private Path trace;

  @BeforeAll
  void record(@TempDir Path directory) throws Exception {
    server = SharedServer.MARIADB.emptied();
    program = new Program(directory, Map.of("STALLMARK_PASSWORD", server.password()));
    trace = directory.resolve("trace");
    load(server);
    RecordingProcess recording =
        RecordingProcess.start(program, server, trace, "0.0.0.0", List.of());
    int port = recording.port();
    var networks = server.container().getCurrentContainerInfo().getNetworkSettings().getNetworks();
    String proxy = Objects.requireNonNull(networks.values().iterator().next().getGateway());
    run(
        "sysbench",
        "oltp_read_write",
        "--mysql-host=" + proxy,
        "--mysql-port=" + port,
        "--mysql-user=bench",
        "--mysql-password=" + server.password(),
        "--mysql-db=bench",
        "--tables=2",
        "--table-size=2000",
        "--threads=1", // several at a time need not have the same replies again
        "--events=300",
        "--time=0",
        "run");
    run(
        "sh",
        "-c",
        "printf %s \"$1\" | mariadb --force --host=\"$2\" --port=\"$3\" --user=bench"
            + " --password=\"$4\"",
        "sh",
        SESSION,
        proxy,
        Integer.toString(port),
        server.password());
    recording.succeeds();
  }

  private void load(Server target) throws Exception {
    RecordedTraffic.succeeds(
        program, Program.words(List.of("load", "sysbench", "--url", target.url()), TABLES));
  }

  private void run(String... command) throws Exception {
    var result = server.container().execInContainer(command);
    assertThat(result.getExitCode()).as(result.getStdout() + result.getStderr()).isZero();
  }

  private JsonNode replay(Server target, Path of, String... more) throws Exception {
    List<String> command = new ArrayList<>(List.of("run", "replay", "--url", target.url()));
    command.addAll(List.of("-p", "trace=" + of, "-p", "speed=0", "-p", "allow-differences=100"));
    command.addAll(List.of("--allow-errors", "100"));
    command.addAll(List.of(more));
    RecordedTraffic.succeeds(program, command.toArray(String[]::new));
    JsonNode replay = program.runJson().get("replay");
    assertThat(replay.get("recorded").asLong())
        .as("%s", replay)
        .isGreaterThan(300 * 18)
        .isEqualTo(
            replay.get("replayed").asLong()
                + replay.get("skipped").valueStream().mapToLong(JsonNode::asLong).sum()
                + replay.get("neverStarted").asLong());
    assertThat(replay.get("neverStarted").asLong()).isZero();
    return replay;
  }

  private String differences() throws Exception {
    List<Path> results = program.results();
    return Files.readString(results.get(results.size() - 1).resolve("differences.jsonl"));
  }

  @Test
  void replayOnTheSameServer_hasTheSameReplies() throws Exception {
    load(SharedServer.MARIADB.emptied());
    JsonNode replay = replay(server, trace, "-p", "compare=content", "-p", "order-patience=60");
    assertThat(replay.get("outOfOrder").asLong()).isZero();
    assertThat(100.0 * replay.get("same").asLong() / replay.get("compared").asLong())
        .as("%s", replay)
        .isGreaterThan(98);
  }

  @Test
  void replayInNoOrder_sendsEveryPreparedStatement() throws Exception {
    load(SharedServer.MARIADB.emptied());
    JsonNode replay = replay(server, trace, "-p", "order=none", "--threads", "8");
    assertThat(replay.get("skipped").has("statement")).as("%s", replay).isFalse();
  }

  @Test
  void replayOnMySql_listsItsDifferences() throws Exception {
    Server other = SharedServer.MYSQL.emptied();
    load(other);
    JsonNode replay = replay(other, trace, "-p", "compare=content");
    assertThat(replay.get("different").has("content")).as("%s", replay).isTrue();
    assertThat(differences()).contains("select version()");
  }

  @Test
  void redactedTrace_isReplayedWithoutSyntaxErrors() throws Exception {
    Path redacted = trace.resolveSibling("redacted");
    RecordedTraffic.succeeds(program, "trace", "redact", trace + "", "--to", redacted + "");
    assertThat(content(redacted)).doesNotContain("typed%").doesNotContain("again");
    load(SharedServer.MARIADB.emptied());
    replay(server, redacted, "-p", "compare=errors");
    assertThat(differences().lines().filter(line -> line.contains("\"errorCode\":1064")))
        .as("SQL in strings is not kept")
        .allMatch(line -> line.contains("prepare p from ?"));
    assertThat(differences()).doesNotContain("\"errorCode\":1210");
  }

  @Test
  void secrets_areNotInTheTrace() throws Exception {
    assertThat(content(trace)).contains("typed%").doesNotContain(CANARY, server.password());
  }

  /** All text of a trace: its files, decompressed. */
  private static String content(Path of) throws Exception {
    StringBuilder all = new StringBuilder(Files.readString(of.resolve("trace.json")));
    try (TraceReader reader = TraceReader.open(of)) {
      for (TraceRecord next = reader.next(); next != null; next = reader.next()) {
        if (next instanceof Operation operation) {
          all.append(new String(operation.body(), StandardCharsets.ISO_8859_1));
        } else if (next instanceof SessionStart start) {
          all.append(start.attributes());
        } else {
          all.append(next);
        }
      }
    }
    return all.toString();
  }
}
