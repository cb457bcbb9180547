package io.stallmark.it;

import io.stallmark.analysis.cost.Source;
import io.stallmark.spi.Secret;
import java.util.List;

/** MongoDB in a container, which this machine's kernel sees. */
@Docker
final class MongoCostIT extends CostContract {
  @Override
  List<Source> expected() {
    return List.of(Source.SERVER, Source.PROCESS, Source.CGROUP);
  }

  @Override
  void with(Load load) throws Exception {
    try (Server server = Server.mongoReplicaSet()) {
      load.run(server.url(), new Secret(server.password()));
    }
  }
}
