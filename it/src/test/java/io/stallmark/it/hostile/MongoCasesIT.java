package io.stallmark.it.hostile;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import io.stallmark.it.Server;
import io.stallmark.it.Thorough;
import java.util.ArrayList;
import java.util.List;
import org.bson.Document;

/** MongoDB 6.0, a replica set of one. */
@Thorough
final class MongoCasesIT extends ServerCases {
  @Override
  Server start() {
    return Server.mongoReplicaSet();
  }

  @Override
  void empty(Server emptied) {
    try (MongoClient client = MongoClients.create(emptied.url())) {
      // Else the drop waits a minute for the transactions that a hung run left open.
      client.getDatabase("admin").runCommand(new Document("killAllSessions", List.of()));
      client.getDatabase("bench").drop();
    }
  }

  @Override
  long rows(Server asked) {
    try (MongoClient client = MongoClients.create(asked.url())) {
      MongoDatabase bench = client.getDatabase("bench");
      List<String> collections = bench.listCollectionNames().into(new ArrayList<>());
      return collections.isEmpty()
          ? -1
          : collections.stream()
              .mapToLong(name -> bench.getCollection(name).estimatedDocumentCount())
              .sum();
    }
  }
}
