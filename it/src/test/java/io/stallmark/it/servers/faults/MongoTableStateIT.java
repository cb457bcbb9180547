package io.stallmark.it.servers.faults;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.stallmark.it.Server;
import io.stallmark.it.SharedServer;

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
}
