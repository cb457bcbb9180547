package io.stallmark.mongo;

import com.mongodb.MongoClientSettings;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.stallmark.mongo.connect.MongoErrors;
import io.stallmark.spi.Database;
import io.stallmark.spi.DbException;
import io.stallmark.spi.server.ServerFigure;
import io.stallmark.spi.server.Usage;
import io.stallmark.spi.server.Usage.Resource;
import io.stallmark.text.TextResource;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
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

  private static final TextResource NAMES = new TextResource(MongoCounters.class, "counters");

  private static final List<ServerFigure> FIGURES = ServerFigure.of(MongoCounters.class);

  private static final long NANOS_PER_MICRO = 1000;

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
    NAMES
        .group("stalls")
        .forEach((path, words) -> add(values, status, path, List.of(words.split(", "))));
    FIGURES.stream()
        .flatMap(ServerFigure::counters)
        .forEach(
            path -> {
              BsonValue value = at(status, path);
              if (value.isNumber()) {
                values.put(path, value.asNumber().longValue());
              }
            });
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
    NAMES
        .group("usage")
        .forEach(
            (name, paths) -> {
              List<BsonValue> values =
                  Stream.of(paths.split(", ")).map(path -> at(status, path)).toList();
              if (values.stream().allMatch(BsonValue::isNumber)) {
                long sum = values.stream().mapToLong(value -> value.asNumber().longValue()).sum();
                Resource resource = Resource.valueOf(name);
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
    BsonDocument status =
        errors.translated(
            () -> client.getDatabase("admin").runCommand(command, BsonDocument.class));
    if (!status.containsKey("wiredTiger")) {
      throw new DbException(
          DbException.Kind.FATAL, "counters", "serverStatus has no data about the engine");
    }
    return status;
  }

  private static BsonValue at(BsonDocument status, String path) {
    return AdminCommands.at(status, List.of(path.split("\\.")));
  }

  private static void add(
      Map<String, Long> values, BsonDocument status, String path, List<String> words) {
    BsonValue section = at(status, path);
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
