package io.stallmark.it.servers.faults;

import io.stallmark.it.Server;
import io.stallmark.it.Thorough;

/** MongoDB 6 as a replica set. */
@Thorough
final class MongoStallsIT extends StallContract {
  @Override
  Server start() {
    return Server.mongoReplicaSet();
  }
}
