package io.stallmark.mongo;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import io.stallmark.mongo.connect.MongoErrors;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonInt32;

/**
 * Asks a server about itself.
 *
 * @param warnings where it goes when a question could not even be asked
 */
record AdminCommands(MongoClient client, List<String> warnings) {

  BsonDocument ask(String question) {
    return ask(new BsonDocument(question, new BsonInt32(1)));
  }

  /** An empty document where the server does not know the question or this user may not ask. */
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
