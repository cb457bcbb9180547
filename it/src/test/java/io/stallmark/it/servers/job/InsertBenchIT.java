package io.stallmark.it.servers.job;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import io.stallmark.it.Docker;
import io.stallmark.it.Program;
import io.stallmark.it.Server;
import io.stallmark.it.SharedServer;
import io.stallmark.it.Thorough;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bson.Document;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** The steps of the workload insertbench on real servers, the first from the runnable jar. */
@Docker
final class InsertBenchIT {

  private static final String[] SIZE = {
    "-p", "clients=2", "-p", "rows-i0=3050", "-p", "rows-i1=2000", "-p", "rows-i2=500"
  };

  @TempDir private Path directory;
  private Server server;
  private String storage;
  private Program program;

  private void begin(SharedServer which, String options) {
    server = which.emptied();
    storage = options;
    program = new Program(directory, Map.of("STALLMARK_PASSWORD", server.password()));
  }

  private Program.Result call(String command, String step, String... more) {
    List<String> arguments =
        new ArrayList<>(
            List.of(command, "insertbench", "--url", server.url(), "-p", "step=" + step));
    arguments.addAll(List.of(SIZE));
    if (storage != null) {
      arguments.addAll(List.of("--storage", storage));
    }
    arguments.addAll(List.of(more));
    String[] line = arguments.toArray(String[]::new);
    return step.equals("l.i0") ? program.run(line) : program.call(line);
  }

  private JsonNode run(String step, String... more) throws Exception {
    Program.Result result = call("run", step, Program.words(List.of("--verify"), more));
    boolean slow = step.equals("query") && missed(result); // as a busy machine may be
    assertThat(result.exit()).as(result.out() + result.err()).isEqualTo(slow ? 1 : 0);
    return program.runJson().get("summary").get("kinds");
  }

  private static boolean missed(Program.Result result) {
    return (result.out() + result.err()).contains("The service level was missed: ");
  }

  /** Inserters are never ahead of their rate, of both clients together. */
  private void assertPaced(JsonNode kinds, int rate) throws Exception {
    double seconds = program.runJson().at("/summary/elapsedNanoseconds").asLong() / 1e9;
    assertThat(rows(kinds, "insert"))
        .isPositive()
        .isLessThanOrEqualTo((long) (rate * (seconds + 1)));
    JsonNode level = program.runJson().get("serviceLevels").get(0);
    assertThat(level.get("unit").asString()).isEqualTo("inserts");
    assertThat(level.get("perSecond").asDouble()).isEqualTo(rate);
    assertThat(level.get("heldPercent").asDouble()).isPositive().isLessThanOrEqualTo(100);
  }

  private static long rows(JsonNode kinds, String kind) {
    return kinds.get(kind).get("rows").asLong();
  }

  @ParameterizedTest
  @CsvSource({"POSTGRESQL,"})
  void steps_followEachOther_onTheSameTables(SharedServer which, String options) throws Exception {
    begin(which, options);
    assertThat(rows(run("l.i0"), "insert")).isEqualTo(2 * 3050);
    JsonNode indexes = run("l.x");
    assertThat(rows(indexes, "insert")).isEqualTo(2 * 100);
    assertThat(indexes.get("create_indexes").get("count").asLong()).isEqualTo(2);
    JsonNode first = run("l.i1");
    assertThat(rows(first, "insert")).isEqualTo(2 * 2000);
    assertThat(rows(first, "delete")).isEqualTo(2 * 2000);
    JsonNode second = run("l.i2");
    assertThat(rows(second, "insert")).isEqualTo(2 * 500);
    assertThat(rows(second, "delete")).isEqualTo(2 * 500);
    run("settle", "-p", "settle=0");
    String snapshots = which == SharedServer.DOCUMENTDB ? "0" : "1"; // it has no transactions
    JsonNode range =
        run("query", "--seconds", "2", "-p", "rate=200", "-p", "long-transaction=" + snapshots);
    assertPaced(range, 2 * 200);
    assertThat(program.runJson().get("serviceLevels")).hasSize(2);
    assertThat(rows(range, "marketsegment")).isPositive();
    assertThat(rows(range, "registersegment")).isPositive();
    assertThat(rows(range, "pdc")).isPositive();
    JsonNode point = run("query", "--seconds", "1", "-p", "query=point");
    assertPaced(point, 2 * 100);
    assertThat(rows(point, "point")).isGreaterThan(9 * point.get("point").get("count").asLong());
    Program.Result fast = call("run", "query", "--seconds", "1", "-p", "rate=10000000");
    assertThat(fast.exit()).isEqualTo(1);
    assertThat(fast.out()).contains("The service level was missed: inserters reached ");
    Program.Result again = call("run", "l.i1", "-p", "secondary=2");
    assertThat(again.exit()).isNotZero();
    damage();
    Program.Result wrong = call("verify", "query");
    assertThat(wrong.exit()).isEqualTo(1);
    assertThat(wrong.out() + wrong.err()).contains("has values of price from");
  }

  @Thorough
  @ParameterizedTest
  @CsvSource({
    "MONGO,",
    "MARIADB,",
    "MARIADB, engine=RocksDB",
    "TOKUDB, engine=TokuDB",
    "MYSQL,",
    "DOCUMENTDB,",
    "MONGO, block_compressor=zstd"
  })
  void otherServersAndEngines_haveTheStepsToo(SharedServer which, String options) throws Exception {
    steps_followEachOther_onTheSameTables(which, options);
  }

  /** The administrator, in the database of the tables. */
  private Connection administrator() throws Exception {
    return server.url().startsWith("postgresql:") ? server.postgresqlRoot("bench") : server.root();
  }

  /** Gives a row a price that the workload does not have. */
  private void damage() throws Exception {
    if (server.url().startsWith("mongodb")) {
      try (MongoClient client = MongoClients.create(server.url())) {
        client
            .getDatabase("bench")
            .<Document>getCollection("pi2", Document.class)
            .updateOne(Filters.gt("_id", 0L), Updates.set("price", 700));
      }
      return;
    }
    try (Connection connection = administrator();
        Statement statement = connection.createStatement()) {
      statement.executeUpdate("UPDATE pi2 SET price = 700 WHERE productid > 5000");
    }
  }
}
