package io.stallmark.mongo;

import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoDatabase;
import io.stallmark.spi.server.ServerProcess;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;

/**
 * Locates the server process with {@code serverStatus}. For a replica set or a cluster, it is the
 * server that the driver selects.
 */
final class MongoProcessLocator {

  private static final BsonString UNSAID = new BsonString("");

  private MongoProcessLocator() {}

  /** Returns the process; empty: the server does not report it, or not to this user. */
  static Optional<ServerProcess> of(MongoClient client) {
    MongoDatabase admin = client.getDatabase("admin");
    try {
      BsonDocument status = admin.runCommand(command("serverStatus"), BsonDocument.class);
      String host = status.getString("host", UNSAID).getValue().replaceFirst(":\\d+$", "");
      return host.isEmpty() || !status.isNumber("pid")
          ? Optional.empty()
          : Optional.of(
              new ServerProcess(
                  host,
                  List.of(status.getNumber("pid").longValue()),
                  Duration.ofMillis(status.getNumber("uptimeMillis", new BsonInt64(0)).longValue()),
                  List.of("mongod", "mongos"),
                  dataDirectory(admin)));
    } catch (MongoException e) {
      return Optional.empty();
    }
  }

  private static String dataDirectory(MongoDatabase admin) {
    try {
      return admin
          .runCommand(command("getCmdLineOpts"), BsonDocument.class)
          .getDocument("parsed", new BsonDocument())
          .getDocument("storage", new BsonDocument())
          .getString("dbPath", UNSAID)
          .getValue();
    } catch (MongoException e) {
      return ""; // the user is not authorized
    }
  }

  private static BsonDocument command(String name) {
    return new BsonDocument(name, new BsonInt32(1));
  }
}
