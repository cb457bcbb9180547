package io.stallmark.it.servers.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.it.Docker;
import io.stallmark.it.Program;
import io.stallmark.it.Server;
import io.stallmark.it.SharedServer;
import io.stallmark.it.Thorough;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Records the requests of linkbench, and replays them on the same graph. */
@Docker
@Thorough
final class LinkBenchReplayIT {

  private static final String[] GRAPH = {"-p", "ids=1000", "-p", "max-degree=100"};

  @ParameterizedTest
  @CsvSource({"MARIADB, MYSQL", "MYSQL, MARIADB", "MONGO, MONGO"})
  void replay_hasTheRecordedNumbersOfRows(
      SharedServer recorded, SharedServer target, @TempDir Path directory) throws Exception {
    Server server = recorded.emptied();
    Program program = new Program(directory, Map.of("STALLMARK_PASSWORD", server.password()));
    RecordedTraffic.succeeds(program, with("load", "linkbench", "--url", server.url()));
    Path trace = directory.resolve("trace");
    RecordedTraffic.of(
        program, server, trace, with("run", "linkbench", "--events", "2000", "--threads", "4"));
    Server other = target.emptied();
    RecordedTraffic.succeeds(program, with("load", "linkbench", "--url", other.url()));
    String[] replay = {
      "run",
      "replay",
      "--url",
      other.url(),
      "-p",
      "trace=" + trace,
      "-p",
      "speed=0",
      "-p",
      "order-patience=60",
      "-p",
      "allow-differences=5",
      // Each login asks for two variables that the other product lacks, and a few writes conflict.
      "--allow-errors",
      "5"
    };
    RecordedTraffic.succeeds(program, replay);
    JsonNode result = program.runJson().get("replay");
    assertThat(result.get("neverStarted").asLong()).isZero();
    assertThat(result.get("outOfOrder").asLong()).isZero();
    assertThat(result.get("recorded").asLong())
        .as("%s", result)
        .isGreaterThan(2000)
        .isEqualTo(
            result.get("replayed").asLong()
                + result.get("skipped").valueStream().mapToLong(JsonNode::asLong).sum());
    RecordedTraffic.succeeds(program, with("verify", "linkbench", "--url", other.url()));
  }

  private static String[] with(String... arguments) {
    return Stream.concat(Stream.of(arguments), Stream.of(GRAPH)).toArray(String[]::new);
  }
}
