package io.stallmark.it.servers.record;

import io.stallmark.it.Server;

/** MongoDB 6. */
final class MongoReplayFaultIT extends ReplayFaultContract {

  @Override
  Server start() {
    return Server.mongoReplicaSet();
  }

  /** The driver itself waits for the server, and connects again. */
  @Override
  boolean failsAfterAKill() {
    return false;
  }
}
