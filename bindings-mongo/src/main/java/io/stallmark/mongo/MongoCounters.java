package io.stallmark.mongo;

import com.mongodb.MongoClientSettings;
import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.stallmark.mongo.connect.MongoErrors;
import io.stallmark.spi.Database;
import io.stallmark.spi.DbException;
import io.stallmark.spi.server.Usage;
import io.stallmark.spi.server.Usage.Resource;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
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
              + " opLatencies: 0, logicalSessionRecordCache: 0, mirroredReads: 0}");

  private static final BsonDocument WITHOUT_NETWORK =
      STATUS.clone().append("network", new BsonInt32(0));

  /** Paths of the counts that are added to the usage of a resource. */
  private static final Map<Resource, List<List<String>>> USED =
      Map.of(
          Resource.READS,
          List.of(List.of("wiredTiger", "connection", "total read I/Os")),
          Resource.WRITES,
          List.of(List.of("wiredTiger", "connection", "total write I/Os")),
          Resource.READ_BYTES,
          List.of(List.of("wiredTiger", "block-manager", "bytes read")),
          Resource.WRITTEN_BYTES,
          List.of(
              List.of("wiredTiger", "block-manager", "bytes written"),
              List.of("wiredTiger", "log", "log bytes written")),
          Resource.CPU_NANOS,
          List.of(List.of("extra_info", "user_time_us"), List.of("extra_info", "system_time_us")),
          Resource.RECEIVED_BYTES,
          List.of(List.of("network", "physicalBytesIn")),
          Resource.SENT_BYTES,
          List.of(List.of("network", "physicalBytesOut")),
          Resource.PAGE_REQUESTS,
          List.of(List.of("wiredTiger", "cache", "pages requested from the cache")));

  private static final long NANOS_PER_MICRO = 1000;

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
    BsonDocument status = status(WITHOUT_NETWORK);
    Map<String, Long> values = new LinkedHashMap<>();
    SECTIONS.forEach((path, words) -> add(values, status, path, words));
    return values;
  }

  @Override
  public Usage usage() throws DbException {
    return usage(status(STATUS));
  }

  /**
   * Returns the resource usage that a status reports. WiredTiger counts I/O requests of all its
   * files together, but bytes of blocks and bytes of the log separately.
   */
  static Usage usage(BsonDocument status) {
    Map<Resource, Long> counts = new EnumMap<>(Resource.class);
    USED.forEach(
        (resource, paths) -> {
          List<BsonValue> values =
              paths.stream().map(path -> AdminCommands.at(status, path)).toList();
          if (values.stream().allMatch(BsonValue::isNumber)) {
            long sum = values.stream().mapToLong(value -> value.asNumber().longValue()).sum();
            counts.put(resource, resource == Resource.CPU_NANOS ? NANOS_PER_MICRO * sum : sum);
          }
        });
    return new Usage(counts);
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
          DbException.Kind.FATAL, "counters", "serverStatus tells nothing of the engine");
    }
    return status;
  }

  private static void add(
      Map<String, Long> values, BsonDocument status, String path, List<String> words) {
    BsonValue section = AdminCommands.at(status, List.of(path.split("\\.")));
    if (!section.isDocument()) {
      return;
    }
    for (Map.Entry<String, BsonValue> entry : section.asDocument().entrySet()) {
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
