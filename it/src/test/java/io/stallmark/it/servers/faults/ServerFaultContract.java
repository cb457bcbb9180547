package io.stallmark.it.servers.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.it.Docker;
import io.stallmark.it.Program;
import io.stallmark.it.RealTime;
import io.stallmark.it.Server;
import io.stallmark.it.Thorough;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/**
 * What goes wrong with a real server ends in one clear line and the right exit code. One server is
 * enough for all tests but those that kill theirs.
 */
@Docker
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ServerFaultContract {

  private static final String WRONG = "wr0ng-c@nary";

  private static final int CONNECTIONS = 100;

  Server server;
  @TempDir Path directory;

  /**
   * Starts a server.
   *
   * @param connections that it allows; null: any
   */
  abstract Server start(Integer connections);

  /**
   * Makes the databases: free and shaped for all that the user wants, readonly for reading, and in
   * bench a table sbtest1 of another shape than sysbench's.
   */
  abstract void prepare() throws Exception;

  /** Ends what still goes on in the database shaped, and removes its tables. */
  abstract void empty() throws Exception;

  /** The tables of a database. */
  abstract List<String> tables(String database) throws Exception;

  /** The cases of this kind of server. */
  abstract List<Arguments> refusals();

  @BeforeAll
  void begin() throws Exception {
    server = start(CONNECTIONS);
    server = server.at(server.ownUrl());
    prepare();
  }

  @AfterAll
  void end() {
    if (server != null) {
      server.close();
    }
  }

  private Stream<Arguments> everyRefusal() {
    String free = server.url("free");
    Stream<Arguments> common =
        Stream.of(
            refusal("no such user", 3, free.replace("bench@", "nobody@"), "user"),
            refusal("another shape", 1, server.url(), "stallmark drop"),
            refusal("unknown driver", 2, free, "oracle", "--driver", "oracle"),
            refusal("unknown setting", 2, free, "did you mean rows?", "-p", "rowz=9"));
    return Stream.concat(common, refusals().stream());
  }

  /**
   * A case.
   *
   * @param says a part of the line
   * @param options to follow the usual ones
   */
  static Arguments refusal(String name, int exit, String url, String says, String... options) {
    return Arguments.of(name, exit, url, says, List.of(options));
  }

  @ParameterizedTest(name = "{0}: exit {1}")
  @MethodSource("everyRefusal")
  void refusal_isOneClearLine(String name, int exit, String url, String says, List<String> options)
      throws Exception {
    Program program = program();
    Program.Result result = program.run(run(url, options.toArray(String[]::new)));
    assertThat(result.exit()).as(result.out() + result.err()).isEqualTo(exit);
    assertOneLine(result);
    assertThat(result.lastError()).containsIgnoringCase(says);
    assertThat(program.results()).as("nothing half-written").isEmpty();
    assertThat(tables("free")).as("nothing half-loaded").isEmpty();
  }

  void assertOneLine(Program.Result result) {
    assertThat(result.err()).doesNotContain("\tat ").doesNotContain("Exception");
    assertThat(result.lastError()).startsWith("stallmark: ");
    assertThat(result.out() + result.err()).doesNotContain(server.password());
  }

  @Test
  void wrongPassword_isNotRepeated() throws Exception {
    Program program = new Program(directory, Map.of("STALLMARK_PASSWORD", WRONG));
    Program.Result result = program.run("run", "sysbench", "--url", server.url("free"));
    assertThat(result.exit()).isEqualTo(3);
    assertThat(result.lastError()).containsIgnoringCase("user").contains("password");
    assertThat(result.out() + result.err() + program.files()).doesNotContain(WRONG);
  }

  @Test
  void passwordInTheUrl_works_withAWarning_andIsNotRepeated() throws Exception {
    Program program = new Program(Files.createTempDirectory(directory, "run"), Map.of());
    // As a URL has it; Stallmark must recognise the password in both forms.
    String encoded = server.password().replace("%", "%25").replace("@", "%40");
    String url = server.url("shaped").replace("bench@", "bench:" + encoded + "@");
    Program.Result result = program.run(run(url, "--events", "50")).well();
    assertThat(result.err()).contains("Warning").contains("STALLMARK_PASSWORD");
    assertThat(result.out() + result.err() + program.files())
        .doesNotContain(server.password())
        .doesNotContain(encoded);
    drop();
  }

  @Test
  void tablesAbsentOrOfAnotherSize_areToldApart() throws Exception {
    Program program = program();
    assertFails(program, "stallmark load", sysbench("verify", 1, 1000));
    assertThat(program.call(sysbench("load", 1, 1000)).exit()).isZero();
    assertFails(program, "sbtest1 has 1,000", sysbench("run", 1, 999));
    assertFails(program, "Of 2 tables 1 is missing, first sbtest2", sysbench("run", 2, 1000));
    assertThat(program.results()).isEmpty();
    drop();
  }

  private String[] sysbench(String command, int tables, int rows) {
    String url = server.url("shaped");
    return new String[] {
      command, "sysbench", "--url", url, "-p", "tables=" + tables, "-p", "rows=" + rows
    };
  }

  private void assertFails(Program program, String says, String... arguments) {
    Program.Result result = program.run(arguments);
    assertThat(result.exit()).as(result.out() + result.err()).isEqualTo(1);
    assertThat(result.lastError()).contains(says);
    assertOneLine(result);
  }

  /** Clients lose the transaction they are in: more than no errors at all, which is what may be. */
  @RealTime
  @Test
  void serverRestart_inAClosedLoop_showsInTheResults_andThePaceRecovers() throws Exception {
    assertOutageAndRecovery(1, "failed", "--allow-errors", "0");
  }

  /** Of 700 arrivals some are late, which is no error, and a few fail: fewer than may. */
  @Thorough
  @RealTime
  @Test
  void serverRestart_inAnOpenLoop_showsInTheResults_andThePaceRecovers() throws Exception {
    assertOutageAndRecovery(0, "completed", "--rate", "50", "--allow-errors", "3");
  }

  /** Clients go on after an outage, some with commits of which nobody knows what became. */
  @Thorough
  @Test
  void serverRestart_leavesEachCountThatOfItsLinks() throws Exception {
    try (Server own = start(null)) {
      Program program = program();
      Program.Running running =
          program.start(
              graph(own, "run", "--threads", "8", "--seconds", "3600", "--allow-errors", "100"));
      awaitIntervals(running, program, 3);
      restart(own);
      int before = program.intervals("transactions").size() + 1; // and the one under way
      running.until(
          () -> program.intervals("transactions").stream().skip(before).anyMatch(n -> n > 0));
      running.process().toHandle().destroy(); // SIGTERM: it has recovered
      Program.Result result = Program.finish(running);
      assertThat(result.exit()).as(result.out() + result.err()).isEqualTo(130);
      assertThat(program.intervals("lowest_slot_transactions_per_s")).as("outage").contains(0L);
      Program.Result verified = program.run(graph(own, "verify")).well();
      assertThat(verified.out()).contains("links were added or changed since");
    }
  }

  private static String[] graph(Server own, String command, String... more) {
    List<String> arguments = new ArrayList<>(List.of(command, "linkbench", "--url", own.ownUrl()));
    arguments.addAll(List.of("-p", "ids=3000", "-p", "max-degree=3000"));
    arguments.addAll(List.of(more));
    return arguments.toArray(String[]::new);
  }

  private static void restart(Server own) {
    String id = own.container().getContainerId();
    own.container().getDockerClient().restartContainerCmd(id).withTimeout(0).exec();
  }

  /** Whether every client that a restart cuts off has a transaction fail. */
  boolean failsAtARestart() {
    return true;
  }

  /** How many times slower than before a server may be for a while after a restart. */
  int slower() {
    return 3;
  }

  private void assertOutageAndRecovery(int exit, String state, String... pace) throws Exception {
    Program program = program();
    Program.Running running = startLong(program, "14", pace);
    awaitIntervals(running, program, 3);
    restart(server);
    server = server.at(server.ownUrl());
    Program.Result result = Program.finish(running);
    JsonNode json = program.runJson();
    JsonNode summary = json.get("summary");
    boolean noticed = failsAtARestart() || summary.get("errors").asLong() > 0;
    assertThat(result.exit()).as(result.out() + result.err()).isEqualTo(noticed ? exit : 0);
    assertThat(json.get("state").asString()).isEqualTo(noticed ? state : "completed");
    if (noticed) {
      assertThat(summary.get("reconnects").asLong()).isPositive();
      assertThat(summary.get("errors").asLong()).isPositive();
    }
    assertThat(summary.get("scheduled").asLong())
        .isEqualTo(summary.get("started").asLong() + summary.get("neverStarted").asLong());
    assertThat(program.intervals("failures").stream().mapToLong(f -> f).sum())
        .isEqualTo(summary.get("errors").asLong());
    assertThat(program.intervals("lowest_slot_transactions_per_s")).as("outage").contains(0L);
    List<Long> perSecond = program.intervals("transactions");
    long before = perSecond.get(1);
    // A second of a busy disk can have no commit, before the restart as after it.
    assertThat(perSecond.subList(perSecond.size() - 6, perSecond.size() - 1))
        .as("recovered: " + perSecond)
        .anyMatch(transactions -> transactions > before / slower());
    drop();
  }

  @Test
  void serverThatDies_failsTheRun_withItsResultsSaved() throws Exception {
    try (Server own = start(null)) {
      Program program = program();
      Program.Running running =
          program.start(
              run(own.url(), "--threads=4", "--seconds=3600", "--interval=0.5", "--reconnect=1"));
      awaitIntervals(running, program, 2);
      own.container().getDockerClient().killContainerCmd(own.container().getContainerId()).exec();
      Program.Result result = Program.finish(running);
      assertThat(result.exit()).as(result.out() + result.err()).isEqualTo(3);
      assertOneLine(result);
      assertThat(result.lastError()).contains("The run could not continue");
      JsonNode json = program.runJson();
      assertThat(json.get("state").asString()).isEqualTo("failed");
      assertThat(json.get("reason").asString()).startsWith("The run could not continue");
      assertThat(json.at("/summary/transactions").asLong())
          .isPositive()
          .isEqualTo(program.intervals("transactions").stream().mapToLong(t -> t).sum());
    }
  }

  /** A busy machine's server, too, may not answer for so short a time. */
  @Thorough // HungServerTest has a server that hangs
  @RealTime
  @Test
  void hungServer_failsTheRun() throws Exception {
    Program program = program();
    Program.Running running = startLong(program, "8", "--interval=0.5", "--patience=4");
    awaitIntervals(running, program, 2);
    Program.Result result = finishOnHung(running);
    assertThat(result.exit()).as(result.out() + result.err()).isEqualTo(1);
    assertThat(result.out()).contains("no answer for 5 s");
    assertThat(result.lastError()).contains("had not finished");
    assertThat(program.runJson().get("state").asString()).isEqualTo("failed");
  }

  @Thorough
  @RealTime
  @Test
  void hungServer_endsALoad_whenThePatienceIsOver() throws Exception {
    Program.Result result = finishOnHung(loading("--patience", "7"));
    assertThat(result.exit()).as(result.out() + result.err()).isEqualTo(3);
    assertThat(result.err()).contains("No answer for 5 s");
    assertThat(result.lastError()).contains("has not answered for 7 s");
  }

  @Test
  void interrupt_endsALoadOnAHungServer() throws Exception {
    Program.Running running = loading();
    pause();
    try {
      running.process().toHandle().destroy();
      Program.Result result = Program.finish(running);
      assertThat(result.exit()).as(result.out() + result.err()).isEqualTo(130);
      assertThat(result.lastError()).contains("the server does not answer");
    } finally {
      resume();
    }
  }

  /** Neither its time nor its patience ends this run. */
  @Test
  void interrupt_endsARunOnAHungServer() throws Exception {
    Program program = program();
    Program.Running running =
        startLong(program, "3600", "--fresh", "--interval=0.5", "--patience=3600");
    awaitIntervals(running, program, 2);
    pause();
    try {
      running.process().toHandle().destroy();
      Program.Result result = Program.finish(running);
      assertThat(result.exit()).as(result.out() + result.err()).isEqualTo(130);
      assertThat(result.lastError()).contains("4 of ", "transactions had not finished");
      JsonNode json = program.runJson();
      assertThat(json.get("state").asString()).isEqualTo("interrupted");
      assertThat(json.at("/summary/inFlight").asLong()).isEqualTo(4);
      assertThat(json.at("/summary/transactions").asLong()).isPositive();
    } finally {
      resume();
    }
  }

  /** Returns a program that fills a table of its run, ten million rows. */
  private Program.Running loading(String... more) throws Exception {
    Program program = program();
    String url = server.url("shaped");
    List<String> arguments = new ArrayList<>(List.of("run", "sysbench", "--url", url));
    arguments.addAll(List.of("--fresh", "-p", "tables=1", "-p", "rows=10M"));
    arguments.addAll(List.of(more));
    Program.Running running = program.start(arguments.toArray(String[]::new));
    running.until(
        () -> {
          List<Path> runs = program.results();
          return !runs.isEmpty() && Files.exists(runs.get(0).resolve("tables.made"));
        });
    return running;
  }

  private Program.Result finishOnHung(Program.Running running) throws Exception {
    pause();
    try {
      return Program.finish(running);
    } finally {
      resume();
    }
  }

  private void pause() {
    var container = server.container();
    container.getDockerClient().pauseContainerCmd(container.getContainerId()).exec();
  }

  private void resume() throws Exception {
    var container = server.container();
    container.getDockerClient().unpauseContainerCmd(container.getContainerId()).exec();
    empty();
  }

  @Test
  void interrupt_savesTheResults() throws Exception {
    Program program = program();
    Program.Running running = program.start(run(server.url("shaped"), "--events", "1G"));
    awaitIntervals(running, program, 2);
    running.process().toHandle().destroy(); // SIGTERM, and its output stays open
    Program.Result result = Program.finish(running);
    assertThat(result.exit()).as(result.out() + result.err()).isEqualTo(130);
    JsonNode json = program.runJson();
    assertThat(json.get("state").asString()).isEqualTo("interrupted");
    assertThat(json.at("/summary/transactions").asLong()).isPositive();
    drop();
  }

  private Program.Running startLong(Program program, String seconds, String... more)
      throws IOException {
    return program.start(
        run(
            server.url("shaped"),
            Program.words(List.of("--threads", "4", "--seconds", seconds), more)));
  }

  /** A run of one small table; two seconds unless it says otherwise. */
  static String[] run(String url, String... more) {
    List<String> arguments = new ArrayList<>(List.of("run", "sysbench", "--url", url));
    arguments.addAll(List.of("-p", "tables=1"));
    String given = Arrays.toString(more);
    if (!given.contains("rowz")) {
      arguments.addAll(List.of("-p", "rows=1000"));
    }
    if (!given.contains("--seconds") && !given.contains("--events")) {
      arguments.addAll(List.of("--seconds", "2"));
    }
    arguments.addAll(List.of(more));
    return arguments.toArray(String[]::new);
  }

  private void drop() throws IOException {
    program().call("drop", "sysbench", "--yes", "--url", server.url("shaped")).well();
  }

  Program program() throws IOException {
    Path own = Files.createTempDirectory(directory, "run");
    return new Program(own, Map.of("STALLMARK_PASSWORD", server.password()));
  }

  private static void awaitIntervals(Program.Running running, Program program, int count)
      throws Exception {
    running.until(
        () -> program.intervals("transactions").stream().filter(n -> n > 0).count() >= count);
  }
}
