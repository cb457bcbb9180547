package io.stallmark.it.servers.faults;

import io.stallmark.it.Server;

/** MongoDB 6 as a replica set. */
final class MongoStallsIT extends Stalls {
  @Override
  Server start() {
    return Server.mongoReplicaSet();
  }
}
