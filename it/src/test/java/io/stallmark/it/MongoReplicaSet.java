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

/**
 * A replica set of one, initiated through the driver: MongoDBContainer.withReplicaSet() wants
 * mongosh in the image.
 */
final class MongoReplicaSet extends GenericContainer<MongoReplicaSet> {

  MongoReplicaSet(String... options) {
    super(ServerImages.present("stallmark/mongo:6.0"));
    withNetwork(Network.SHARED)
        .withExposedPorts(Server.MONGO_PORT)
        .withCommand(
            Program.words(List.of("--replSet", "rs0", "--wiredTigerCacheSizeGB", "0.25"), options))
        .waitingFor(Wait.forLogMessage("(?i).*waiting for connections.*", 1));
  }

  @Override
  protected void containerIsStarted(InspectContainerResponse info) {
    try (MongoClient client = MongoClients.create(Server.mongo(this).url())) {
      initiate(client);
    }
  }

  /** Makes the member of a set of one its primary. */
  static void initiate(MongoClient client) {
    var admin = client.getDatabase("admin");
    admin.runCommand(
        Document.parse(
            "{replSetInitiate: {_id: 'rs0', members: [{_id: 0, host: 'localhost:27017'}]}}"));
    Document hello = new Document("hello", 1);
    Awaitility.await()
        .forever()
        .until(() -> admin.runCommand(hello).getBoolean("isWritablePrimary"));
  }
}
