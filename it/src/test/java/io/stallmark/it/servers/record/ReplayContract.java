package io.stallmark.it.servers.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.it.Docker;
import io.stallmark.it.Program;
import io.stallmark.it.Server;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * Records runs of sysbench, one after the other, and replays them on equal tables: what a client
 * reads depends on what those before it wrote, and on nothing else. What Stallmark asks for
 * besides, such as the server's counters, has other replies.
 */
@Docker
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ReplayContract {

  private static final String[] TABLES = {"-p", "tables=2", "-p", "rows=500"};

  /** For what is not sent to the tables. */
  static final List<String> TOLERANT = List.of("-p", "allow-differences=100", "--allow-errors=100");

  private Server server;
  Program program;
  private Path trace;

  /** Server that is recorded, with an empty database. */
  abstract Server recorded();

  /** Fingerprint of an operation of sysbench, as replay.csv has it. */
  abstract String fingerprint();

  /** URL of a server of another family. */
  abstract String foreign();

  @BeforeAll
  void record(@TempDir Path directory) throws Exception {
    server = recorded();
    program = new Program(directory, Map.of("STALLMARK_PASSWORD", server.password()));
    trace = directory.resolve("trace");
    load(server);
    RecordedTraffic.of(program, server, trace, List.of(), client(1), client(2), client(3));
  }

  private static List<String> client(int seed) {
    return List.of(with("run", "sysbench", "--events=15", "--threads=1", "--request-seed=" + seed));
  }

  private static String[] with(String... arguments) {
    return Stream.concat(Stream.of(arguments), Stream.of(TABLES)).toArray(String[]::new);
  }

  final void load(Server target) throws Exception {
    RecordedTraffic.succeeds(program, with("drop", "sysbench", "--yes", "--url", target.url()));
    RecordedTraffic.succeeds(program, with("load", "sysbench", "--url", target.url()));
  }

  final Program.Result replay(Server target, String... more) throws Exception {
    return program.call(replayArguments(target, more));
  }

  private String[] replayArguments(Server target, String... more) {
    List<String> usual =
        List.of(
            "run",
            "replay",
            "--url",
            target.url(),
            "-p",
            "trace=" + trace,
            "-p",
            "speed=0",
            "-p",
            "order-patience=3600");
    return Stream.concat(usual.stream(), Stream.of(more)).toArray(String[]::new);
  }

  @Test
  void replayInTheRecordedOrder_hasTheRecordedReplies() throws Exception {
    load(server);
    List<String> compared = new ArrayList<>(TOLERANT);
    compared.addAll(List.of("-p", "compare=content"));
    Program.Result result =
        program.run(replayArguments(server, compared.toArray(String[]::new))).well();
    JsonNode replay = program.runJson().get("replay");
    assertAllCounted(replay);
    assertThat(replay.get("skipped").size()).as("%s", replay).isZero();
    assertThat(replay.get("neverStarted").asLong()).isZero();
    assertThat(replay.get("outOfOrder").asLong()).isZero();
    assertThat(replay.get("same").asLong()).as("%s", replay).isGreaterThan(3 * 15 * 18);
    assertTablesHadTheSameReplies();
    assertThat(
            Files.readString(
                program.results().get(program.results().size() - 1).resolve("replay.csv")))
        .contains(fingerprint());
    assertThat(result.out()).contains("Replay", "recorded = ");
    RecordedTraffic.succeeds(program, with("verify", "sysbench", "--url", server.url()));
  }

  final void assertTablesHadTheSameReplies() throws Exception {
    List<Path> results = program.results();
    Path file = results.get(results.size() - 1).resolve("differences.jsonl");
    if (Files.exists(file)) {
      assertThat(Files.readAllLines(file)).noneMatch(line -> line.contains("sbtest"));
    }
  }

  static void assertAllCounted(JsonNode replay) {
    long skipped = replay.get("skipped").valueStream().mapToLong(JsonNode::asLong).sum();
    assertThat(replay.get("recorded").asLong())
        .as("%s", replay)
        .isPositive()
        .isEqualTo(replay.get("replayed").asLong() + skipped + replay.get("neverStarted").asLong());
  }

  @Test
  void traceOfAnotherFamily_isRefusedByName() throws Exception {
    Program.Result result =
        program.call("run", "replay", "--url", foreign(), "-p", "trace=" + trace);
    assertThat(result.exit()).isEqualTo(2);
    assertThat(result.err())
        .containsPattern("The trace was recorded on (mysql|mongodb): it cannot be replayed on");
  }
}
