package io.stallmark.it.servers.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoException;
import com.mongodb.ServerAddress;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.connection.ServerDescription;
import io.stallmark.it.Docker;
import io.stallmark.it.Server;
import io.stallmark.plan.Registry;
import io.stallmark.spi.wire.WireProtocol;
import io.stallmark.trace.TraceRecord.Gap;
import io.stallmark.trace.TraceRecord.Operation;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Logins of MongoDB's driver through a proxy, to a replica set of one with users. */
@Docker
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class MongoLoginIT {

  private final KeptRecords records = new KeptRecords();
  private Server server;
  private WireProtocol protocol;
  private CopyingProxy proxy;

  @BeforeAll
  void startServer() {
    server = Server.mongoWithLogin();
    protocol = Registry.load().bindingFor(server.url()).orElseThrow().wireProtocol().orElseThrow();
  }

  @BeforeEach
  void startProxy() throws IOException {
    records.all.clear();
    proxy = new CopyingProxy(protocol, protocol.address(server.url()), records);
  }

  @AfterEach
  void stopProxy() {
    proxy.close();
  }

  @AfterAll
  void stopServer() {
    server.close();
  }

  private MongoClient client(String password, String options) {
    return MongoClients.create(
        String.format(
            Locale.ROOT,
            "mongodb://bench:%s@%s/bench?authSource=admin&appname=stranger%s",
            URLEncoder.encode(password, StandardCharsets.UTF_8),
            proxy.address(),
            options));
  }

  @Test
  void clientOfAReplicaSet_staysOnTheProxyAndSendsNothingCompressed() {
    List<Document> documents =
        IntStream.range(0, 100).mapToObj(i -> new Document("_id", i).append("text", "x")).toList();
    try (MongoClient client = client(server.password(), "&replicaSet=rs0&compressors=zlib")) {
      MongoCollection<Document> collection = client.getDatabase("bench").getCollection("login");
      collection.drop();
      collection.insertMany(documents);
      assertThat(collection.find().batchSize(30).into(new ArrayList<>())).isEqualTo(documents);
      assertThat(client.getClusterDescription().getServerDescriptions())
          .extracting(ServerDescription::getAddress)
          .containsExactly(new ServerAddress(proxy.address()));
    }
    assertThat(records.of(Gap.class)).isEmpty();
    assertThat(records.of(Operation.class).map(o -> protocol.texts().describe(o).command()))
        .containsExactly("drop", "insert", "find", "getMore", "getMore", "getMore");
    assertThat(proxy.sessions()).hasSize(1).hasSizeLessThan(proxy.connections());
    assertThat(proxy.sessions().get(0).attributes())
        .containsEntry("user", "bench")
        .containsEntry("application", "stranger")
        .containsKeys("driver", "wire-version");
  }

  @Test
  void mechanismOfOldServers_passes() {
    try (MongoClient client =
        client(server.password(), "&directConnection=true&authMechanism=SCRAM-SHA-1")) {
      assertThat(client.getDatabase("bench").getCollection("login").countDocuments())
          .isNotNegative();
    }
    assertThat(proxy.sessions().get(0).attributes()).containsEntry("user", "bench");
  }

  @Test
  void wrongPassword_isRefusedByTheServer() {
    try (MongoClient client = client("wrong", "&directConnection=true")) {
      assertThatThrownBy(() -> client.getDatabase("bench").getCollection("login").drop())
          .isInstanceOf(MongoException.class)
          .hasMessageContaining("authenticating");
    }
    assertThat(proxy.sessions()).isEmpty();
    assertThat(records.all).isEmpty();
  }
}
