package io.stallmark.it.servers.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.github.dockerjava.api.DockerClient;
import io.stallmark.it.Docker;
import io.stallmark.it.Program;
import io.stallmark.it.RealTime;
import io.stallmark.it.Server;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A real server that works for a minute and is then held three times. Real time is the subject. */
@RealTime
@Docker
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class StallContract {

  private static final int RATE = 200;
  private static final int SECONDS = 90;
  private static final double CLEAN = 62;
  private static final double EDGE = 0.1;
  private static final long[] HOLDS = {250, 1000, 3000};

  private Server server;
  private final List<Hold> holds = new ArrayList<>();
  private Program.Result result;
  private JsonNode json;
  private List<String[]> rows;

  /**
   * What Docker was asked for took place at some moment of each call; seconds since {@code
   * measuredFrom}.
   */
  private record Hold(double asked, double held, double askedBack, double free) {
    double shortest() {
      return askedBack - held;
    }

    double longest() {
      return free - asked;
    }
  }

  /** Starts the server. */
  abstract Server start();

  @BeforeAll
  void run(@TempDir Path directory) throws Exception {
    server = start();
    Program program =
        new Program(directory, Map.of("STALLMARK_PASSWORD", server.password())).asUsersHaveIt();
    Program.Running running =
        program.start(
            Program.words(
                "run sysbench --threads 16 --warmup 5 -p mix=point_select -p tables=1"
                    + " -p rows=1000",
                "--url",
                server.url(),
                "--rate",
                Integer.toString(RATE),
                "--seconds",
                Integer.toString(SECONDS)));
    running.until(() -> measured(program) >= CLEAN);
    List<Instant[]> instants = new ArrayList<>();
    for (long millis : HOLDS) {
      instants.add(hold(millis));
      TimeUnit.SECONDS.sleep(3);
    }
    result = Program.finish(running);
    Path run = program.results().get(0);
    json = new JsonMapper().readTree(Files.readString(run.resolve("run.json")));
    rows =
        Files.readAllLines(run.resolve("stalls.csv")).stream()
            .skip(1)
            .map(line -> line.split(",", -1))
            .toList();
    Instant zero = Instant.parse(json.get("measuredFrom").asString());
    for (Instant[] each : instants) {
      holds.add(
          new Hold(
              seconds(zero, each[0]),
              seconds(zero, each[1]),
              seconds(zero, each[2]),
              seconds(zero, each[3])));
    }
  }

  private Instant[] hold(long millis) throws InterruptedException {
    DockerClient docker = server.container().getDockerClient();
    String id = server.container().getContainerId();
    Instant asked = Instant.now();
    docker.pauseContainerCmd(id).exec();
    Instant held = Instant.now();
    Thread.sleep(millis);
    Instant askedBack = Instant.now();
    docker.unpauseContainerCmd(id).exec();
    return new Instant[] {asked, held, askedBack, Instant.now()};
  }

  private static double seconds(Instant from, Instant until) {
    return Duration.between(from, until).toNanos() / 1e9;
  }

  /** The end of the last interval written. */
  private static double measured(Program program) throws Exception {
    for (Path run : program.results()) {
      Path csv = run.resolve("intervals.csv");
      if (Files.exists(csv)) {
        List<String> lines = Files.readAllLines(csv);
        return lines.size() < 2 ? 0 : Double.parseDouble(lines.get(lines.size() - 1).split(",")[1]);
      }
    }
    return 0;
  }

  @AfterAll
  void stop() {
    if (server != null) {
      server.close();
    }
  }

  /** But for pauses of this machine, which the report does not put down to the server. */
  private List<JsonNode> stalls() {
    List<JsonNode> stalls = new ArrayList<>();
    for (JsonNode stall : json.get("stalls")) {
      if (stall.get("blame").asString().equals("server")) {
        stalls.add(stall);
      }
    }
    return stalls;
  }

  @Test
  void cleanMinute_hasNeitherStallNorDip() {
    assertThat(result.exit()).as(result.out() + result.err()).isZero();
    double until = holds.get(0).asked() - EDGE;
    assertThat(until).isGreaterThan(60);
    assertThat(stalls()).allMatch(stall -> stall.get("startSeconds").asDouble() >= until);
    assertThat(json.get("dips")).isEmpty();
  }

  @Test
  void eachHold_isAStall_withItsEdges() {
    assertThat(stalls()).as(json.get("stalls").toString()).hasSize(HOLDS.length);
    for (int i = 0; i < HOLDS.length; i++) {
      double start = stalls().get(i).get("startSeconds").asDouble();
      double end = start + stalls().get(i).get("lengthSeconds").asDouble();
      assertThat(start).isBetween(holds.get(i).asked() - EDGE, holds.get(i).held() + EDGE);
      assertThat(end).isBetween(holds.get(i).askedBack() - EDGE, holds.get(i).free() + EDGE);
    }
  }

  @Test
  void eachStall_saysWhatItHeld() {
    for (JsonNode stall : stalls()) {
      double length = stall.get("lengthSeconds").asDouble();
      assertThat(stall.get("delayed").asDouble()).isCloseTo(RATE * length, within(0.1 * RATE));
      assertThat(stall.get("longestNanoseconds").asDouble() / 1e9).isCloseTo(length, within(EDGE));
      assertThat(stall.get("kinds").toString()).contains("point_select");
      assertThat(stall.get("lowestPerSecond").asDouble()).isZero();
      assertThat(stall.get("usualPerSecond").asDouble()).isCloseTo(RATE, within(0.1 * RATE));
    }
  }

  @Test
  void stallsFile_agreesWithRunJson_andTheTerminalWithBoth() {
    assertThat(rows).hasSize(json.get("stallCount").asInt());
    for (int i = 0; i < rows.size(); i++) {
      assertThat(Double.parseDouble(rows.get(i)[0]))
          .isEqualTo(json.at("/stalls/" + i + "/startSeconds").asDouble());
    }
    assertThat(result.out()).contains("  STALL ", "  Stall at ", "^");
  }

  /**
   * At a constant rate r a hold of d delays r·d arrivals, evenly by 0 to d. One arrival in 100 of
   * {@code r · SECONDS} is r · 0.9 s: the longest hold delays as many by more than d - 0.9 s, less
   * what the second longest has of those; one in 1000 by more than d - 0.09 s.
   */
  @Test
  void percentilesOfResponseTime_areWhatTheHoldsMakeThem() {
    JsonNode transaction = json.at("/summary/kinds/transaction");
    double longest = stalls().get(2).get("lengthSeconds").asDouble();
    assertThat(longest - SECONDS / 100.0).as("the second hold has no part").isGreaterThan(1.2);
    assertThat(seconds(transaction, "response", "p99"))
        .isCloseTo(longest - SECONDS / 100.0, tolerance());
    assertThat(seconds(transaction, "response", "p999"))
        .isCloseTo(longest - SECONDS / 1000.0, tolerance());
    // Sixteen clients wait in each of three holds, and the rest waits for a client: the service
    // time that a closed loop would report does not see it.
    assertThat(seconds(transaction, "service", "p99")).isLessThan(0.1);
    assertThat(json.at("/summary/scheduled").asLong()).isEqualTo((long) RATE * SECONDS);
    assertThat(json.at("/summary/neverStarted").asLong()).isZero();
  }

  private static Offset<Double> tolerance() {
    return within(0.15);
  }

  private static double seconds(JsonNode kind, String clock, String percentile) {
    return kind.at("/" + clock + "Nanoseconds/" + percentile).asDouble() / 1e9;
  }

  @Test
  void holds_wereAsLongAsMeant() {
    for (int i = 0; i < HOLDS.length; i++) {
      assertThat(holds.get(i).longest()).isGreaterThanOrEqualTo(HOLDS[i] / 1000.0);
      assertThat(holds.get(i).shortest()).isCloseTo(HOLDS[i] / 1000.0, within(0.1));
    }
  }
}
