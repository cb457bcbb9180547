package io.stallmark.mongo;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import io.stallmark.mongo.connect.MongoErrors;
import io.stallmark.spi.server.ServerProcess;
import io.stallmark.text.Text;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * Runs administrative commands that read a server's state.
 *
 * @param client client that runs the commands
 * @param warnings receives a sentence when a command could not be run
 */
record AdminCommands(MongoClient client, List<String> warnings) {

  BsonDocument ask(String question) {
    return ask(new BsonDocument(question, new BsonInt32(1)));
  }

  /**
   * Returns the server's reply. It is empty when the server does not support the command or the
   * user is not authorized.
   */
  BsonDocument ask(BsonDocument question) {
    try {
      return client.getDatabase("admin").runCommand(question, BsonDocument.class);
    } catch (MongoCommandException e) {
      return new BsonDocument();
    } catch (MongoException e) {
      warnings.add(
          Text.format(
              "The server did not answer %s: %s",
              question.getFirstKey(), MongoErrors.oneLine(e.getMessage())));
      return new BsonDocument();
    }
  }

  /** Returns the value at a path of nested documents; NULL if there is none. */
  static BsonValue at(BsonDocument document, List<String> path) {
    BsonValue value = document;
    for (String name : path) {
      value = value.isDocument() ? value.asDocument().get(name, BsonNull.VALUE) : BsonNull.VALUE;
    }
    return value;
  }

  static OptionalLong number(BsonDocument document, String... path) {
    BsonValue value = at(document, List.of(path));
    return value.isNumber() ? OptionalLong.of(value.asNumber().longValue()) : OptionalLong.empty();
  }

  static String text(BsonDocument document, String otherwise, String... path) {
    return at(document, List.of(path)) instanceof BsonString text ? text.getValue() : otherwise;
  }

  /**
   * Returns the server process; empty: the server does not report it, or not to this user. For a
   * replica set or a cluster, it is the server that the driver selects.
   */
  Optional<ServerProcess> process() {
    BsonDocument status = ask("serverStatus");
    String host = text(status, "", "host").replaceFirst(":\\d+$", "");
    OptionalLong pid = number(status, "pid");
    return host.isEmpty() || pid.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new ServerProcess(
                host,
                List.of(pid.getAsLong()),
                Duration.ofMillis(number(status, "uptimeMillis").orElse(0)),
                List.of("mongod", "mongos"),
                text(ask("getCmdLineOpts"), "", "parsed", "storage", "dbPath")));
  }
}
