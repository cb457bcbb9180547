package io.stallmark.mongo;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import io.stallmark.mongo.connect.MongoErrors;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonInt32;

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
          "The server did not answer "
              + question.getFirstKey()
              + ": "
              + MongoErrors.oneLine(e.getMessage()));
      return new BsonDocument();
    }
  }
}
