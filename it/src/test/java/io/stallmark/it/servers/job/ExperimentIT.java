package io.stallmark.it.servers.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.it.Docker;
import io.stallmark.it.Program;
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
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** An experiment on two servers with two engines, from the runnable jar. */
@Docker
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ExperimentIT {

  private static final String FILE =
      """
      name: engines
      workload: timeseries
      databases:
        mysql: {}
        maria: {}
      options: {threads: 4, events: 200, interval: 0.5}
      settings: {sensors: 50, batch: 100}
      matrix:
        engine:
          innodb: {database: mysql, storage: engine=InnoDB}
          compressed: {database: maria, storage: 'engine=InnoDB,row_format=COMPRESSED,key_block_size=8'}
        layout: [sensor-first, ts-first]
      """;

  /** Long enough to be killed in the middle of. */
  private static final String LONG = FILE.replace("events: 200", "seconds: 5");

  private Server mysql;
  private Server maria;

  @BeforeAll
  void begin() {
    mysql = SharedServer.MYSQL.emptied();
    maria = SharedServer.MARIADB.emptied();
  }

  private Program program(Path directory, String yaml) throws IOException {
    Files.writeString(directory.resolve("e.yaml"), yaml);
    return new Program(directory, Map.of("STALLMARK_PASSWORD", mysql.password()));
  }

  private String[] command(String... more) {
    List<String> command = new ArrayList<>(List.of("experiment", "e.yaml", "--out", "out"));
    command.addAll(List.of("--url", "mysql=" + mysql.url(), "--url", "maria=" + maria.url()));
    command.addAll(List.of(more));
    return command.toArray(String[]::new);
  }

  private static List<String> tables(Server server) throws SQLException {
    List<String> tables = new ArrayList<>();
    try (Connection root = server.root();
        Statement sql = root.createStatement();
        ResultSet rows = sql.executeQuery("SHOW TABLES FROM bench")) {
      while (rows.next()) {
        tables.add(rows.getString(1));
      }
    }
    return tables;
  }

  private static List<Path> attempts(Path directory, String run) throws IOException {
    Path parent = directory.resolve("out").resolve(run);
    if (!Files.isDirectory(parent)) {
      return List.of();
    }
    try (Stream<Path> attempts = Files.list(parent)) {
      return attempts.sorted().toList();
    }
  }

  private static List<String[]> csv(Path directory) throws IOException {
    return Files.readAllLines(directory.resolve("out/experiment.csv")).stream()
        .map(line -> line.split(",", -1))
        .toList();
  }

  @Test
  void everyRun_isMeasuredOnItsEngine_andLeavesNoTable(@TempDir Path directory) throws Exception {
    Program program = program(directory, FILE);
    Program.Result result = program.run(command()).well();
    List<String[]> rows = csv(directory);
    assertThat(rows).hasSize(5);
    int data = List.of(rows.get(0)).indexOf("data_bytes");
    for (String[] row : rows.subList(1, 5)) {
      assertThat(row[2]).isEqualTo("completed");
      assertThat(Double.parseDouble(row[3])).isPositive();
      assertThat(Double.parseDouble(row[data])).isPositive();
    }
    assertThat(tables(mysql)).isEmpty();
    assertThat(tables(maria)).isEmpty();
    assertThat(directory.resolve("out/report.html"))
        .content()
        .contains("\"axes\":[\"engine\",\"layout\"]")
        .contains("\"compressed-ts-first\":[\"compressed\",\"ts-first\"]");
    assertThat(program.files()).doesNotContain(mysql.password());
    assertThat(result.out() + result.err()).doesNotContain(mysql.password());
    assertThat(result.out()).contains("compressed-ts-first", "Results: out");
  }

  @Thorough
  @Test
  void killedInTheMiddleOfARun_itGoesOnThere(@TempDir Path parent) throws Exception {
    Path directory = killInTheMiddle(parent);
    Program program = program(directory, LONG);
    assertThat(tables(mysql)).containsExactly("sensordata", "stallmark_tables");
    Path killed = attempts(directory, "innodb-ts-first").get(0);
    assertThat(killed.resolve("tables.made")).hasContent("sensordata");

    Program.Result result = program.run(command()).well();
    assertThat(result.err())
        .contains("innodb-sensor-first: completed before")
        .contains("Dropping the tables that an unfinished run left behind, innodb-ts-first");
    assertThat(attempts(directory, "innodb-sensor-first")).hasSize(1);
    assertThat(attempts(directory, "innodb-ts-first")).hasSize(2).contains(killed);
    assertThat(killed.resolve("tables.made")).doesNotExist();
    assertThat(csv(directory).subList(1, 5)).allMatch(row -> row[2].equals("completed"));
    assertThat(tables(mysql)).isEmpty();
    assertThat(tables(maria)).isEmpty();
  }

  /**
   * Kills an experiment in the middle of its second run; again, if that was complete before.
   *
   * @return the directory that it ran in
   */
  private Path killInTheMiddle(Path parent) throws Exception {
    while (true) {
      begin(); // without tables
      Path directory = Files.createTempDirectory(parent, "killed");
      Program.Running running = program(directory, LONG).start(command());
      running.until(() -> measuring(directory, "innodb-ts-first"));
      running.kill();
      Path run = attempts(directory, "innodb-ts-first").get(0).resolve("run.json");
      if (!Files.exists(run)
          || !new JsonMapper().readTree(run).get("state").asString().equals("completed")) {
        return directory;
      }
    }
  }

  private static boolean measuring(Path directory, String run) throws IOException {
    for (Path attempt : attempts(directory, run)) {
      Path intervals = attempt.resolve("intervals.csv");
      if (Files.exists(intervals) && Files.readAllLines(intervals).size() > 2) {
        return true;
      }
    }
    return false;
  }

  @Thorough
  @Test
  void tablesOfOthers_stay_andTheOtherServersRunsGoOn(@TempDir Path directory) throws Exception {
    Program program = program(directory, FILE);
    try (Connection root = mysql.root();
        Statement sql = root.createStatement()) {
      sql.execute("CREATE TABLE bench.sensordata (precious INT)");
      Program.Result result = program.run(command());
      assertThat(result.exit()).isEqualTo(1);
      assertThat(result.out())
          .contains("FAILED  innodb-sensor-first: Table sensordata exists already");
      assertThat(result.lastError()).contains("2 of 4 runs failed");
      assertThat(csv(directory).get(3)[2]).isEqualTo("completed");
      assertThat(tables(mysql)).containsExactly("sensordata");
      sql.execute("DROP TABLE bench.sensordata");
    }
    program.run(command()).well();
  }

  @Test
  void aServerThatIsNotThere_isSaidPlainly(@TempDir Path directory) throws Exception {
    Program program = program(directory, FILE);
    String nowhere = mysql.url().replaceFirst(":\\d+/", ":1/");
    Program.Result result =
        program.call(
            Program.words(
                "experiment e.yaml --out out --without maria", "--url", "mysql=" + nowhere));
    assertThat(result.exit()).isEqualTo(3);
    assertThat(result.out()).contains("LEFT OUT by --without maria: 2 runs", "FAILED  innodb-");
    assertThat(result.err().lines().filter(line -> line.startsWith("\tat "))).isEmpty();
  }
}
