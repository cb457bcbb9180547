package io.stallmark.it.servers.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.it.Docker;
import io.stallmark.it.Program;
import io.stallmark.it.RealTime;
import io.stallmark.it.ReservedPort;
import io.stallmark.it.Server;
import io.stallmark.it.SharedServer;
import io.stallmark.it.Thorough;
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
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** A coordinator and agents in processes of their own, and one real server. */
@Docker
final class ClusterIT {

  private static final String PASSWORD = "STALLMARK_PASSWORD";

  @TempDir Path directory;

  private final List<Program.Running> started = new ArrayList<>();
  private Server server;
  private Program coordinator;
  private ReservedPort address;

  @BeforeEach
  void prepare() throws IOException {
    address = new ReservedPort();
    server = SharedServer.MYSQL.emptied();
    coordinator =
        new Program(
            Files.createDirectory(directory.resolve("c")), Map.of(PASSWORD, server.password()));
  }

  @AfterEach
  void kill() throws InterruptedException {
    for (Program.Running each : started) {
      each.kill();
    }
    address.close();
  }

  /** An agent in a directory of its own, without the password. */
  private Program.Running agent(String name, String... more) throws IOException {
    Path own = Files.createDirectory(directory.resolve(name));
    return started(
        new Program(own, Map.of())
            .start(
                Program.words(
                    List.of("agent", "--join", address.toString(), "--name", name), more)));
  }

  private Program.Running started(Program.Running running) {
    started.add(running);
    return running;
  }

  private Program.Running coordinate(String... more) throws IOException {
    return started(
        coordinator.start(
            Program.words(
                List.of(
                    "run",
                    "sysbench",
                    "--url",
                    server.url(),
                    "-p",
                    "tables=2",
                    "-p",
                    "rows=1000",
                    "--cluster",
                    address.toString()),
                more)));
  }

  private void awaitIntervals(Program.Running run, int count) throws Exception {
    run.until(() -> coordinator.intervals("transactions").size() >= count);
  }

  private static void signal(String name, Program.Running running) throws Exception {
    new ProcessBuilder("kill", "-" + name, "" + running.process().pid()).start().waitFor();
  }

  @Test
  void threeMachines_makeOneRun() throws Exception {
    agent("east", "--once");
    Program.Running west = agent("west", "--once");
    Program.Result result =
        Program.finish(
                coordinate(
                    "--agents=3",
                    "--threads=6",
                    "--events=300",
                    "--seconds=3600",
                    "--verify",
                    "--name=three"))
            .well();
    assertThat(result.out()).contains("6 threads").doesNotContain(server.password());
    assertThat(result.err()).contains("Agents: coordinator, east, west");
    JsonNode run = coordinator.runJson();
    assertThat(run.at("/summary/transactions").asLong()).isEqualTo(300);
    assertThat(run.at("/agents")).hasSize(3);
    for (JsonNode agent : run.at("/agents")) {
      assertThat(agent.at("/threads").asInt()).isEqualTo(2);
      assertThat(agent.at("/started").asLong()).isEqualTo(100);
      assertThat(agent.at("/succeeded").asLong() + agent.at("/failed").asLong()).isEqualTo(100);
      assertThat(agent.has("clockErrorNanoseconds")).isTrue();
    }
    List<String> rows = Files.readAllLines(coordinator.results().get(0).resolve("agents.csv"));
    assertThat(rows.get(0)).startsWith("start_s,end_s,agent,name,transactions,");
    assertThat(rows).anyMatch(row -> row.contains(",2,west,"));
    Program.Result agent = Program.finish(west).well();
    assertThat(agent.out()).contains("Load: agent 3 of 3", "Run: agent 3 of 3");
    assertThat(new Program(directory.resolve("west"), Map.of()).results()).isEmpty();
    assertThat(coordinator.files()).doesNotContain(server.password());
  }

  @Test
  void anAgentThatIsKilled_isKnown_andFailsTheRun() throws Exception {
    Program.Running east = agent("east");
    Program.Running run =
        coordinate("--agents=2", "--threads=4", "--seconds=3600", "--interval=0.5");
    awaitIntervals(run, 2);
    east.kill();
    Program.Result result = Program.finish(run);
    assertThat(result.exit()).isEqualTo(1);
    assertThat(result.err()).contains("Agent east is lost; its last interval ended at ");
    assertThat(result.lastError()).contains("DEGRADED from ", "agent east was lost");
    JsonNode agents = coordinator.runJson().at("/agents");
    assertThat(agents.at("/1/lostAtSeconds").asDouble()).isGreaterThanOrEqualTo(0.5);
    assertThat(agents.at("/0/lostAtSeconds").isMissingNode()).isTrue();
  }

  @Test
  @Thorough
  void figuresOfARunThatGoesOnAfterALoss_areOfTheTimeBefore() throws Exception {
    Program.Running east = agent("east");
    Program.Running run =
        coordinate("--agents=2", "--threads=4", "--seconds=20", "--on-agent-loss=continue");
    awaitIntervals(run, 3);
    east.kill();
    Program.Result result = Program.finish(run);
    assertThat(result.exit()).as(result.out() + result.err()).isEqualTo(1);
    assertThat(result.lastError()).contains("DEGRADED from ", "agent east was lost");
    JsonNode json = coordinator.runJson();
    int until = json.at("/agents/1/lostAtSeconds").asInt();
    assertThat(json.at("/trust/intervals").asInt()).isEqualTo(until);
    assertThat(json.at("/cost/sources/server/seconds").asDouble()).isLessThanOrEqualTo(until);
    assertThat(coordinator.intervals("transactions")).hasSizeGreaterThanOrEqualTo(20);
    Path log = coordinator.results().get(0).resolve("latency.hlog");
    assertThat(Files.readAllLines(log).stream().filter(line -> line.startsWith("Tag=transaction.")))
        .isNotEmpty()
        .allMatch(line -> Double.parseDouble(line.split(",")[1]) < until);
  }

  @Test
  @Thorough
  @RealTime
  void aStallInProgressAtALoss_endsThere() throws Exception {
    Program.Running east = agent("east");
    Program.Running run =
        coordinate("--agents=2", "--threads=4", "--seconds=25", "--on-agent-loss=continue");
    awaitIntervals(run, 10);
    try (Connection root = server.root();
        Statement statement = root.createStatement()) {
      statement.execute("FLUSH TABLES WITH READ LOCK"); // commits wait
      awaitIntervals(run, coordinator.intervals("transactions").size() + 3);
      east.kill();
      awaitIntervals(run, coordinator.intervals("transactions").size() + 3);
      statement.execute("UNLOCK TABLES");
    }
    Program.Result result = Program.finish(run);
    assertThat(result.exit()).as(result.out() + result.err()).isEqualTo(1);
    JsonNode json = coordinator.runJson();
    double until = json.at("/agents/1/lostAtSeconds").asDouble();
    JsonNode stalls = json.at("/stalls");
    assertThat(stalls.valueStream().map(ClusterIT::end))
        .as("ends of stalls, and the loss at %s", until)
        .allMatch(end -> end <= until)
        .anyMatch(end -> end > until - 1);
    assertThat(result.out()).contains("FAILED: sysbench on MySQL ", " transactions/s, ");
  }

  private static double end(JsonNode stall) {
    return stall.at("/startSeconds").asDouble() + stall.at("/lengthSeconds").asDouble();
  }

  /** A trial on a busy machine is not to be trusted, and none passes. */
  @Test
  @Thorough
  @RealTime
  void aLoss_endsASearch_withTheRateSoFar() throws Exception {
    Program.Running east = agent("east");
    Program.Running search =
        coordinate(
            "--agents=2",
            "--threads=4",
            "--find-rate=p50<1s",
            "--rate=20",
            "--seconds=3",
            "--out=search");
    Path second = directory.resolve("c/search/trial-02");
    search.until(() -> hasIntervals(second));
    east.kill();
    Program.Result result = Program.finish(search);
    assertThat(result.exit()).as(result.out() + result.err()).isEqualTo(1);
    assertThat(result.err()).containsOnlyOnce("stallmark: DEGRADED from ");
    assertThat(result.out())
        .contains("The search ended early. The highest rate so far with p50 under 1000 ms: 20");
    assertThat(Files.readAllLines(directory.resolve("c/search/trials.csv"))).hasSize(3);
  }

  private static boolean hasIntervals(Path trial) throws IOException {
    if (Files.notExists(trial)) {
      return false;
    }
    try (Stream<Path> run = Files.walk(trial)) {
      List<Path> files = run.filter(path -> path.endsWith("intervals.csv")).toList();
      return files.size() == 1 && Files.readAllLines(files.get(0)).size() > 1;
    }
  }

  @Test
  @Thorough
  void anAgentThatCannotWriteItsFiles_failsTheRun_andSaysWhy() throws Exception {
    Files.createDirectory(directory.resolve("elsewhere"));
    Files.createFile(directory.resolve("elsewhere/results")); // no directory can be there
    Program elsewhere = new Program(directory.resolve("elsewhere"), Map.of());
    started(elsewhere.start("agent", "--join", address.toString(), "--name", "east"));
    Program.Result result =
        Program.finish(coordinate("--agents=2", "--threads=4", "--seconds=3600"));
    assertThat(result.exit()).as(result.out() + result.err()).isEqualTo(1);
    assertThat(result.lastError()).contains("agent east: ", "results");
  }

  @Test
  @Thorough
  void anAgent_servesOneCoordinatorAfterTheOther() throws Exception {
    Program.Running east = agent("east");
    for (int i = 0; i < 2; i++) {
      Program.finish(coordinate("--agents=2", "--threads=2", "--events=20", "--seconds=3600"))
          .well();
    }
    signal("INT", east);
    Program.Result result = Program.finish(east);
    assertThat(result.out().lines().filter("Joined as east; waiting for runs"::equals)).hasSize(2);
    assertThat(result.out()).doesNotContain("The coordinator was lost");
  }

  @Test
  @Thorough
  @RealTime
  void aFrozenAgent_isNoLossBeforeTenSeconds_andItsSecondsAreFlagged() throws Exception {
    Program.Running east = agent("east");
    Program.Running run = coordinate("--agents=2", "--threads=4", "--seconds=16");
    awaitIntervals(run, 2);
    signal("STOP", east);
    TimeUnit.SECONDS.sleep(8); // time is the subject
    signal("CONT", east);
    Program.Result result = Program.finish(run).well();
    assertThat(result.err()).doesNotContain("is lost");
    List<String> rows = Files.readAllLines(coordinator.results().get(0).resolve("agents.csv"));
    assertThat(rows).anyMatch(row -> row.contains(",east,") && row.contains("held"));
  }

  @Test
  void aKilledCoordinator_stopsItsAgents_whoKeepWhatTheyMeasured() throws Exception {
    Program.Running once = agent("east", "--once");
    Program.Running stays = agent("west");
    Program.Running run =
        coordinate(
            "--agents=2", "--coordinator-only", "--threads=4", "--seconds=3600", "--interval=0.5");
    awaitIntervals(run, 2);
    run.kill();
    Program.Result result = Program.finish(once);
    assertThat(result.exit()).isEqualTo(1);
    assertThat(result.lastError()).contains("The coordinator was lost.");
    assertThat(stays.process().isAlive()).isTrue();
    try (Stream<Path> kept = Files.walk(directory.resolve("east"))) {
      List<Path> files = kept.filter(path -> path.endsWith("intervals.csv")).toList();
      assertThat(files).hasSize(1);
      assertThat(Files.readAllLines(files.get(0))).hasSizeGreaterThanOrEqualTo(2);
    }
  }

  private String[] load(String... more) {
    List<String> command = new ArrayList<>(List.of("load", "sysbench", "--url", server.url()));
    command.addAll(List.of("-p", "tables=2", "-p", "rows=300k", "--threads=4"));
    command.addAll(List.of(more));
    return command.toArray(String[]::new);
  }

  private boolean hasRows() throws SQLException {
    try (Connection root = server.root();
        Statement statement = root.createStatement();
        ResultSet tables =
            statement.executeQuery(
                "SELECT COUNT(*) FROM information_schema.tables WHERE table_name = 'sbtest2'")) {
      tables.next();
      if (tables.getInt(1) == 0) {
        return false;
      }
      try (ResultSet rows = statement.executeQuery("SELECT 1 FROM bench.sbtest2 LIMIT 1")) {
        return rows.next();
      }
    }
  }

  @Test
  @Thorough
  void aLoadThatLosesAnAgent_fails_andIsResumed() throws Exception {
    Program.Running east = agent("east");
    Program.Running load = started(coordinator.start(load("--agents=2", "--cluster=" + address)));
    load.until(this::hasRows);
    east.kill();
    Program.Result lost = Program.finish(load);
    assertThat(lost.exit()).as(lost.out() + lost.err()).isEqualTo(1);
    assertThat(lost.lastError())
        .contains("Agent east was lost during the load. Loaded rows remain; the same command");
    Program.Result resumed = coordinator.run(load("--local-agents=3")).well();
    assertThat(resumed.err()).contains("Resuming an incomplete load", "rows were there");
    coordinator
        .run("verify", "sysbench", "--url", server.url(), "-p", "tables=2", "-p", "rows=300k")
        .well();
  }

  @Thorough
  @ParameterizedTest
  @CsvSource({"timeseries, sensors=100, batch=100", "ycsb, workload=d, records=3000"})
  void agentsThatInsertIntoACommonSequence_leaveNoGap(String workload, String one, String other)
      throws Exception {
    String[] settings = {workload, "--url", server.url(), "-p", one, "-p", other, "--threads=6"};
    for (int i = 0; i < 2; i++) { // the second run goes on after the first
      List<String> run = new ArrayList<>(List.of("run"));
      run.addAll(List.of(settings));
      run.addAll(List.of("--local-agents=3", "--seconds=3", "--verify"));
      coordinator.run(run.toArray(String[]::new)).well();
    }
  }

  @Test
  @Thorough
  void localAgents_areStartedAndEnded() throws Exception {
    List<String> command =
        List.of("run", "sysbench", "--url", server.url(), "-p", "tables=1", "-p", "rows=1000");
    List<String> repeated =
        List.of("--threads=2", "--seconds=2", "--repeat=2", "--out=out", "--local-agents=2");
    List<String> all = Stream.concat(command.stream(), repeated.stream()).toList();
    Program.Result result = coordinator.run(all.toArray(String[]::new)).well();
    assertThat(result.err()).contains("Agents: local-0, local-1");
    assertThat(
            ProcessHandle.current()
                .descendants()
                .filter(each -> each.info().commandLine().orElse("").contains("local-0")))
        .isEmpty();
    Program.Result alone =
        coordinator.run(all.subList(0, all.size() - 1).toArray(String[]::new)); // to resume
    assertThat(alone.exit()).isEqualTo(2);
    assertThat(alone.lastError()).contains("another plan", "--local-agents 2 there");
  }

  @Test
  @Thorough
  void ctrlC_whichLocalAgentsReceiveToo_endsTheRunInGoodOrder() throws Exception {
    Program.Running run =
        started(
            coordinator.start(
                "run",
                "sysbench",
                "--url",
                server.url(),
                "-p",
                "tables=1",
                "-p",
                "rows=1000",
                "--local-agents=2",
                "--threads=2",
                "--seconds=3600"));
    awaitIntervals(run, 2);
    List<ProcessHandle> agents = run.process().descendants().toList();
    for (ProcessHandle agent : agents) {
      new ProcessBuilder("kill", "-INT", "" + agent.pid()).start().waitFor();
    }
    signal("INT", run);
    Program.Result result = Program.finish(run);
    assertThat(result.exit()).as(result.out() + result.err()).isEqualTo(130);
    assertThat(result.err()).doesNotContain("is lost");
    assertThat(agents).hasSize(2).noneMatch(ProcessHandle::isAlive);
  }

  @Test
  @Thorough
  void agentsThatDoNotJoin_areMissed() throws Exception {
    Program.Result result =
        Program.finish(
            coordinate("--agents=2", "--coordinator-only", "--threads=2", "--join-timeout=1"));
    assertThat(result.exit()).isEqualTo(1);
    assertThat(result.lastError()).contains("0 of 2 agents have joined after 1 s");
    assertThat(coordinator.results()).isEmpty();
  }

  @Test
  @Thorough
  void agentsWithAnotherKey_areNamedWhenTheOthersAreMissed() throws Exception {
    Path key = Files.writeString(directory.resolve("key"), "the key of the coordinator");
    Path other = Files.writeString(directory.resolve("other"), "another key, by mistake");
    Program.Running run =
        coordinate("--agents=2", "--join-timeout=30", "--threads=2", "--cluster-key-file=" + key);
    Program.Result refused = Program.finish(agent("east", "--cluster-key-file=" + other));
    assertThat(refused.exit()).as(refused.err()).isEqualTo(2);
    assertThat(refused.lastError()).contains("The cluster key differs");
    Program.Result result = Program.finish(run);
    assertThat(result.exit()).isEqualTo(1);
    assertThat(result.lastError())
        .contains("1 of 2 agents have joined after 30 s (coordinator)")
        .contains("Refused: an agent at 127.0.0.1: its cluster key is different")
        .doesNotContain("by mistake");
  }
}
