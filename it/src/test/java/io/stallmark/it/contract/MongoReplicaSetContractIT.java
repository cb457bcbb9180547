package io.stallmark.it.contract;

import io.stallmark.it.Server;
import io.stallmark.it.SharedServer;
import io.stallmark.spi.Capability;
import java.util.List;
import java.util.Set;

/** MongoDB 6.0, a replica set of one. */
final class MongoReplicaSetContractIT extends ServerContract {
  @Override
  Server start() {
    return SharedServer.MONGO.emptied();
  }

  @Override
  List<String> counters() {
    return List.of("wiredTiger.transaction.transaction checkpoints");
  }

  @Override
  protected Set<Capability> expected() {
    return Set.of(
        Capability.TRANSACTIONS,
        Capability.OBJECT_IDS,
        Capability.BSON,
        Capability.SUM,
        Capability.UPSERT,
        Capability.OLD_VALUES);
  }
}
