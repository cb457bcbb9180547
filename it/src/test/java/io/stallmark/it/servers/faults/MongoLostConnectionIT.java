package io.stallmark.it.servers.faults;

import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.stallmark.it.Server;
import io.stallmark.it.Thorough;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;

/** MongoDB 6.0, a replica set of three whose primary steps down. */
@Thorough
final class MongoLostConnectionIT extends LostConnectionOfFilesContract {
  @Override
  Server start() {
    return Server.mongoTriple();
  }

  @AfterAll
  void end() {
    server.close();
  }

  @Override
  void cut() {
    try (MongoClient client = MongoClients.create(server.url())) {
      Document stepDown = new Document("replSetStepDown", 10).append("force", true);
      client.getDatabase("admin").runCommand(stepDown);
    } catch (MongoException e) {
      if (e.getCode() > 0) {
        throw e; // else the connection ended with the primary
      }
    }
  }

  @Override
  long rows(String table) {
    try (MongoClient client = MongoClients.create(server.url())) {
      return client.getDatabase("bench").getCollection(table).countDocuments();
    }
  }

  @Override
  void create(String table, String like) {
    try (MongoClient client = MongoClients.create(server.url())) {
      client.getDatabase("bench").createCollection(table);
    }
  }

  @Override
  String format() {
    return "bson";
  }
}
