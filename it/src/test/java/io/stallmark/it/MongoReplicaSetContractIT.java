package io.stallmark.it;

import java.util.List;

/** MongoDB 6.0, a replica set of one. */
final class MongoReplicaSetContractIT extends ServerContract {
  @Override
  Server start() {
    return Server.mongoReplicaSet();
  }

  @Override
  List<String> counters() {
    return List.of("wiredTiger.transaction.transaction checkpoints");
  }
}
