package io.stallmark.it.servers.graph;

import io.stallmark.it.Server;
import io.stallmark.it.SharedServer;
import io.stallmark.it.Thorough;
import java.util.List;
import org.junit.jupiter.api.Test;

/** MongoDB 6.0, both layouts. */
final class MongoReplicaSetGraphIT extends GraphJobContract {
  @Override
  Server start() {
    return SharedServer.MONGO.emptied();
  }

  @Override
  List<String> runs() {
    return List.of(
        "layout=keys", "layout=object-ids index=before", "random-id2=9223372036854775807");
  }

  @Override
  List<String> loads() {
    return List.of(
        "layout=keys",
        "layout=object-ids index=before fidelity=as-coded",
        "layout=object-ids index=after");
  }

  @Thorough
  @Test
  void loadsThatWereHeldUp_doNoHarmToTheOneThatTookOver() throws Exception {
    heldUpLoads("ids=60000 max-degree=100000");
  }
}
