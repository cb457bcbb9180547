package io.stallmark.it.servers.faults;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.MongoCredential;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import io.stallmark.it.Program;
import io.stallmark.it.RealTime;
import io.stallmark.it.Server;
import io.stallmark.it.Thorough;
import io.stallmark.it.WhileRunning;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.provider.Arguments;

/** MongoDB 6.0 with authentication, a replica set of one. */
final class MongoFaultsIT extends ServerFaultContract {
  @Override
  Server start(Integer connections) {
    return connections == null
        ? Server.mongoWithLogin()
        : Server.mongoWithLogin(
            "--maxConns", connections.toString(), "--setParameter", "enableTestCommands=1");
  }

  @Override
  void prepare() {
    try (MongoClient root = root(server)) {
      var sbtest = root.getDatabase("bench").getCollection("sbtest1");
      sbtest.insertOne(new Document("_id", 1).append("other", 1));
    }
  }

  @Override
  void empty() {
    try (MongoClient root = root(server)) {
      // Else the drop waits a minute for the transactions that a hung run left open.
      root.getDatabase("admin").runCommand(new Document("killAllSessions", List.of()));
      root.getDatabase("shaped").drop();
    }
  }

  @Override
  List<Arguments> refusals() {
    String free = server.url("free");
    return List.of(
        refusal("no right to that database", 3, server.url("nowhere"), "not authorized"),
        refusal("no privilege", 3, server.url("readonly"), "not authorized"),
        refusal("no login", 3, free.replace("bench@", ""), "authentication"),
        refusal("too few connections", 3, free, "connections", "--threads", "200"),
        refusal("connections of a pool", 2, free, "has a pool", "--connect", "each"),
        refusal("unknown storage option", 2, free, "no_such", "--storage", "no_such=1"),
        refusal("unknown URL option", 2, free + "&retryWrits=true", "retryWrits"));
  }

  @Override
  List<String> tables(String database) {
    try (MongoClient root = root(server)) {
      return root.getDatabase(database).listCollectionNames().into(new ArrayList<>());
    }
  }

  @Thorough // 20 s, for one message
  @Test
  void indexThatIsStillBeingBuilt_isNoIndex() throws Exception {
    String url = server.url("shaped");
    String[] load = {"load", "sysbench", "--url", url, "-p", "tables=1", "-p", "rows=1000"};
    assertThat(program().run(load).exit()).isZero();
    try (MongoClient root = root(server)) {
      MongoCollection<Document> table = root.getDatabase("shaped").getCollection("sbtest1");
      table.dropIndex(new Document("k", 1));
      pauseIndexBuilds(root, "alwaysOn");
      CompletableFuture<String> built =
          CompletableFuture.supplyAsync(() -> table.createIndex(new Document("k", 1)));
      try {
        WhileRunning.until(server, () -> table.listIndexes().into(new ArrayList<>()).size() == 2);
        Program.Result run = program().run(run(url, "--events", "10"));
        assertThat(run.exit()).as(run.err()).isEqualTo(1);
        assertThat(run.lastError()).contains("has an index on k that is still being built");
      } finally {
        pauseIndexBuilds(root, "off");
      }
      built.join();
    }
    program().run(run(url, "--events", "10")).well();
    empty();
  }

  private static void pauseIndexBuilds(MongoClient root, String mode) {
    root.getDatabase("admin")
        .runCommand(
            new Document("configureFailPoint", "hangAfterStartingIndexBuild").append("mode", mode));
  }

  private static MongoClient root(Server server) {
    String url = server.url().replace("bench@", "").replace("&authSource=admin", "");
    return MongoClients.create(
        MongoClientSettings.builder()
            .applyConnectionString(new ConnectionString(url))
            .credential(
                MongoCredential.createCredential("root", "admin", server.password().toCharArray()))
            .build());
  }

  /**
   * The driver's pool replaces a connection that was lost between two statements, and the server
   * then does not know the transaction, which it wants repeated: no failure, but a retry.
   */
  @Override
  boolean failsAtARestart() {
    return false;
  }

  @Thorough // the run's part is shown on MySQL
  @RealTime
  @Test
  @Override
  void serverRestart_inAClosedLoop_showsInTheResults_andThePaceRecovers() throws Exception {
    super.serverRestart_inAClosedLoop_showsInTheResults_andThePaceRecovers();
  }

  @Thorough // the run's part is shown on MySQL, and this driver looks 10 s for a server, twice
  @Test
  @Override
  void serverThatDies_failsTheRun_withItsResultsSaved() throws Exception {
    super.serverThatDies_failsTheRun_withItsResultsSaved();
  }

  @Thorough // the run's part is shown on MySQL
  @RealTime
  @Test
  @Override
  void hungServer_failsTheRun() throws Exception {
    super.hungServer_failsTheRun();
  }

  @Thorough // the load's part is shown on MySQL, and this driver waits for its servers
  @Test
  @Override
  void interrupt_endsALoadOnAHungServer() throws Exception {
    super.interrupt_endsALoadOnAHungServer();
  }

  @Thorough // the run's part is shown on MySQL
  @Test
  @Override
  void interrupt_endsARunOnAHungServer() throws Exception {
    super.interrupt_endsARunOnAHungServer();
  }
}
