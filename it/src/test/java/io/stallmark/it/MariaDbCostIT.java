package io.stallmark.it;

import io.stallmark.analysis.cost.Source;
import io.stallmark.spi.Secret;
import java.util.List;
import java.util.Map;

/** InnoDB in MariaDB in a container, which counts its log apart from its other writes. */
@Docker
final class MariaDbCostIT extends CostContract {
  @Override
  List<Source> expected() {
    return List.of(Source.SERVER, Source.PROCESS, Source.CGROUP);
  }

  @Override
  void with(Load load) throws Exception {
    try (Server server = Server.mariadb(Map.of())) {
      load.run(server.url(), new Secret(server.password()));
    }
  }
}
