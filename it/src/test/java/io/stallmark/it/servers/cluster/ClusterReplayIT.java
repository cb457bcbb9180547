package io.stallmark.it.servers.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.it.Docker;
import io.stallmark.it.Program;
import io.stallmark.it.ReservedPort;
import io.stallmark.it.Server;
import io.stallmark.it.SharedServer;
import io.stallmark.it.Thorough;
import io.stallmark.it.servers.record.RecordedTraffic;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A replay by several processes, of a trace whose every transaction adds 1 to one row. */
@Docker
@Thorough
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ClusterReplayIT {

  private static final int UPDATES = 200;
  private static final List<String> TABLE =
      List.of("sysbench", "-p", "tables=1", "-p", "rows=1000", "-p", "mix=update_index");

  private Path directory;
  private Server server;
  private Program coordinator;

  @BeforeAll
  void record(@TempDir Path temporary) throws Exception {
    directory = temporary;
    server = SharedServer.MYSQL.emptied();
    Path own = Files.createDirectory(directory.resolve("coordinator"));
    coordinator = new Program(own, Map.of("STALLMARK_PASSWORD", server.password()));
    coordinator.call(onTable("load", "--url", server.url())).well();
    record(own.resolve("trace"), UPDATES);
  }

  private void record(Path trace, int updates, String... more) throws Exception {
    List<String> options = new ArrayList<>(List.of("--threads=4", "--events=" + updates));
    options.addAll(List.of("--out", "recorded"));
    options.addAll(List.of(more));
    String[] run = onTable("run", options.toArray(String[]::new));
    RecordedTraffic.of(coordinator, server, trace, List.of(), run);
  }

  /** A command on the table. */
  private static String[] onTable(String command, String... options) {
    return Stream.of(Stream.of(command), TABLE.stream(), Stream.of(options))
        .flatMap(parts -> parts)
        .toArray(String[]::new);
  }

  /** A replay of the trace that the path names in the directory of each process. */
  private Program.Running replay(String order, String... more) throws IOException {
    return replay(List.of("trace=trace", "speed=0", "order=" + order), more);
  }

  private Program.Running replay(List<String> settings, String... more) throws IOException {
    List<String> replay = new ArrayList<>(List.of("run", "replay", "--url", server.url()));
    settings.forEach(setting -> replay.addAll(List.of("-p", setting)));
    replay.addAll(List.of(more));
    return coordinator.start(replay.toArray(String[]::new));
  }

  private long sum() throws SQLException {
    try (Connection root = server.root();
        Statement statement = root.createStatement();
        ResultSet sum = statement.executeQuery("SELECT SUM(k) FROM bench.sbtest1")) {
      sum.next();
      return sum.getLong(1);
    }
  }

  @Test
  void twoAgents_sendEveryOperationOnce() throws Exception {
    long before = sum();
    Program.finish(replay("session", "--local-agents=2")).well();
    assertThat(sum() - before).isEqualTo(UPDATES);
    JsonNode run = coordinator.runJson();
    List<Long> started =
        run.at("/agents").valueStream().map(agent -> agent.at("/started").asLong()).toList();
    assertThat(started).hasSize(2).allMatch(count -> count > 0);
    JsonNode replay = run.at("/replay");
    long replayed = replay.at("/replayed").asLong();
    assertThat(replayed)
        .as("%s", replay)
        .isEqualTo(started.stream().mapToLong(Long::longValue).sum())
        .isEqualTo(replay.at("/recorded").asLong() - skipped(replay));
    assertThat(replay.at("/same")).isEqualTo(replay.at("/compared"));
  }

  private static long skipped(JsonNode replay) {
    return replay.at("/skipped").valueStream().mapToLong(JsonNode::asLong).sum();
  }

  @Test
  void anOrderAcrossSessions_isRefused() throws Exception {
    Program.Result result = Program.finish(replay("commit", "--local-agents=2"));
    assertThat(result.exit()).as(result.out() + result.err()).isEqualTo(2);
    assertThat(result.lastError())
        .contains("-p order=commit runs on one machine only", "give -p order=session");
  }

  @Test
  void anAgentThatIsKilled_leavesOperationsOfWhichNothingIsKnown() throws Exception {
    record(directory.resolve("coordinator/slow"), UPDATES, "--rate=20");
    Path own = Files.createDirectory(directory.resolve("killed"));
    Files.createSymbolicLink(own.resolve("slow"), directory.resolve("coordinator/slow"));
    Program.Result result = killedInMidReplay(own);
    assertThat(result.exit()).as(result.out() + result.err()).isEqualTo(1);
    assertThat(result.lastError()).contains("DEGRADED from ", "agent killed was lost");
    JsonNode replay = json(directory.resolve("coordinator/lost")).at("/replay");
    assertThat(replay.at("/skipped/unknown").asLong()).as("%s", replay).isPositive();
    assertThat(replay.at("/recorded").asLong())
        .isEqualTo(
            replay.at("/replayed").asLong()
                + skipped(replay)
                + replay.at("/neverStarted").asLong());
  }

  /** Replays the slow trace with an agent in a directory, which is killed. */
  private Program.Result killedInMidReplay(Path own) throws Exception {
    try (ReservedPort address = new ReservedPort()) {
      Program.Running agent =
          new Program(own, Map.of())
              .start("agent", "--join", address.toString(), "--name", "killed");
      Program.Running run =
          replay(
              List.of("trace=slow", "speed=1", "order=session"),
              "--agents=2",
              "--cluster=" + address,
              "--out=lost");
      try {
        run.until(() -> rows(directory.resolve("coordinator/lost")) >= 3);
      } finally {
        agent.kill();
      }
      return Program.finish(run);
    }
  }

  private static long rows(Path out) throws IOException {
    if (Files.notExists(out)) {
      return 0;
    }
    try (Stream<Path> files = Files.walk(out)) {
      List<Path> found = files.filter(path -> path.endsWith("intervals.csv")).toList();
      return found.isEmpty() ? 0 : Files.readAllLines(found.get(0)).size();
    }
  }

  private static JsonNode json(Path out) throws IOException {
    try (Stream<Path> files = Files.walk(out)) {
      Path run = files.filter(path -> path.endsWith("run.json")).findFirst().orElseThrow();
      return JsonMapper.shared().readTree(Files.readString(run));
    }
  }

  /** Replays with an agent in a directory; the run fails, and nothing is sent. */
  private Program.Result replayWith(Path agentDirectory, String name) throws Exception {
    long before = sum();
    try (ReservedPort address = new ReservedPort()) {
      Program.Running agent =
          new Program(agentDirectory, Map.of())
              .start("agent", "--join", address.toString(), "--name", name, "--once");
      try {
        Program.Result result =
            Program.finish(replay("session", "--agents=2", "--cluster=" + address));
        assertThat(result.exit()).as(result.out() + result.err()).isEqualTo(1);
        assertThat(sum()).isEqualTo(before);
        return result;
      } finally {
        agent.kill();
      }
    }
  }

  @Test
  void anAgentWithAnotherTrace_isNamed() throws Exception {
    Path own = Files.createDirectory(directory.resolve("other"));
    record(own.resolve("trace"), 4);
    assertThat(replayWith(own, "other").lastError())
        .contains("Agent other reads the trace trace with SHA-256 ", ", and the coordinator ");
  }

  @Test
  void anAgentWithoutTheTrace_isNamed() throws Exception {
    Path own = Files.createDirectory(directory.resolve("none"));
    assertThat(replayWith(own, "none").lastError()).contains("gent none", "trace");
  }
}
