package io.stallmark.it.servers.faults;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.stallmark.it.Server;
import io.stallmark.it.SharedServer;
import io.stallmark.it.Thorough;

/** MongoDB 6.0, a replica set of one. */
@Thorough
final class MongoTableStateIT extends TableStateContract {

  private Server server;

  @Override
  Server start() {
    server = SharedServer.MONGO.emptied();
    return server;
  }

  @Override
  long count(String table) {
    try (MongoClient client = MongoClients.create(server.url())) {
      return client.getDatabase("bench").getCollection(table).countDocuments();
    }
  }

  @Override
  void empty(String table) {
    try (MongoClient client = MongoClients.create(server.url())) {
      client.getDatabase("bench").getCollection(table).drop();
    }
  }
}
