package io.stallmark.mongo;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.spi.server.Usage.Resource;
import java.util.Map;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;

/** What of serverStatus is whose cost. */
final class StatusUsageTest {

  @Test
  void wiredTiger_countsRequestsTogether_andBytesOfBlocksAndLogApart() {
    BsonDocument status =
        BsonDocument.parse(
            """
            {extra_info: {user_time_us: {$numberLong: "3000"}, system_time_us: {$numberLong: "500"}},
             network: {bytesIn: 1, physicalBytesIn: {$numberLong: "70"}, physicalBytesOut: 80},
             wiredTiger: {
               connection: {"total read I/Os": 5, "total write I/Os": 6},
               cache: {"pages requested from the cache": 90},
               log: {"log bytes written": 256},
               "block-manager": {"bytes read": 4096, "bytes written": 8192}}}
            """);
    assertThat(MongoCounters.usage(status).counts())
        .isEqualTo(
            Map.of(
                Resource.READS, 5L,
                Resource.WRITES, 6L,
                Resource.READ_BYTES, 4096L,
                Resource.WRITTEN_BYTES, 8448L,
                Resource.CPU_NANOS, 3_500_000L,
                Resource.RECEIVED_BYTES, 70L,
                Resource.SENT_BYTES, 80L,
                Resource.PAGE_REQUESTS, 90L));
  }

  @Test
  void halfOfASum_isNoCount() {
    BsonDocument status =
        BsonDocument.parse("{wiredTiger: {'block-manager': {'bytes written': 8192}}}");
    assertThat(MongoCounters.usage(status).counts()).isEmpty();
  }
}
