package io.stallmark.mongo;

import io.stallmark.spi.server.Usage;
import io.stallmark.spi.server.Usage.Resource;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Resource usage that {@code serverStatus} reports. WiredTiger counts I/O requests of all its files
 * together, but bytes of blocks and bytes of the log separately.
 */
final class MongoUsage {

  static final BsonDocument STATUS =
      BsonDocument.parse(
          "{serverStatus: 1, metrics: 0, repl: 0, locks: 0, tcmalloc: 0, transactions: 0,"
              + " opLatencies: 0, logicalSessionRecordCache: 0, mirroredReads: 0}");

  private static final long NANOS_PER_MICRO = 1000;

  private static final Map<Resource, List<List<String>>> PATHS =
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
          List.of(List.of("network", "physicalBytesOut")));

  private MongoUsage() {}

  static Usage of(BsonDocument status) {
    Map<Resource, Long> counts = new EnumMap<>(Resource.class);
    PATHS.forEach(
        (resource, paths) -> {
          Long sum = 0L;
          for (List<String> path : paths) {
            Long count = count(status, path);
            sum = count == null || sum == null ? null : Long.valueOf(sum + count);
          }
          if (sum != null) {
            counts.put(resource, resource == Resource.CPU_NANOS ? NANOS_PER_MICRO * sum : sum);
          }
        });
    return new Usage(counts);
  }

  private static @Nullable Long count(BsonDocument status, List<String> path) {
    BsonValue value = status;
    for (String name : path) {
      value = value.isDocument() ? value.asDocument().get(name) : null;
      if (value == null) {
        return null;
      }
    }
    return value.isNumber() ? value.asNumber().longValue() : null;
  }
}
