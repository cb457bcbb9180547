package io.stallmark.it.servers.job;

import io.stallmark.it.Server;
import io.stallmark.it.SharedServer;
import io.stallmark.it.Thorough;
import java.util.List;
import org.junit.jupiter.api.Test;

/** MongoDB 6.0: each block compressor, ordinary, clustered and time-series collections. */
final class MongoSensorIT extends SensorJobContract {
  @Override
  Server start() {
    return SharedServer.MONGO.emptied();
  }

  @Override
  List<String> runs() {
    return List.of(
        "block_compressor=zstd|insert-form=unordered value-type=real",
        "clustered=true|layout=ts-first",
        "|layout=object-id",
        "|layout=native",
        "block_compressor=none|",
        "block_compressor=snappy|layout=ts-first",
        "block_compressor=zlib|layout=ts-first-covering batch-shape=sensor",
        "clustered=true|",
        "|layout=hash-prefixed",
        "block_compressor=zstd|layout=native batch-shape=sensor");
  }

  @Override
  List<String> refusals() {
    return List.of(
        "|layout=partitioned|partitions",
        "|layout=auto-increment|layout=object-id",
        "|insert-form=replace|replace",
        "|insert-form=stream|stream",
        "clustered=true|layout=native|clustered");
  }

  @Thorough // what a load and a run do after a kill is shown on MySQL
  @Test
  @Override
  void killedRun_isGoneOnWith_withoutGapOrDuplicate() throws Exception {
    super.killedRun_isGoneOnWith_withoutGapOrDuplicate();
  }
}
