package io.stallmark.it.servers.job;

import io.stallmark.it.Server;
import io.stallmark.it.SharedServer;
import io.stallmark.it.Thorough;
import java.util.List;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/**
 * MongoDB 6.0, a replica set of one. Every day without what MySQL shows: all mixes, an open loop.
 */
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

  @Thorough
  @Test
  @Order(4)
  @Override
  void everyMix_runs_orIsAPhase_andLeavesTheDataRight() throws Exception {
    super.everyMix_runs_orIsAPhase_andLeavesTheDataRight();
  }

  @Thorough
  @Test
  @Order(5)
  @Override
  void openLoop_isNeverAheadOfItsRate() throws Exception {
    super.openLoop_isNeverAheadOfItsRate();
  }
}
