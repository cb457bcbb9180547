package io.stallmark.it;

import com.github.dockerjava.api.command.InspectContainerResponse;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import java.util.List;
import org.awaitility.Awaitility;
import org.bson.Document;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.Network;
import org.testcontainers.containers.wait.strategy.Wait;

/** A replica set of three members in one container, of which each can become the primary. */
final class MongoTriple extends GenericContainer<MongoTriple> {

  private static final String SCRIPT =
      """
      for port in 27018 27019 27017; do
        mkdir -p /data/db/$port
        mongod --bind_ip_all --dbpath /data/db/$port --port $port --replSet rs0 \\
          --wiredTigerCacheSizeGB 0.25 &
      done
      wait
      """;

  MongoTriple() {
    super(ServerImages.present("stallmark/mongo:6.0"));
    withNetwork(Network.SHARED)
        .withExposedPorts(Server.MONGO_PORT)
        .withCommand("sh", "-c", SCRIPT)
        .waitingFor(Wait.forLogMessage("(?i).*waiting for connections.*", 3));
  }

  /** The address of each member; clients take them from the members. */
  String members() {
    var networks = getCurrentContainerInfo().getNetworkSettings().getNetworks();
    String address = networks.values().iterator().next().getIpAddress();
    return String.join(",", List.of(address + ":27017", address + ":27018", address + ":27019"));
  }

  @Override
  protected void containerIsStarted(InspectContainerResponse info) {
    List<String> members = List.of(members().split(","));
    try (MongoClient client = MongoClients.create(Server.mongo(this).url())) {
      List<Document> configuration =
          List.of(0, 1, 2).stream()
              .map(i -> new Document("_id", i).append("host", members.get(i)))
              .toList();
      client
          .getDatabase("admin")
          .runCommand(
              new Document(
                  "replSetInitiate",
                  new Document("_id", "rs0")
                      .append("members", configuration)
                      .append("settings", new Document("electionTimeoutMillis", 1000))));
    }
    Document hello = new Document("hello", 1);
    try (MongoClient client = MongoClients.create("mongodb://" + members() + "/?replicaSet=rs0")) {
      var admin = client.getDatabase("admin");
      Awaitility.await()
          .forever()
          .until(() -> admin.runCommand(hello).getBoolean("isWritablePrimary"));
    }
  }
}
