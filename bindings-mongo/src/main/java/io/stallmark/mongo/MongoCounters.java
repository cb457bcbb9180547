package io.stallmark.mongo;

import com.mongodb.MongoClientSettings;
import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.stallmark.mongo.connect.MongoErrors;
import io.stallmark.spi.Database;
import io.stallmark.spi.DbException;
import io.stallmark.spi.server.Usage;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * Counters of {@code serverStatus} that explain pauses of a server: checkpoints, evictions by
 * application threads, journal syncs, flow control. It uses a separate client with one connection,
 * so that it never takes a connection from the sessions' pool.
 */
final class MongoCounters implements Database.Counters {

  private static final BsonDocument STATUS =
      BsonDocument.parse(
          "{serverStatus: 1, metrics: 0, repl: 0, locks: 0, tcmalloc: 0, transactions: 0,"
              + " network: 0, opLatencies: 0, logicalSessionRecordCache: 0, mirroredReads: 0}");

  /** Sections of the reply, and words that select the counters of each by their names. */
  private static final Map<String, List<String>> SECTIONS =
      Map.of(
          "wiredTiger.cache", List.of("application thread", "unable to reach", "page images"),
          "wiredTiger.checkpoint", List.of("currently running", "number", "recent", "state"),
          "wiredTiger.log", List.of("sync"),
          "wiredTiger.thread-yield", List.of("application thread"),
          "wiredTiger.transaction", List.of("checkpoint"),
          "flowControl", List.of("isLaggedCount", "timeAcquiringMicros"),
          "globalLock.currentQueue", List.of("total"));

  private final MongoClient client;
  private final MongoErrors errors;

  MongoCounters(MongoClientSettings settings, String endpoint) {
    client =
        MongoClients.create(
            MongoClientSettings.builder(settings)
                .applyToConnectionPoolSettings(pool -> pool.minSize(0).maxSize(1))
                .build());
    errors = new MongoErrors(endpoint, client::getClusterDescription);
  }

  @Override
  public Map<String, Long> read() throws DbException {
    BsonDocument status = status(STATUS);
    Map<String, Long> values = new LinkedHashMap<>();
    SECTIONS.forEach((path, words) -> add(values, status, path, words));
    return values;
  }

  @Override
  public Usage usage() throws DbException {
    return MongoUsage.of(status(MongoUsage.STATUS));
  }

  @Override
  public String about() {
    return "by serverStatus: WiredTiger's files, without the diagnostic data of mongod";
  }

  private BsonDocument status(BsonDocument command) throws DbException {
    BsonDocument status;
    try {
      status = client.getDatabase("admin").runCommand(command, BsonDocument.class);
    } catch (MongoException e) {
      throw errors.translate(e);
    }
    if (!status.containsKey("wiredTiger")) {
      throw new DbException(
          DbException.Kind.FATAL, "counters", "serverStatus tells nothing of the engine", null);
    }
    return status;
  }

  private static void add(
      Map<String, Long> values, BsonDocument status, String path, List<String> words) {
    BsonDocument section = status;
    for (String name : path.split("\\.")) {
      section = section.getDocument(name, new BsonDocument());
    }
    for (Map.Entry<String, BsonValue> entry : section.entrySet()) {
      String name = entry.getKey();
      if (entry.getValue().isNumber() && words.stream().anyMatch(name::contains)) {
        values.put(path + "." + name, entry.getValue().asNumber().longValue());
      }
    }
  }

  @Override
  public void close() {
    client.close();
  }
}
