package io.stallmark.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What goes wrong with a real server ends in one clear line and the right exit code. */
@Docker
@Timeout(180)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class FaultsIT {

  private static final String WRONG = "wr0ng-c@nary";

  private Server server;
  @TempDir Path directory;

  @BeforeAll
  void start() throws Exception {
    server = Server.mysql9("--max-connections=60");
    try (Connection root = root();
        Statement sql = root.createStatement()) {
      sql.execute("CREATE TABLE bench.sbtest1 (id INTEGER PRIMARY KEY, other INTEGER)");
      sql.execute("CREATE DATABASE readonly");
      sql.execute("GRANT SELECT ON readonly.* TO 'bench'@'%'");
      sql.execute("CREATE DATABASE shaped");
      sql.execute("GRANT ALL ON shaped.* TO 'bench'@'%'");
      sql.execute("CREATE DATABASE free");
      sql.execute("GRANT ALL ON free.* TO 'bench'@'%'");
    }
  }

  @AfterAll
  void stop() {
    server.close();
  }

  private Connection root() throws Exception {
    String url =
        server.url().replace("mysql://bench@", "jdbc:mysql://")
            + "?sslMode=DISABLED&allowPublicKeyRetrieval=true";
    return DriverManager.getConnection(url, "root", server.password());
  }

  private String url(String database) {
    return server.url().replaceAll("/bench$", "/" + database);
  }

  private static int closedPort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  private Stream<Arguments> refusals() throws IOException {
    String free = url("free");
    return Stream.of(
        refusal("server down", 3, "mysql://bench@127.0.0.1:" + closedPort() + "/free", "127.0.0.1"),
        refusal("unknown host", 3, "mysql://bench@no-such-host.invalid/free", "no-such-host"),
        refusal("missing database", 3, url("nowhere"), "nowhere"),
        refusal("no privilege", 3, url("readonly"), "privileges"),
        refusal("no such user", 3, free.replace("bench@", "nobody@"), "nobody"),
        refusal("another shape", 1, url("bench"), "stallmark drop"),
        refusal("too few connections", 3, free, "60", "--threads", "200"),
        refusal("unknown engine", 3, free, "InnoDB", "--storage", "engine=Falcon"),
        refusal("unknown storage option", 3, free, "no_such", "--storage", "no_such=1"),
        refusal("unknown scheme", 2, "oracle://x/y", "oracle"),
        refusal("bad port", 2, "mysql://bench@localhost:99999/free", "99999"),
        refusal("unknown setting", 2, free, "rows", "-p", "rowz=9"),
        refusal("wrong type", 2, free, "tables", "-p", "tables=many"),
        refusal("impossible value", 2, free, "threads", "--threads", "0"),
        refusal("unknown option", 2, free, "--threads", "--treads", "4"),
        refusal("unknown driver", 2, free, "oracle", "--driver", "oracle"));
  }

  private static Arguments refusal(
      String name, int exit, String url, String says, String... options) {
    return Arguments.of(name, exit, url, says, List.of(options));
  }

  @ParameterizedTest(name = "{0}: exit {1}")
  @MethodSource("refusals")
  void refusal_isOneClearLine(String name, int exit, String url, String says, List<String> options)
      throws Exception {
    Program program = program(server.password());
    List<String> arguments = new ArrayList<>(List.of("run", "sysbench", "--url", url));
    arguments.addAll(List.of("--seconds", "2", "-p", "tables=1"));
    if (options.stream().noneMatch(o -> o.startsWith("rowz"))) {
      arguments.addAll(List.of("-p", "rows=1000"));
    }
    arguments.addAll(options);
    Program.Result result = program.run(arguments.toArray(String[]::new));
    assertThat(result.exit()).as(result.out() + result.err()).isEqualTo(exit);
    assertThat(result.lastError()).containsIgnoringCase(says).startsWith("stallmark: ");
    assertThat(result.err()).doesNotContain("\tat ").doesNotContain("Exception");
    assertThat(result.out() + result.err()).doesNotContain(server.password());
    assertThat(program.results()).as("nothing half-written").isEmpty();
    assertThat(tables("free")).as("nothing half-loaded").isEmpty();
  }

  @Test
  void wrongPassword_isNotRepeated() throws Exception {
    Program program = program(WRONG);
    Program.Result result = program.run("run", "sysbench", "--url", url("free"));
    assertThat(result.exit()).isEqualTo(3);
    assertThat(result.lastError()).contains("bench").contains("assword");
    assertThat(result.out() + result.err() + program.files()).doesNotContain(WRONG);
  }

  @Test
  void passwordInTheUrl_works_withAWarning_andIsNotRepeated() throws Exception {
    String inline = "inl1ne-canary";
    try (Connection root = root();
        Statement sql = root.createStatement()) {
      sql.execute("CREATE USER IF NOT EXISTS 'inline'@'%' IDENTIFIED BY '" + inline + "'");
      sql.execute("GRANT ALL ON shaped.* TO 'inline'@'%'");
    }
    Program program = new Program(directory, Map.of());
    String url = url("shaped").replace("bench@", "inline:" + inline + "@");
    Program.Result result =
        program.run(
            "run", "sysbench", "--url", url, "--events", "50", "-p", "tables=1", "-p", "rows=100");
    assertThat(result.exit()).as(result.out() + result.err()).isZero();
    assertThat(result.err()).contains("Warning").contains("STALLMARK_PASSWORD");
    assertThat(result.out() + result.err() + program.files()).doesNotContain(inline);
    assertThat(program.run("drop", "sysbench", "--url", url, "-p", "tables=1").exit()).isZero();
  }

  @Test
  void fullDiskUnderTheResults_endsTheRunInOneLine() throws Exception {
    Path small = Files.createDirectory(directory.resolve("small"));
    sh("mount -t tmpfs -o size=64k tmpfs " + small);
    try {
      Program.Result result =
          program(server.password())
              .run(
                  "run",
                  "sysbench",
                  "--url",
                  url("shaped"),
                  "--seconds",
                  "60",
                  "--interval",
                  "0.1",
                  "--out",
                  small.toString(),
                  "-p",
                  "tables=1",
                  "-p",
                  "rows=100");
      assertThat(result.exit()).as(result.out() + result.err()).isEqualTo(1);
      assertThat(result.lastError()).contains("space");
      assertThat(result.err()).doesNotContain("\tat ");
    } finally {
      sh("umount " + small);
      program(server.password()).run("drop", "sysbench", "--url", url("shaped"), "-p", "tables=1");
    }
  }

  @Test
  void serverRestart_showsInTheResults_andThePaceRecovers() throws Exception {
    try (Server own = Server.mysql9()) {
      Program program = new Program(directory, Map.of("STALLMARK_PASSWORD", own.password()));
      Program.Running running = startOpenLoop(program, own, "14");
      awaitIntervals(program, 3);
      var docker = own.container().getDockerClient();
      docker.restartContainerCmd(own.container().getContainerId()).withTimeout(0).exec();
      Program.Result result = Program.finish(running);
      JsonNode json = runJson(program);
      assertThat(result.exit()).as(result.out() + result.err()).isIn(0, 1);
      assertThat(json.at("/summary/reconnects").asLong()).isPositive();
      assertThat(json.at("/summary/errors").asLong()).isPositive();
      List<Long> perSecond = transactionsPerInterval(program);
      assertThat(perSecond.subList(perSecond.size() - 3, perSecond.size() - 1))
          .allMatch(transactions -> transactions > 25);
      assertThat(json.at("/summary/scheduled").asLong())
          .isEqualTo(
              json.at("/summary/started").asLong() + json.at("/summary/neverStarted").asLong());
    }
  }

  @Test
  void serverThatDies_endsTheRun_withItsResultsSaved() throws Exception {
    try (Server own = Server.mysql9()) {
      Program program = new Program(directory, Map.of("STALLMARK_PASSWORD", own.password()));
      Program.Running running = startOpenLoop(program, own, "600");
      awaitIntervals(program, 2);
      own.container().getDockerClient().killContainerCmd(own.container().getContainerId()).exec();
      Program.Result result = Program.finish(running);
      assertThat(result.exit()).as(result.out() + result.err()).isEqualTo(3);
      assertThat(result.err()).doesNotContain("\tat ");
      assertThat(runJson(program).at("/summary/transactions").asLong()).isPositive();
    }
  }

  @Test
  void interrupt_savesTheResults() throws Exception {
    Program program = program(server.password());
    Program.Running running =
        program.start(
            "run",
            "sysbench",
            "--url",
            url("shaped"),
            "--seconds",
            "600",
            "-p",
            "tables=1",
            "-p",
            "rows=100");
    awaitIntervals(program, 2);
    running.process().toHandle().destroy(); // SIGTERM, and its output stays open
    Program.Result result = Program.finish(running);
    assertThat(result.exit()).as(result.out() + result.err()).isEqualTo(130);
    assertThat(runJson(program).at("/summary/transactions").asLong()).isPositive();
    program(server.password()).run("drop", "sysbench", "--url", url("shaped"), "-p", "tables=1");
  }

  /** By the container's own address: a restart gives it another port on the host. */
  private static Program.Running startOpenLoop(Program program, Server own, String seconds)
      throws IOException {
    String address =
        own.container()
            .getContainerInfo()
            .getNetworkSettings()
            .getNetworks()
            .values()
            .iterator()
            .next()
            .getIpAddress();
    return program.start(
        "run",
        "sysbench",
        "--url",
        "mysql://bench@" + address + ":3306/bench",
        "--threads",
        "4",
        "--seconds",
        seconds,
        "--rate",
        "50",
        "-p",
        "tables=1",
        "-p",
        "rows=1000");
  }

  private Program program(String password) throws IOException {
    Path own = Files.createTempDirectory(directory, "run");
    return new Program(own, Map.of("STALLMARK_PASSWORD", password));
  }

  private static void awaitIntervals(Program program, int count) {
    Awaitility.await()
        .atMost(60, TimeUnit.SECONDS)
        .until(() -> transactionsPerInterval(program).stream().filter(n -> n > 0).count() >= count);
  }

  private static List<Long> transactionsPerInterval(Program program) throws IOException {
    for (Path run : program.results()) {
      Path csv = run.resolve("intervals.csv");
      if (Files.exists(csv)) {
        return Files.readAllLines(csv).stream()
            .skip(1)
            .map(line -> Long.parseLong(line.split(",")[2]))
            .toList();
      }
    }
    return List.of();
  }

  private static JsonNode runJson(Program program) throws IOException {
    List<Path> runs = program.results();
    return new JsonMapper()
        .readTree(Files.readString(runs.get(runs.size() - 1).resolve("run.json")));
  }

  private List<String> tables(String database) throws Exception {
    List<String> tables = new ArrayList<>();
    try (Connection root = root();
        var rows = root.getMetaData().getTables(database, null, "%", null)) {
      while (rows.next()) {
        tables.add(rows.getString("TABLE_NAME"));
      }
    }
    return tables;
  }

  private static void sh(String command) throws Exception {
    Process process = new ProcessBuilder("sh", "-c", command).inheritIO().start();
    assertThat(process.waitFor()).as(command).isZero();
  }
}
