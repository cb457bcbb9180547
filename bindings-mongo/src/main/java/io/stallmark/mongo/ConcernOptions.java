package io.stallmark.mongo;

import com.mongodb.ReadConcern;
import com.mongodb.TransactionOptions;
import com.mongodb.WriteConcern;
import io.stallmark.mongo.connect.MongoUrl;
import io.stallmark.mongo.connect.ServerTopology;
import java.util.Map;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * Effective write concern, journaling and read concern: the value in the URL, otherwise the
 * server's default. Defaults are written out, because the default of a replica set of 5.0 and later
 * (majority, which includes the journal) is several times slower than {@code w=1}.
 *
 * @param genuine whether the server is MongoDB, whose documented defaults apply
 */
record ConcernOptions(
    AdminCommands admin,
    MongoUrl url,
    ServerTopology topology,
    boolean genuine,
    MongoSession.Conventions conventions) {

  private static final String UNKNOWN = "unknown";
  private static final BsonString MAJORITY = new BsonString("majority");

  void describe(Map<String, String> values) {
    BsonDocument defaults = admin.ask("getDefaultRWConcern");
    WriteConcern said = url.writeConcern();
    BsonDocument write =
        said == null || said.isServerDefault()
            ? defaultOf(defaults, "defaultWriteConcern", new BsonDocument("w", new BsonInt32(1)))
            : said.asDocument();
    values.put("write concern", words(write, conventions.write().isEmpty()));
    values.put("journal", write.isEmpty() ? UNKNOWN : journal(write));
    values.put(
        "txnNumber",
        conventions.numbered()
            ? "on writes to one document, as retryable ones have; nothing is repeated"
            : "none");
    BsonDocument read =
        conventions.read().isEmpty()
            ? defaultOf(
                defaults, "defaultReadConcern", new BsonDocument("level", new BsonString("local")))
            : conventions.read().getDocument("readConcern");
    values.put("read concern", words(read, conventions.read().isEmpty()));
    values.put("read preference", url.readPreference().toDocument().toJson());
    values.put("transactions", transactions());
  }

  private String transactions() {
    TransactionOptions options = conventions.transaction();
    if (options == null) {
      return "none that can be undone (tried)";
    }
    ReadConcern read = options.getReadConcern();
    WriteConcern write = options.getWriteConcern();
    return "read concern "
        + (read == null ? UNKNOWN : read.asDocument().toJson())
        + ", write concern "
        + (write == null ? UNKNOWN : write.asDocument().toJson());
  }

  /**
   * Returns the server's default concern. A standalone MongoDB does not report it; then it is the
   * documented default.
   */
  private BsonDocument defaultOf(BsonDocument defaults, String which, BsonDocument alone) {
    BsonDocument answer = defaults.getDocument(which, new BsonDocument());
    return answer.isEmpty() && genuine && !topology.numbersWrites() ? alone : answer;
  }

  private static String words(BsonDocument concern, boolean serversDefault) {
    return (concern.isEmpty() ? UNKNOWN : concern.toJson())
        + (serversDefault ? " (the server's default)" : " (from the URL)");
  }

  /** Whether a write waits for the journal, because of {@code j} or because majority implies it. */
  private String journal(BsonDocument concern) {
    BsonValue journal = concern.get("j");
    if (journal != null) {
      return BsonBoolean.TRUE.equals(journal) ? "waited for" : "not waited for";
    }
    if (!MAJORITY.equals(concern.get("w"))) {
      return "not waited for";
    }
    if (!topology.numbersWrites()) {
      return "waited for";
    }
    BsonDocument config = admin.ask("replSetGetConfig").getDocument("config", new BsonDocument());
    if (config.isEmpty()) {
      return "as the replica set's writeConcernMajorityJournalDefault says (unknown)";
    }
    return config.getBoolean("writeConcernMajorityJournalDefault", BsonBoolean.TRUE).getValue()
        ? "waited for (by majority)"
        : "not waited for (writeConcernMajorityJournalDefault)";
  }
}
