package io.stallmark.it.servers.job;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import io.stallmark.it.Docker;
import io.stallmark.it.Program;
import io.stallmark.it.Server;
import io.stallmark.it.SharedServer;
import io.stallmark.it.Thorough;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bson.Document;
import org.bson.types.Binary;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** The workload ycsb on real servers, MariaDB's first run from the runnable jar. */
@Docker
final class YcsbIT {

  private static final int EVENTS = 500;

  /** Every operation, and reads that compare what they read. */
  private static final String[] MIX = {
    "-p",
    "workload=custom",
    "-p",
    "read-proportion=0.4",
    "-p",
    "update-proportion=0.2",
    "-p",
    "insert-proportion=0.2",
    "-p",
    "scan-proportion=0.1",
    "-p",
    "read-modify-write-proportion=0.1",
    "-p",
    "integrity=on"
  };

  @TempDir private Path directory;
  private SharedServer which;
  private Server server;
  private Program program;

  private void begin(SharedServer on) {
    which = on;
    server = on.emptied();
    program = new Program(directory, Map.of("STALLMARK_PASSWORD", server.password()));
  }

  private Program.Result call(String command, String storage, String... more) throws IOException {
    List<String> arguments = new ArrayList<>(List.of(command, "ycsb", "--url", server.url()));
    arguments.addAll(List.of(MIX));
    if (storage != null) {
      arguments.addAll(List.of("--storage", storage));
    }
    arguments.addAll(List.of(more));
    String[] line = arguments.toArray(String[]::new);
    boolean jar = which == SharedServer.MARIADB && program.results().isEmpty();
    return jar ? program.run(line) : program.call(line);
  }

  @ParameterizedTest
  @CsvSource({"MARIADB,", "MONGO,"})
  void runs_goOnAfterEachOther_andVerifyFindsWhatIsWrong(SharedServer which, String storage)
      throws Exception {
    begin(which);
    String[] run = {"--threads", "4", "--events", Integer.toString(EVENTS)};
    long inserted = 0;
    for (int i = 0; i < 2; i++) {
      call("run", storage, run).well();
      JsonNode kinds = program.runJson().get("summary").get("kinds");
      assertThat(kinds.get("read").get("count").asLong()).isBetween(150L, 250L);
      assertThat(kinds.get("scan_records").get("rows").asLong()).isGreaterThan(EVENTS);
      inserted += kinds.get("insert").get("count").asLong();
    }
    Program.Result verified = call("verify", storage).well();
    assertThat(verified.out())
        .contains("Runs have inserted " + inserted + " records")
        .contains("Every field has the bytes that follow from its key");
    damage();
    Program.Result wrong = call("verify", storage);
    assertThat(wrong.exit()).isEqualTo(1);
    assertThat(wrong.out() + wrong.err())
        .contains("Record 999 with the key user2071219101098386137 is missing")
        .contains("field3 of the record user6284781860667377211 is not what was written");
    Program.Result refused = call("run", storage, run);
    assertThat(refused.exit()).isNotZero();
    assertThat(refused.out() + refused.err()).contains("lacks record 999");
  }

  @Thorough
  @ParameterizedTest
  @CsvSource({
    "MARIADB, engine=RocksDB",
    "TOKUDB, engine=TokuDB",
    "MYSQL,",
    "POSTGRESQL,",
    "DOCUMENTDB,",
    "MONGO, block_compressor=zstd"
  })
  void otherServersAndEngines_doSoToo(SharedServer which, String storage) throws Exception {
    runs_goOnAfterEachOther_andVerifyFindsWhatIsWrong(which, storage);
  }

  /** The administrator, in the database of the tables. */
  private Connection administrator() throws Exception {
    return server.url().startsWith("postgresql:") ? server.postgresqlRoot("bench") : server.root();
  }

  /** Deletes record 999, and changes a field of record 0. */
  private void damage() throws Exception {
    if (server.url().startsWith("mongodb")) {
      try (MongoClient client = MongoClients.create(server.url())) {
        MongoCollection<Document> records = client.getDatabase("bench").getCollection("usertable");
        records.deleteOne(Filters.eq("user2071219101098386137"));
        records.updateOne(
            Filters.eq("user6284781860667377211"),
            Updates.set("field3", new Binary("other".getBytes())));
      }
      return;
    }
    try (Connection connection = administrator();
        Statement statement = connection.createStatement()) {
      statement.executeUpdate("DELETE FROM usertable WHERE ycsb_key = 'user2071219101098386137'");
      statement.executeUpdate(
          "UPDATE usertable SET field3 = 'other' WHERE ycsb_key = 'user6284781860667377211'");
    }
  }
}
