package io.stallmark.it.servers.job;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
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
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The shipped experiment on a database larger than the cache, two short runs of 20,000 ids on each
 * engine, and servers whose cache does not get that small.
 */
@Docker
final class SmallCacheIT {

  /** The least that the file leaves of the cache, in whole MiB. */
  private static final long SMALL = 6 * 1024 * 1024;

  private static final Path SHIPPED =
      Path.of("")
          .toAbsolutePath()
          .getParent()
          .resolve("experiments/linkbench-larger-than-ram.yaml");

  @TempDir Path directory;

  private Program program(Server server) throws IOException {
    String yaml = Files.readString(SHIPPED);
    String shorter =
        yaml.replace("repeat: 12", "repeat: 2")
            .replace("seconds: 5,", "seconds: 2,")
            // its indexes are read again and again by a load into so small a cache
            .replace("layout: object-ids", "layout: keys");
    assertThat(shorter).contains("repeat: 2\n", "seconds: 2,", "layout: keys");
    Files.writeString(directory.resolve("e.yaml"), shorter);
    return new Program(directory, Map.of("STALLMARK_PASSWORD", server.password()));
  }

  private static void experiment(Program program, String... databases) {
    List<String> arguments = new ArrayList<>(List.of("experiment", "e.yaml", "--out", "out"));
    arguments.addAll(List.of("--scale", "0.00002"));
    arguments.addAll(List.of(databases));
    program.run(arguments.toArray(String[]::new)).well();
  }

  private static void privilege(Server server, String... privileges) {
    try (Connection root = server.root();
        Statement sql = root.createStatement()) {
      sql.execute("GRANT " + String.join(", ", privileges) + " ON *.* TO 'bench'@'%'");
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static long variable(Server server, String name) throws SQLException {
    try (Connection root = server.root();
        Statement sql = root.createStatement();
        ResultSet row = sql.executeQuery("SELECT @@GLOBAL." + name)) {
      row.next();
      return row.getLong(1);
    }
  }

  /** The run.json of a label's last run. */
  private JsonNode last(String label) throws IOException {
    try (Stream<Path> attempts = Files.list(directory.resolve("out/" + label + ".2"))) {
      Path run = attempts.findFirst().orElseThrow();
      return new JsonMapper().readTree(Files.readString(run.resolve("run.json")));
    }
  }

  /** Whether the cache was as small as asked for, and too small for the tables. */
  private void checkLast(String label, String cache, String size) throws IOException {
    JsonNode run = last(label);
    assertThat(run.at("/state").asString()).isEqualTo("completed");
    assertThat(run.at("/verified").asBoolean()).as(label + " is right afterwards").isTrue();
    assertThat(run.at("/spec/cacheBytes").asLong()).isEqualTo(7_000_000);
    assertThat(run.at("/database/" + cache).asString()).isEqualTo(size);
    JsonNode tables = run.at("/size/end");
    assertThat(tables.at("/dataBytes").asLong() + tables.at("/indexBytes").asLong())
        .as("%s is larger than its cache", label)
        .isGreaterThan(SMALL);
    assertThat(run.at("/cost/sources/server/perTransaction/readKb").asDouble())
        .as("%s reads: %s", label, run.at("/cost"))
        .isPositive();
  }

  @Thorough
  @Test
  void innodbAndMyRocks_areMadeSmall_andHaveTheirCachesBack() throws Exception {
    // What MyRocks has not written yet it need not read: here hardly more than its cache.
    String written = "--rocksdb-default-cf-options=write_buffer_size=1m";
    try (Server server = Server.mariadb(Map.of(), written)) {
      privilege(server, "SUPER");
      String url = server.url();
      experiment(
          program(server),
          "--url=mysql=" + url,
          "--url=rocksdb=" + url,
          "--without=tokudb",
          "--without=mongodb");
      checkLast("innodb", "innodb_buffer_pool_size", Long.toString(SMALL));
      checkLast("rocksdb", "rocksdb_block_cache_size", "7000000");
      assertThat(variable(server, "innodb_buffer_pool_size")).isEqualTo(134_217_728);
      assertThat(variable(server, "rocksdb_block_cache_size")).isEqualTo(536_870_912);
    }
  }

  @Thorough
  @Test
  void wiredTiger_isMadeSmall_andHasItsCacheBack() throws Exception {
    try (Server server = Server.mongoReplicaSet()) {
      experiment(
          program(server),
          "--url",
          "mongodb=" + server.url(),
          "--without=mysql",
          "--without=rocksdb",
          "--without=tokudb");
      checkLast("wiredtiger", "cache", "6 MiB");
      try (MongoClient client = MongoClients.create(server.url())) {
        Document status = client.getDatabase("admin").runCommand(new Document("serverStatus", 1));
        Document cache = status.get("wiredTiger", Document.class).get("cache", Document.class);
        assertThat(((Number) cache.get("maximum bytes configured")).longValue())
            .isEqualTo(268_435_456);
      }
    }
  }

  @Test
  void mysqlWithSmallChunks_isMadeSmall_andHasItsCacheBack() throws Exception {
    try (Server server = Server.mysql9("--innodb-buffer-pool-chunk-size=1M")) {
      privilege(server, "SYSTEM_VARIABLES_ADMIN");
      Program program = new Program(directory, Map.of("STALLMARK_PASSWORD", server.password()));
      String[] run = {"run", "sysbench", "--cache=7M", "--events=10", "-p=rows=100", "--url"};
      List<String> arguments = new ArrayList<>(List.of(run));
      arguments.add(server.url());
      program.run(arguments.toArray(String[]::new)).well();
      assertThat(program.runJson().at("/database/innodb_buffer_pool_size").asString())
          .isEqualTo(Long.toString(SMALL));
      assertThat(variable(server, "innodb_buffer_pool_size")).isEqualTo(134_217_728);
    }
  }

  private Program.Result refused(Server server, String... more) {
    List<String> arguments = new ArrayList<>(List.of("run", "linkbench", "--cache=7M"));
    arguments.addAll(List.of("--url", server.url(), "-p", "ids=1000", "-p", "max-degree=100"));
    arguments.addAll(List.of(more));
    Program program = new Program(directory, Map.of("STALLMARK_PASSWORD", server.password()));
    Program.Result result = program.call(arguments.toArray(String[]::new));
    assertThat(result.exit()).as(result.out() + result.err()).isEqualTo(3);
    assertThat(result.err()).doesNotContain("Loading");
    return result;
  }

  @Test
  void serverThatStaysLarge_isRefused_withWhatToStartItWith() throws Exception {
    assertThat(refused(SharedServer.MYSQL.emptied()).lastError())
        .endsWith(
            "innodb_buffer_pool_size is 134217728 and cannot be made 7000000: at runtime it"
                + " changes in steps of 134217728 bytes; start the server with"
                + " --innodb-buffer-pool-size=6291456");
  }

  @Thorough
  @Test
  void tokuDb_staysLarge_whileItRuns() throws Exception {
    try (Server server = Server.tokudb()) {
      privilege(server, "SUPER");
      assertThat(refused(server, "--storage=engine=TokuDB").lastError())
          .contains("read only variable", "start the server with --tokudb-cache-size=6291456");
    }
  }

  @Test
  void userWithoutThePrivilege_isToldSo() {
    assertThat(refused(SharedServer.MARIADB.emptied()).lastError())
        .contains("Access denied", "SUPER", "start the server with --innodb-buffer-pool-size=");
  }

  @Thorough
  @Test
  void userOfMongoDbWithoutThePrivilege_isToldSo() {
    try (Server server = Server.mongoWithLogin()) {
      assertThat(refused(server).lastError()).contains("not authorized");
    }
  }
}
