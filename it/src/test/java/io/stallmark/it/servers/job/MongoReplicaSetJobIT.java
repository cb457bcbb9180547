package io.stallmark.it.servers.job;

import io.stallmark.it.Server;
import io.stallmark.it.SharedServer;
import java.util.List;

/** MongoDB 6.0, a replica set of one. */
final class MongoReplicaSetJobIT extends SysbenchJobContract {
  @Override
  Server start() {
    return SharedServer.MONGO.emptied();
  }

  @Override
  List<String> says() {
    return List.of("write concern", "read preference");
  }

  @Override
  boolean sendsBegin() {
    return false;
  }
}
