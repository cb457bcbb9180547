package io.stallmark.it.servers.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.it.Docker;
import io.stallmark.it.Program;
import io.stallmark.it.Server;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Records a run of sysbench with several clients, and replays it on equal tables. */
@Docker
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ReplayContract {

  private static final String[] TABLES = {"-p", "tables=2", "-p", "rows=2000"};

  /**
   * Least percentage of equal replies. A read and a commit at the same time can have either result,
   * and more so on a busy machine. Without an order, a quarter of the replies differ.
   */
  private static final double SAME = 90;

  private Server server;
  private Program program;
  private Path trace;

  /** Server that is recorded, with an empty database. */
  abstract Server recorded();

  /** Another server of the family, with an empty database. */
  abstract Server other();

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
    RecordedTraffic.of(
        program, server, trace, with("run", "sysbench", "--events", "120", "--threads", "4"));
  }

  private static String[] with(String... arguments) {
    return Stream.concat(Stream.of(arguments), Stream.of(TABLES)).toArray(String[]::new);
  }

  private void load(Server target) throws Exception {
    RecordedTraffic.succeeds(program, with("drop", "sysbench", "--yes", "--url", target.url()));
    RecordedTraffic.succeeds(program, with("load", "sysbench", "--url", target.url()));
  }

  private Program.Result replay(Server target, String... more) throws Exception {
    return program.call(replayArguments(target, more));
  }

  private String[] replayArguments(Server target, String... more) {
    List<String> usual =
        List.of("run", "replay", "--url", target.url(), "-p", "trace=" + trace, "-p", "speed=0");
    return Stream.concat(usual.stream(), Stream.of(more)).toArray(String[]::new);
  }

  @Test
  void replayInTheRecordedOrder_hasTheRecordedReplies() throws Exception {
    load(server);
    String[] compared = {
      "-p", "compare=content", "-p", "order-patience=60", "-p", "allow-differences=100"
    };
    Program.Result result =
        program.run(
            Stream.concat(
                    Stream.of(replayArguments(server, compared)), Stream.of("--allow-errors=100"))
                .toArray(String[]::new));
    assertThat(result.exit()).as(result.out() + result.err()).isZero();
    JsonNode replay = program.runJson().get("replay");
    assertAllCounted(replay);
    assertThat(replay.get("skipped").propertyNames()).as("%s", replay).isSubsetOf("conflict");
    assertThat(replay.get("neverStarted").asLong()).isZero();
    assertThat(replay.get("outOfOrder").asLong()).isZero();
    assertThat(100.0 * replay.get("same").asLong() / replay.get("compared").asLong())
        .as("%s", replay)
        .isGreaterThanOrEqualTo(SAME);
    assertThat(
            Files.readString(
                program.results().get(program.results().size() - 1).resolve("replay.csv")))
        .contains(fingerprint());
    assertThat(result.out()).contains("Replay", "recorded = ");
    RecordedTraffic.succeeds(program, with("verify", "sysbench", "--url", server.url()));
  }

  @Test
  void replayOnAnotherServer_hasTheRecordedNumbersOfRows() throws Exception {
    Server target = other();
    load(target);
    Program.Result result = replay(target, "-p", "allow-differences=20", "--allow-errors", "20");
    assertThat(result.exit()).as(result.out() + result.err()).isZero();
    assertAllCounted(program.runJson().get("replay"));
  }

  private static void assertAllCounted(JsonNode replay) {
    long skipped = replay.get("skipped").valueStream().mapToLong(JsonNode::asLong).sum();
    assertThat(replay.get("recorded").asLong())
        .as("%s", replay)
        .isPositive()
        .isEqualTo(replay.get("replayed").asLong() + skipped + replay.get("neverStarted").asLong());
  }

  @Test
  void targetWithoutTheTables_hasNewErrors_andFailsTheRun() throws Exception {
    Server target = other();
    RecordedTraffic.succeeds(program, with("drop", "sysbench", "--yes", "--url", target.url()));
    assertThat(replay(target, "--dry-run").out())
        .contains("tables      those that the recorded operations name", "until the trace ends")
        .doesNotContain("Statements");
    Program.Result result = replay(target);
    assertThat(result.exit()).isEqualTo(1);
    assertThat(program.runJson().get("replay").get("different").size()).isPositive();
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
