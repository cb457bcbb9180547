package io.stallmark.it.servers.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.it.Docker;
import io.stallmark.it.Program;
import io.stallmark.it.Server;
import io.stallmark.it.Thorough;
import java.io.IOException;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The workload timeseries on one server: every engine and layout it has. */
@Docker
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class SensorJobContract {

  private static final int EVENTS = 40;

  private Server server;
  private Program program;

  /** Starts the server. */
  abstract Server start();

  /**
   * What {@code --storage} and {@code -p} say in each of the runs, {@code storage|setting …}: the
   * first two for every day.
   */
  abstract List<String> runs();

  private Stream<String> usual() {
    return runs().stream().limit(2);
  }

  private Stream<String> others() {
    return runs().stream().skip(2);
  }

  /** What is refused, and a word of the refusal: {@code storage|setting …|word}. */
  abstract List<String> refusals();

  /** Checks what the rows of a run take on disk, {@code size.end} of run.json. */
  void checkSize(JsonNode size) {
    assertThat(size.get("dataBytes").asLong()).as("%s", size).isPositive();
  }

  @BeforeAll
  void begin(@TempDir Path directory) {
    server = start();
    program = new Program(directory, Map.of("STALLMARK_PASSWORD", server.password()));
  }

  private Program.Result call(String command, String run, String... more) {
    return program.call(arguments(command, run, more));
  }

  private String[] arguments(String command, String run, String... more) {
    String[] parts = run.split("\\|", -1);
    List<String> arguments = new ArrayList<>(List.of(command, "timeseries"));
    arguments.addAll(List.of("--url", server.url(), "-p", "sensors=50", "-p", "batch=100"));
    if (!parts[0].isBlank()) {
      arguments.addAll(List.of("--storage", parts[0].strip()));
    }
    for (String setting : parts[1].strip().split(" +")) {
      if (!setting.isEmpty()) {
        arguments.addAll(List.of("-p", setting));
      }
    }
    arguments.addAll(List.of(more));
    return arguments.toArray(String[]::new);
  }

  private void succeeds(String command, String run, String... more) {
    succeeded(call(command, run, more));
  }

  private static void succeeded(Program.Result result) {
    assertThat(result.exit()).as(result.out() + result.err()).isZero();
  }

  @Thorough
  @ParameterizedTest
  @MethodSource("others")
  void otherRun_insertsReadsAndGoesOn_andVerifyProvesIt(String run) throws Exception {
    run_insertsReadsAndGoesOn_andVerifyProvesIt(run);
  }

  @ParameterizedTest
  @MethodSource("usual")
  void run_insertsReadsAndGoesOn_andVerifyProvesIt(String run) throws Exception {
    try {
      String[] events = {"--threads", "4", "--events", Integer.toString(EVENTS)};
      String[] first = arguments("run", run, events);
      succeeded(program.results().isEmpty() ? program.run(first) : program.call(first));
      succeeds("run", run, "--threads", "4", "--events", "20", "-p", "read-share=0.5");
      JsonNode size = lastRun().get("size");
      if (!run.contains("RocksDB")) { // whose figures stay 0 for a user who may not flush it
        checkSize(size.get("end"));
      }
      JsonNode kinds = lastRun().get("summary").get("kinds");
      long inserts = kinds.get("insert").get("count").asLong();
      assertThat(kinds.get("insert").get("rows").asLong()).isEqualTo(100 * inserts);
      Program.Result verified = call("verify", run).well();
      assertThat(verified.out()).contains((EVENTS + inserts) + " events of 100");
    } finally {
      succeeds("drop", run, "--yes");
    }
  }

  @Test
  void killedRun_isGoneOnWith_withoutGapOrDuplicate() throws Exception {
    String run = runs().get(0);
    int before = program.results().size();
    try {
      Program.Running running = program.start(arguments("run", run, "--seconds", "3600"));
      running.until(() -> rowsWritten(before) > 0);
      running.kill(); // in the middle of several events
      Program.finish(running);
      succeeds("run", run, "--threads", "4", "--events", "20");
      succeeds("verify", run);
    } finally {
      succeeds("drop", run, "--yes");
    }
  }

  /** What the run after so many others has said of itself so far. */
  private long rowsWritten(int before) throws IOException {
    List<Path> runs = program.results();
    Path csv = runs.size() > before ? runs.get(before).resolve("intervals.csv") : null;
    if (csv == null || !Files.exists(csv)) {
      return 0;
    }
    List<String> lines = Files.readAllLines(csv);
    if (lines.size() < 2) {
      return 0;
    }
    int column = List.of(lines.get(0).split(",")).indexOf("rows");
    return Long.parseLong(lines.get(1).split(",")[column]);
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void whatCannotBeDoneExactly_isRefusedByName(String refusal) {
    String[] parts = refusal.split("\\|", -1);
    Program.Result result =
        call("run", parts[0] + "|" + parts[1], "--threads", "2", "--events", "2");
    assertThat(result.exit()).isIn(2, 3);
    assertThat(result.lastError()).contains(parts[2].strip());
    assertThat(result.err().lines().filter(l -> l.startsWith("\tat "))).isEmpty();
  }

  private JsonNode lastRun() throws Exception {
    List<Path> runs = program.results();
    Path json = runs.get(runs.size() - 1).resolve("run.json");
    return new JsonMapper().readTree(Files.readString(json));
  }
}
