package io.stallmark.it.servers.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.it.Docker;
import io.stallmark.it.Program;
import io.stallmark.it.RealTime;
import io.stallmark.it.Server;
import io.stallmark.it.Thorough;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Records a run of sysbench, and disturbs its replays. Every operation is counted all the same. */
@Docker
@Thorough
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ReplayFaultContract {

  private static final String[] TABLES = {"-p", "tables=1", "-p", "rows=500"};

  private Path directory;
  private Server server;
  private Program program;
  private Path trace;

  /** Starts a server, which is killed later. */
  abstract Server start();

  /** Whether a session that is idle when its server is killed fails at its next operation. */
  abstract boolean failsAfterAKill();

  @BeforeAll
  void record(@TempDir Path temporary) throws Exception {
    directory = temporary;
    server = start();
    program = new Program(directory, Map.of("STALLMARK_PASSWORD", server.password()));
    trace = directory.resolve("trace");
    RecordedTraffic.succeeds(program, with("load", "sysbench", "--url", server.url()));
    RecordedTraffic.of(
        program,
        server,
        trace,
        with(
            "run",
            "sysbench",
            "--rate",
            "30",
            "--seconds",
            "2",
            "--threads",
            "4",
            "--min-started=0"));
  }

  @AfterAll
  void end() {
    if (server != null) {
      server.close();
    }
  }

  private static String[] with(String... arguments) {
    return Stream.concat(Stream.of(arguments), Stream.of(TABLES)).toArray(String[]::new);
  }

  /** Starts a replay and returns when operations have been sent. */
  private Running replay(String results, String... more) throws Exception {
    Program own =
        new Program(directory.resolve(results), Map.of("STALLMARK_PASSWORD", server.password()));
    directory.resolve(results).toFile().mkdir();
    String[] usual = {
      "run", "replay", "--url", server.ownUrl(), "-p", "trace=" + trace, "--interval", "0.2"
    };
    Program.Running running =
        own.start(Stream.concat(Stream.of(usual), Stream.of(more)).toArray(String[]::new));
    running.until(() -> sum(own) > 20);
    return new Running(own, running);
  }

  private record Running(Program program, Program.Running process) {}

  private static long sum(Program program) throws Exception {
    return program.intervals("transactions").stream().mapToLong(Long::longValue).sum();
  }

  @RealTime
  @Test
  void serverKilledInMidReplay_andTheSessionsContinue() throws Exception {
    Running replay = replay("killed", "-p", "speed=0.5", "--allow-errors", "0");
    server.kill();
    server.startAgain();
    Program.Result result = Program.finish(replay.process);
    assertThat(result.err()).doesNotContain("\tat ").doesNotContain("defect");
    JsonNode json = replay.program.runJson();
    if (failsAfterAKill()) {
      assertThat(result.exit()).as(result.out() + result.err()).isEqualTo(1);
      assertThat(json.get("state").asString()).isEqualTo("failed");
      assertThat(json.at("/summary/errorClasses").toString()).contains("connection");
      assertThat(json.at("/summary/reconnects").asLong()).isPositive();
    }
    assertAllCounted(json.get("replay"));
    assertThat(json.at("/replay/neverStarted").asLong()).isZero();
    assertThat(json.at("/summary/transactions").asLong())
        .as("recovered")
        .isGreaterThan(json.at("/replay/recorded").asLong() / 2);
  }

  @Test
  void interruptedReplay_reportsWhatWasReplayed() throws Exception {
    Running replay = replay("interrupted", "-p", "speed=0.1"); // of which most is never reached
    replay.process.process().toHandle().destroy(); // SIGTERM
    Program.Result result = Program.finish(replay.process);
    assertThat(result.exit()).as(result.out() + result.err()).isEqualTo(130);
    JsonNode json = replay.program.runJson();
    assertThat(json.get("state").asString()).isEqualTo("interrupted");
    assertAllCounted(json.get("replay"));
    assertThat(json.at("/replay/neverStarted").asLong()).isPositive();
    assertThat(json.at("/replay/replayed").asLong()).isGreaterThan(20);
    assertThat(result.out()).contains("never started");
  }

  private static void assertAllCounted(JsonNode replay) {
    long skipped = replay.get("skipped").valueStream().mapToLong(JsonNode::asLong).sum();
    assertThat(replay.get("recorded").asLong())
        .as("%s", replay)
        .isEqualTo(replay.get("replayed").asLong() + skipped + replay.get("neverStarted").asLong());
  }
}
