package io.stallmark.it.servers.record;

import io.stallmark.it.Server;
import io.stallmark.it.SharedServer;

/** MongoDB 6.0, a replica set of one. */
final class MongoReplayIT extends ReplayContract {

  @Override
  Server recorded() {
    return SharedServer.MONGO.emptied();
  }

  @Override
  String fingerprint() {
    return "find bench.sbtest1 filter {_id";
  }

  @Override
  String foreign() {
    return "mysql://127.0.0.1:1/bench";
  }
}
